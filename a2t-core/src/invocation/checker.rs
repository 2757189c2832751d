//! The values of one invocation against its signature, and a violation for each way to break a rule.

use serde_json::{Number, Value};

use super::scalar::{Scalar, verdict};
use crate::error::{Code, Violation, Violations};
use crate::json::{segment, shown};
use crate::signature::rule::quote;
use crate::signature::{InputParameter, InputType, ToolSignature};

#[derive(Clone, Copy, PartialEq)]
enum Pointers {
    /// Name/value pairs of a body.
    Pairs,
    /// Members of an object of inputs by name.
    Members,
}

impl Pointers {
    fn name(self, at: &str) -> String {
        if self == Self::Pairs { format!("{at}/name") } else { at.to_owned() }
    }

    fn value(self, at: &str) -> String {
        if self == Self::Pairs { format!("{at}/value") } else { at.to_owned() }
    }

    fn missing(self, name: &str) -> String {
        if self == Self::Pairs {
            "/input_parameters".to_owned()
        } else {
            format!("/{}", segment(name))
        }
    }
}

pub(super) struct Checker<'s> {
    signature: &'s ToolSignature,
    pointers: Pointers,
    /// By position: the invocation has a pair for the input, or one that was meant for it.
    given: Vec<bool>,
    filled: Vec<bool>,
    nameless: usize,
    pub(super) found: Violations,
}

impl<'s> Checker<'s> {
    pub(super) fn new(signature: &'s ToolSignature) -> Self {
        Self::at(signature, Pointers::Pairs)
    }

    pub(super) fn of_members(signature: &'s ToolSignature) -> Self {
        Self::at(signature, Pointers::Members)
    }

    fn at(signature: &'s ToolSignature, pointers: Pointers) -> Self {
        let inputs = signature.input_parameters.len();
        Self {
            signature,
            pointers,
            given: vec![false; inputs],
            filled: vec![false; inputs],
            nameless: 0,
            found: Violations::default(),
        }
    }

    /// The input that the pair at `at` names, unless it is unknown or has been named before.
    pub(super) fn input(
        &mut self,
        name: &str,
        at: impl Fn() -> String,
    ) -> Option<(usize, &'s InputParameter)> {
        let mut inputs = self.signature.input_parameters.iter().enumerate();
        let Some((position, input)) = inputs.find(|(_, input)| input.name == name) else {
            self.unknown(name, &at());
            return None;
        };
        let (given, pointers) = (self.given.get_mut(position)?, self.pointers);
        if std::mem::replace(given, true) {
            self.found.push_with(|| {
                Violation::new(Code::DuplicateInput, pointers.name(&at()))
                    .parameter(name)
                    .expected("each input once")
                    .got("it again")
            });
            return None;
        }
        Some((position, input))
    }

    fn unknown(&mut self, name: &str, at: &str) {
        if self.found.is_full() {
            return self.found.count(1);
        }
        let names = self.signature.input_parameters.iter().map(|input| &*input.name);
        let violation = Violation::new(Code::UnknownInput, self.pointers.name(at))
            .expected(format!("an input of {}", quote(&self.signature.name)))
            .got(quote(name))
            .allowed(names, name);
        if let Some(meant) = &violation.did_you_mean {
            let mut inputs = self.signature.input_parameters.iter().zip(&mut self.filled);
            if let Some((_, filled)) = inputs.find(|(input, _)| input.name == *meant) {
                *filled = true;
            }
        }
        self.found.push(violation);
    }

    /// Checks the value of an input, and returns whether it fits; `null` is the same as absent
    /// (spec note AMB-25).
    pub(super) fn value(
        &mut self,
        position: usize,
        value: &Value,
        at: impl Fn() -> String,
    ) -> bool {
        let Some(input) = self.signature.input_parameters.get(position) else {
            return false;
        };
        if !value.is_null() {
            self.fill(position);
        }
        let pointers = self.pointers;
        let violation = check_value(input, value, || pointers.value(&at()));
        let fits = violation.is_none();
        self.found.extend(violation);
        fits
    }

    /// Reports a number that is not whole, as it is written at the beginning of this text.
    pub(super) fn fraction(&mut self, position: usize, at: &str, text: &str) {
        const SHOWN: usize = 40;
        let Some(input) = self.signature.input_parameters.get(position) else {
            return;
        };
        self.found.push_with(|| {
            let of_a_number = |c: &char| c.is_ascii_digit() || ".eE+-".contains(*c);
            let mut got: String = text.chars().take_while(of_a_number).take(SHOWN + 1).collect();
            if got.len() > SHOWN {
                got.truncate(SHOWN);
                got.push('…');
            }
            let violation = Violation::new(Code::WrongType, at).parameter(&*input.name);
            violation.expected(input.kind.expectation()).got(got)
        });
    }

    pub(super) fn fill(&mut self, position: usize) {
        if let Some(filled) = self.filled.get_mut(position) {
            *filled = true;
        }
    }

    pub(super) fn nameless(&mut self) {
        self.nameless += 1;
    }

    /// Every mistake, now that all pairs have been seen. Missing inputs are not reported where a
    /// pair without a readable name may have been meant for them.
    pub(super) fn finish(mut self) -> Violations {
        let states = self.given.iter().zip(&self.filled);
        let inputs = self.signature.input_parameters.iter().zip(states);
        let missing = inputs.filter(|(input, (_, filled))| input.required && !**filled);
        let missing: Vec<_> = missing.map(|(input, (given, _))| (input, *given)).collect();
        if missing.len() > self.nameless {
            let pointers = self.pointers;
            self.found.extend(missing.into_iter().map(|(input, given)| {
                let is_null = given && pointers == Pointers::Members;
                Violation::new(Code::MissingInput, pointers.missing(&input.name))
                    .parameter(&*input.name)
                    .expected(input.kind.expectation())
                    .got(if is_null { "null" } else { "nothing" })
            }));
        }
        self.found
    }
}

/// The violation of a value; `at` is called only then, because a pointer costs more than the check.
fn check_value(
    input: &InputParameter,
    value: &Value,
    at: impl FnOnce() -> String,
) -> Option<Violation> {
    let code = match (Scalar::from_json(value), value, &input.kind) {
        (Some(scalar), ..) => verdict(&input.kind, &scalar).err()?,
        (None, Value::Null, _) => return None,
        (None, Value::Number(number), InputType::Int { min, max })
            if is_beyond(*min, *max, number) =>
        {
            Code::OutOfRange
        }
        _ => Code::WrongType,
    };
    let violation = Violation::new(code, at()).parameter(&*input.name);
    let violation = violation.expected(input.kind.expectation()).got(shown(value));
    Some(match (code, value, &input.kind) {
        (Code::TooLong, Value::String(text), _) => {
            violation.got(format!("{} characters", text.chars().count()))
        }
        (Code::NotAllowed, Value::String(text), InputType::Enum { allowed_values }) => {
            violation.allowed(allowed_values.iter().map(|allowed| &*allowed.name), text)
        }
        _ => violation,
    })
}

fn is_beyond(min: Option<i64>, max: i64, number: &Number) -> bool {
    let outside = |value: f64| value > max as f64 || min.is_some_and(|min| value < min as f64);
    let value = number.as_f64();
    value.is_some_and(|value| value.fract() == 0.0 && outside(value))
}
