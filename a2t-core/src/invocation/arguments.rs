//! Arguments as a caller collects them: checked against the signature, written as a body.

use serde_json::Value;

use crate::error::{Code, Violation, Violations};
use crate::signature::rule::quote;
use crate::signature::{InputParameter, InputType, ToolSignature};

/// The name/value pairs of one invocation, in the order they were given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arguments {
    pairs: Vec<(String, Value)>,
}

impl Arguments {
    /// No arguments yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a pair; a name given twice is found by [`check_arguments`].
    pub fn push(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        self.pairs.push((name.into(), value.into()));
    }

    /// The pairs, in the order they were given.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.pairs
            .iter()
            .map(|(name, value)| (name.as_str(), value))
    }

    /// The body of `POST …:invoke` (draft section 7).
    pub fn to_body(&self, tool: &str) -> Vec<u8> {
        let pairs: Vec<_> = self
            .iter()
            .map(|(name, value)| serde_json::json!({"name": name, "value": value}))
            .collect();
        let body = serde_json::json!({"name": tool, "input_parameters": pairs});
        body.to_string().into_bytes()
    }
}

/// Everything that is wrong with these arguments for this tool; pointers are into the body that
/// [`Arguments::to_body`] writes.
pub fn check_arguments(signature: &ToolSignature, arguments: &Arguments) -> Violations {
    let mut found = Violations::default();
    let inputs = &*signature.input_parameters;
    let mut seen = vec![false; inputs.len()];
    for (index, (name, value)) in arguments.iter().enumerate() {
        let at = format!("/input_parameters/{index}");
        let Some(position) = inputs.iter().position(|input| input.name == name) else {
            let names = inputs.iter().map(|input| &*input.name);
            let violation = Violation::new(Code::UnknownInput, format!("{at}/name"));
            let expected = format!("an input of `{}`", signature.name);
            found.push(
                violation
                    .expected(expected)
                    .got(quote(name))
                    .allowed(names, name),
            );
            continue;
        };
        let Some(input) = inputs.get(position) else {
            continue;
        };
        if seen.get(position) == Some(&true) {
            let violation = Violation::new(Code::DuplicateInput, format!("{at}/name"));
            found.push(
                violation
                    .expected("each input once")
                    .got(quote(name))
                    .parameter(name),
            );
            continue;
        }
        if let Some(slot) = seen.get_mut(position) {
            *slot = !value.is_null();
        }
        found.extend(check_value(input, value, &format!("{at}/value")));
    }
    for (input, seen) in inputs.iter().zip(&seen) {
        if input.required && !seen {
            let violation = Violation::new(Code::MissingInput, "/input_parameters");
            found.push(
                violation
                    .parameter(&*input.name)
                    .expected(expectation(input))
                    .got("nothing"),
            );
        }
    }
    found
}

/// Judges one value; `null` is the same as absent (reading AMB-25).
fn check_value(input: &InputParameter, value: &Value, at: &str) -> Option<Violation> {
    let wrong = |code| {
        let violation = Violation::new(code, at).parameter(&*input.name);
        violation.expected(expectation(input)).got(shown(value))
    };
    match (&input.kind, value) {
        (_, Value::Null) | (InputType::Boolean, Value::Bool(_)) => None,
        (InputType::String { max_length }, Value::String(text)) => {
            let length = text.chars().count() as u64;
            let long = max_length.is_some_and(|max| length > max);
            long.then(|| wrong(Code::TooLong).got(format!("{length} characters")))
        }
        (InputType::Int { min, max }, Value::Number(number)) => match integer(number) {
            None => Some(wrong(Code::WrongType)),
            Some(integer) => {
                let inside = min.is_none_or(|min| min <= integer) && integer <= *max;
                (!inside).then(|| wrong(Code::OutOfRange))
            }
        },
        (InputType::Enum { allowed_values }, Value::String(text)) => {
            let known = allowed_values.iter().any(|allowed| allowed.name == *text);
            let names = allowed_values.iter().map(|allowed| &*allowed.name);
            (!known).then(|| wrong(Code::NotAllowed).allowed(names, text))
        }
        _ => Some(wrong(Code::WrongType)),
    }
}

/// An integer, also one that is written `80.0` (reading AMB-24).
fn integer(number: &serde_json::Number) -> Option<i64> {
    number.as_i64().or_else(|| {
        let float = number.as_f64()?;
        let safe = float.fract() == 0.0 && float.abs() <= crate::signature::SAFE_MAX as f64;
        safe.then_some(float as i64)
    })
}

/// What an input takes, in words: `an integer from 0 to 14`.
pub(crate) fn expectation(input: &InputParameter) -> String {
    match &input.kind {
        InputType::String { max_length: None } => "a string".to_owned(),
        InputType::String {
            max_length: Some(max),
        } => format!("a string of at most {max} characters"),
        InputType::Int {
            min: Some(min),
            max,
        } => format!("an integer from {min} to {max}"),
        InputType::Int { min: None, max } => format!("an integer up to {max}"),
        InputType::Boolean => "true or false".to_owned(),
        InputType::Enum { allowed_values } => {
            let names: Vec<_> = allowed_values
                .iter()
                .map(|allowed| &*allowed.name)
                .collect();
            format!("one of {}", names.join(", "))
        }
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) | Value::Object(_) => crate::json::kind(value).to_owned(),
        Value::String(text) => quote(text),
        scalar => scalar.to_string(),
    }
}
