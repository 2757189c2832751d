//! The body of a reply becomes the values of its outputs; `None` unless it is plainly right.

use serde_json::Value;

use super::pairs;
use super::text::Text;
use crate::invocation::result::{Manner, accept};
use crate::signature::OutputParameter;

/// The values by position; `None` unless the reply is plainly right.
pub(in crate::invocation) fn read(
    outputs: &[OutputParameter],
    body: &[u8],
) -> Option<Vec<Option<Value>>> {
    let text = std::str::from_utf8(body).ok()?;
    let mut text = Text::new(text);
    text.token(b"{")?;
    text.token(b"\"output_parameters\"")?;
    text.token(b":")?;
    let name = |output: &OutputParameter, name: &str| output.name == name;
    let values = pairs::read(&mut text, outputs, name, value)?;
    text.token(b"}")?;
    text.is_over().then_some(values)
}

/// A value of the output's type; the inner `None` is `null`.
fn value(text: &mut Text<'_>, output: &OutputParameter) -> Option<Option<Value>> {
    let value = text.scalar()?.map_or(Value::Null, Value::from);
    accept(&output.kind, value, Manner::Client).ok()
}
