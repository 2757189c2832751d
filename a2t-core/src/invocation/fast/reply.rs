//! The fast path of a reply (`docs/performance.md`, "one call of a generated client"): spelt as programs
//! spell it, and plainly right. [`result`](super::result) reads any other.

use serde_json::Value;

use super::pairs;
use super::result::{Manner, accept};
use super::text::Text;
use crate::signature::OutputParameter;

/// The values by position; `None` unless the reply is plainly right.
pub(super) fn read(outputs: &[OutputParameter], body: &[u8]) -> Option<Vec<Option<Value>>> {
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
