//! Values as models write them become values of the declared type, where only one is possible.

use std::fmt;

use a2t_core::{AllowedValue, InputType, json};
use serde_json::Value;

/// A value that was read leniently, for logs: how often a model needs it says something about the
/// description of the input.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Bent {
    /// Where it stands in the arguments: a JSON pointer, empty for the arguments as a whole.
    pub pointer: String,
    /// What the model gave.
    pub given: Value,
    /// What it was read as.
    pub taken: Value,
}

impl Bent {
    pub(super) fn new(pointer: &str, given: Value, taken: Value) -> Self {
        Self {
            pointer: pointer.to_owned(),
            given,
            taken,
        }
    }
}

impl fmt::Display for Bent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = match &*self.pointer {
            "" => "the arguments".to_owned(),
            pointer => a2t_core::error::inert(pointer),
        };
        let (given, taken) = (json::shown(&self.given), json::shown(&self.taken));
        write!(f, "{at}: {given} was read as {taken}")
    }
}

/// The value that was meant; `None` where it is to be judged as it is.
pub(super) fn read(kind: &InputType, value: &Value) -> Option<Value> {
    match (kind, value) {
        (InputType::Int { .. }, Value::Number(number)) if !number.is_i64() => {
            whole(number.as_f64()?).map(Value::from)
        }
        (InputType::Int { .. }, Value::String(text)) => integer(text.trim()).map(Value::from),
        (InputType::Boolean, Value::String(text)) => boolean(text.trim()).map(Value::from),
        (InputType::Enum { allowed_values }, Value::String(text)) => {
            let name = allowed(allowed_values, text)?;
            (name != text).then(|| Value::from(name))
        }
        _ => None,
    }
}

/// The integer that a float is, where no digit of it can be lost.
fn whole(value: f64) -> Option<i64> {
    const SAFE_MAX: f64 = 9_007_199_254_740_991.0;
    (value.fract() == 0.0 && value.abs() <= SAFE_MAX).then_some(value as i64)
}

/// Decimal digits as JSON writes an integer, perhaps with `.0` behind them.
fn integer(text: &str) -> Option<i64> {
    let (digits, zeros) = text.split_once('.').unwrap_or((text, "0"));
    if zeros.is_empty() || zeros.bytes().any(|byte| byte != b'0') {
        return None;
    }
    let unsigned = digits.strip_prefix('-').unwrap_or(digits);
    let plain = unsigned.bytes().all(|byte| byte.is_ascii_digit());
    let padded = unsigned.len() > 1 && unsigned.starts_with('0');
    (plain && !padded).then(|| digits.parse().ok())?
}

fn boolean(text: &str) -> Option<bool> {
    let is = |word| text.eq_ignore_ascii_case(word);
    match (is("true"), is("false")) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// The allowed value of this name, or the only one that has it but for case and blanks around it.
fn allowed<'a>(allowed_values: &'a [AllowedValue], text: &str) -> Option<&'a str> {
    let mut names = allowed_values.iter().map(|allowed| &*allowed.name);
    if let Some(name) = names.find(|name| *name == text) {
        return Some(name);
    }
    let mut near = allowed_values
        .iter()
        .map(|allowed| &*allowed.name)
        .filter(|name| name.eq_ignore_ascii_case(text.trim()));
    match (near.next(), near.next()) {
        (Some(name), None) => Some(name),
        _ => None,
    }
}
