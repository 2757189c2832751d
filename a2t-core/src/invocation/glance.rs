//! The shortest way through a reply: spelt as programs spell it, without escapes in its strings, and
//! plainly right. Of any other it says nothing, and a slower reader does.

use serde_json::Value;

use super::text::Text;
use crate::signature::{OutputParameter, OutputType};

/// The values by position; `None` unless the reply is plainly right.
pub(super) fn read(outputs: &[OutputParameter], body: &[u8]) -> Option<Vec<Option<Value>>> {
    let text = std::str::from_utf8(body).ok()?;
    let mut text = Text::new(text);
    text.token(b"{")?;
    text.token(b"\"output_parameters\"")?;
    text.token(b":")?;
    let values = pairs(&mut text, outputs)?;
    text.token(b"}")?;
    text.is_over().then_some(values)
}

/// The array of pairs.
fn pairs(text: &mut Text<'_>, outputs: &[OutputParameter]) -> Option<Vec<Option<Value>>> {
    // `given` has a bit for each output.
    if outputs.len() > u64::BITS as usize {
        return None;
    }
    let mut values = Vec::with_capacity(outputs.len());
    values.resize_with(outputs.len(), || None);
    // Servers mostly keep the order of the signature: `guess` is the position to try first.
    let (mut given, mut guess) = (0_u64, 0);
    text.token(b"[")?;
    let mut more = !text.skips(b"]");
    while more {
        text.token(b"{")?;
        text.token(b"\"name\"")?;
        text.token(b":")?;
        let position = position(outputs, text.string()?, guess)?;
        text.token(b",")?;
        text.token(b"\"value\"")?;
        text.token(b":")?;
        *values.get_mut(position)? = value(text, &outputs.get(position)?.kind)?;
        text.token(b"}")?;
        let bit = 1 << position;
        if given & bit != 0 {
            return None;
        }
        (given, guess) = (given | bit, position + 1);
        more = text.skips(b",");
        if !more {
            text.token(b"]")?;
        }
    }
    Some(values)
}

fn position(outputs: &[OutputParameter], name: &str, guess: usize) -> Option<usize> {
    match outputs.get(guess) {
        Some(output) if output.name == name => Some(guess),
        _ => outputs.iter().position(|output| output.name == name),
    }
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
