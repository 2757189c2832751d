//! The shortest way through an invocation: spelt as programs spell it, without escapes in its
//! strings, and plainly right. Of any other it says nothing, and a slower reader does.

use std::borrow::Cow;

use super::Scalar;
use super::judge::{fits, listed, short_enough};
use super::text::Text;
use crate::signature::{InputParameter, InputType, ToolSignature};

/// The values by position, each checked; `None` unless the invocation is plainly right.
pub(super) fn read<'a>(
    signature: &ToolSignature,
    body: &'a [u8],
) -> Option<Vec<Option<Scalar<'a>>>> {
    let text = std::str::from_utf8(body).ok()?;
    let mut text = Text::new(text);
    text.token(b"{")?;
    if text.skips(b"\"name\"") {
        text.token(b":")?;
        (text.string()? == signature.name).then_some(())?;
        text.token(b",")?;
    }
    text.token(b"\"input_parameters\"")?;
    text.token(b":")?;
    let values = pairs(&mut text, &signature.input_parameters)?;
    text.token(b"}")?;
    text.is_over().then_some(values)
}

/// The array of pairs, every required input among them.
fn pairs<'a>(text: &mut Text<'a>, inputs: &[InputParameter]) -> Option<Vec<Option<Scalar<'a>>>> {
    let name = |input: &InputParameter, name: &str| input.name == name;
    let values = super::pairs::read(text, inputs, name, |text, input| value(text, &input.kind))?;
    let mut filled = inputs.iter().zip(&values);
    let complete = filled.all(|(input, value)| value.is_some() || !input.required);
    complete.then_some(values)
}

/// A value that the input takes; the inner `None` is `null`.
fn value<'a>(text: &mut Text<'a>, kind: &InputType) -> Option<Option<Scalar<'a>>> {
    if text.skips(b"null") {
        return Some(None);
    }
    let value = match kind {
        InputType::String { max_length } => {
            let text = text.string()?;
            short_enough(*max_length, text).then_some(Scalar::String(Cow::Borrowed(text)))
        }
        InputType::Enum { allowed_values } => {
            let name = text.string()?;
            listed(allowed_values, name).then_some(Scalar::String(Cow::Borrowed(name)))
        }
        InputType::Int { min, max } => {
            let value = text.integer()?;
            fits(*min, *max, value).then_some(Scalar::Int(value))
        }
        InputType::Boolean if text.skips(b"true") => Some(Scalar::Boolean(true)),
        InputType::Boolean => text.skips(b"false").then_some(Scalar::Boolean(false)),
    };
    value.map(Some)
}
