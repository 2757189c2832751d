//! Values of outputs, and the rules that they obey.

use serde_json::Value;

use super::scalar::listed;
use crate::error::{Code, Violations};
use crate::signature::{self, JsonShape, OutputType, check_value, integer};

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Manner {
    Client,
    Strict,
}

/// The value as the output's type has it, `None` for a `null` that is not one; else its broken rule.
#[inline]
pub(super) fn accept(
    kind: &OutputType,
    value: Value,
    manner: Manner,
) -> Result<Option<Value>, (Code, Value)> {
    match (kind, value) {
        (OutputType::Json, value) => Ok(Some(value)),
        (OutputType::Described { shape }, value) if shape.takes_null() || !value.is_null() => {
            described(shape, value, manner)
        }
        (_, Value::Null) => Ok(None),
        (OutputType::String, value @ Value::String(_))
        | (OutputType::Boolean, value @ Value::Bool(_)) => Ok(Some(value)),
        (OutputType::Int, Value::Number(number)) => match integer(&number) {
            Some(integer) => Ok(Some(integer.into())),
            None if number.is_u64() => Ok(Some(Value::Number(number))),
            None => Err((Code::WrongType, Value::Number(number))),
        },
        (OutputType::Enum { allowed_values }, Value::String(name)) => {
            // A name that a client does not know is a newer server's.
            let known = manner == Manner::Client || allowed_values.is_empty();
            if known || listed(allowed_values, &name) {
                Ok(Some(Value::String(name)))
            } else {
                Err((Code::NotAllowed, Value::String(name)))
            }
        }
        (_, value) => Err((Code::WrongType, value)),
    }
}

fn described(
    shape: &JsonShape,
    value: Value,
    manner: Manner,
) -> Result<Option<Value>, (Code, Value)> {
    let found = misshapen(shape, &value, "", manner);
    match found.iter().next() {
        None => Ok(Some(value)),
        Some(first) => Err((first.code, value)),
    }
}

/// Everything that is wrong with a value of this shape.
pub(super) fn misshapen(shape: &JsonShape, value: &Value, at: &str, manner: Manner) -> Violations {
    let reader = match manner {
        Manner::Client => signature::Reader::Tolerant,
        Manner::Strict => signature::Reader::Strict,
    };
    let mut found = Violations::default();
    check_value(shape, value, at, reader, &mut found);
    found
}

pub(super) fn expectation(kind: &OutputType) -> &'static str {
    match kind {
        OutputType::String => "a string",
        OutputType::Int => "an integer",
        OutputType::Boolean => "true or false",
        OutputType::Enum { .. } => "the name of an allowed value",
        OutputType::Json => "any JSON",
        OutputType::Described { shape } => shape.name(),
    }
}
