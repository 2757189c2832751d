//! The fast path of an invocation (`docs/performance.md`, "four arguments from bytes"): spelt as programs
//! spell it, and plainly right. [`envelope`](super::envelope) reads any other.

use super::Scalar;
use super::judge::verdict;
use super::text::Text;
use crate::signature::{InputParameter, InputType, ToolSignature};

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
    let value = text.scalar()?;
    let right = value
        .as_ref()
        .is_none_or(|value| verdict(kind, value).is_ok());
    right.then_some(value)
}
