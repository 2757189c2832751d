//! An invocation's bytes become one checked value for each input of the signature.

use std::borrow::Cow;

use serde_json::Value;

use super::{Arguments, check_arguments};
use crate::error::{Code, Invalid, Violation, Violations};
use crate::json;
use crate::signature::ToolSignature;

/// A checked value: of the declared type, inside its constraints. An `enum` is a `String`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scalar<'a> {
    /// A string, or the name of an allowed value.
    String(Cow<'a, str>),
    /// An integer.
    Int(i64),
    /// `true` or `false`.
    Boolean(bool),
}

/// The values of one invocation, by the position of the input in the signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound<'a> {
    values: Vec<Option<Scalar<'a>>>,
}

impl<'a> Bound<'a> {
    /// Takes the value of the input at `index`; `None` when the invocation left it out.
    pub fn take(&mut self, index: usize) -> Option<Scalar<'a>> {
        self.values.get_mut(index).and_then(Option::take)
    }
}

/// Reads the body of `POST …:invoke` and checks it against the signature (draft section 7).
///
/// # Errors
/// Text that is not JSON, or everything that is wrong with the invocation.
pub fn bind<'a>(signature: &ToolSignature, body: &'a [u8]) -> Result<Bound<'a>, Invalid> {
    let value = json::parse(body)?;
    let mut arguments = Arguments::new();
    let mut found = Violations::default();
    if let Some(name) = value.get("name").and_then(Value::as_str)
        && name != signature.name
    {
        let violation =
            Violation::new(Code::WrongTool, "/name").expected(format!("`{}`", signature.name));
        found.push(violation.got(crate::signature::rule::quote(name)));
    }
    for pair in value
        .get("input_parameters")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        let name = pair.get("name").and_then(Value::as_str).unwrap_or_default();
        arguments.push(name, pair.get("value").cloned().unwrap_or(Value::Null));
    }
    found.extend(check_arguments(signature, &arguments));
    found.into_result()?;
    let scalar = |value: &Value| match value {
        Value::String(text) => Some(Scalar::String(Cow::Owned(text.clone()))),
        Value::Number(number) => Some(Scalar::Int(
            number
                .as_i64()
                .unwrap_or(number.as_f64().unwrap_or(0.0) as i64),
        )),
        Value::Bool(value) => Some(Scalar::Boolean(*value)),
        _ => None,
    };
    let values = signature.input_parameters.iter().map(|input| {
        arguments
            .iter()
            .find(|(name, _)| *name == input.name)
            .and_then(|(_, value)| scalar(value))
    });
    Ok(Bound {
        values: values.collect(),
    })
}
