//! The body of a call becomes the values of its inputs; `None` unless it is plainly right.

use super::pairs;
use super::text::Text;
use crate::invocation::Scalar;
use crate::invocation::judge::verdict;
use crate::signature::{InputParameter, InputType, ToolSignature};

pub(in crate::invocation) fn read<'a>(
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
    let values = inputs(&mut text, &signature.input_parameters)?;
    text.token(b"}")?;
    text.is_over().then_some(values)
}

fn inputs<'a>(text: &mut Text<'a>, inputs: &[InputParameter]) -> Option<Vec<Option<Scalar<'a>>>> {
    let name = |input: &InputParameter, name: &str| input.name == name;
    let values = pairs::read(text, inputs, name, |text, input| value(text, &input.kind))?;
    let mut filled = inputs.iter().zip(&values);
    let complete = filled.all(|(input, value)| value.is_some() || !input.required);
    complete.then_some(values)
}

/// A value that the input takes; the inner `None` is `null`.
#[inline]
fn value<'a>(text: &mut Text<'a>, kind: &InputType) -> Option<Option<Scalar<'a>>> {
    let value = text.scalar()?;
    let right = value.as_ref().is_none_or(|value| verdict(kind, value).is_ok());
    right.then_some(value)
}
