//! The shortest way through a reply: spelt as programs spell it, without escapes in its strings, and
//! plainly right. Of any other it says nothing, and a slower reader does.

use serde_json::Value;

use super::pairs;
use super::text::Text;
use crate::signature::{OutputParameter, OutputType};

/// The values by position; `None` unless the reply is plainly right.
pub(super) fn read(outputs: &[OutputParameter], body: &[u8]) -> Option<Vec<Option<Value>>> {
    let text = std::str::from_utf8(body).ok()?;
    let mut text = Text::new(text);
    text.token(b"{")?;
    text.token(b"\"output_parameters\"")?;
    text.token(b":")?;
    let name = |output: &OutputParameter, name: &str| output.name == name;
    let read = |text: &mut Text<'_>, output: &OutputParameter| value(text, &output.kind);
    let values = pairs::read(&mut text, outputs, name, read)?;
    text.token(b"}")?;
    text.is_over().then_some(values)
}

/// A value of the output's type; the inner `None` is `null`. What is in a `json` is not looked at here.
fn value(text: &mut Text<'_>, kind: &OutputType) -> Option<Option<Value>> {
    if *kind == OutputType::Json {
        return None;
    }
    if text.skips(b"null") {
        return Some(None);
    }
    let value = match kind {
        // A client takes an enum's names that are not listed: they are a newer server's.
        OutputType::String | OutputType::Enum { .. } => Value::String(text.string()?.to_owned()),
        OutputType::Int => text.integer()?.into(),
        OutputType::Boolean if text.skips(b"true") => true.into(),
        OutputType::Boolean => text.skips(b"false").then_some(false)?.into(),
        OutputType::Json => return None,
    };
    Some(Some(value))
}
