//! The fast path: a call or a reply that is spelt as programs spell it, and plainly right, in one pass
//! that borrows its text. What else is right, and every word for what is wrong, is for
//! [`envelope`](super::envelope) and [`result`](super::result). It moves the rows "four arguments from
//! bytes", "one invocation" and "one call of a generated client" of `docs/performance.md`.

mod text;

use serde_json::Value;

pub(super) use text::is_plain;

use self::text::Text;
use super::Scalar;
use super::accept::{Manner, accept};
use super::scalar::verdict;
use crate::signature::{InputParameter, InputType, OutputParameter, ToolSignature};

/// The values of a call's inputs by position; `None` unless the call is plainly right.
pub(super) fn call<'a>(
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
    let values = pairs(text, inputs, name, |text, input| argument(text, &input.kind))?;
    let mut filled = inputs.iter().zip(&values);
    let complete = filled.all(|(input, value)| value.is_some() || !input.required);
    complete.then_some(values)
}

/// A value that the input takes; the inner `None` is `null`.
#[inline]
fn argument<'a>(text: &mut Text<'a>, kind: &InputType) -> Option<Option<Scalar<'a>>> {
    let value = text.scalar()?;
    let right = value.as_ref().is_none_or(|value| verdict(kind, value).is_ok());
    right.then_some(value)
}

/// The values of a reply's outputs by position; `None` unless the reply is plainly right.
pub(super) fn reply(outputs: &[OutputParameter], body: &[u8]) -> Option<Vec<Option<Value>>> {
    let text = std::str::from_utf8(body).ok()?;
    let mut text = Text::new(text);
    text.token(b"{")?;
    text.token(b"\"output_parameters\"")?;
    text.token(b":")?;
    let name = |output: &OutputParameter, name: &str| output.name == name;
    let values = pairs(&mut text, outputs, name, output)?;
    text.token(b"}")?;
    text.is_over().then_some(values)
}

/// A value of the output's type; the inner `None` is `null`.
fn output(text: &mut Text<'_>, output: &OutputParameter) -> Option<Option<Value>> {
    let value = text.scalar()?.map_or(Value::Null, Value::from);
    accept(&output.kind, value, Manner::Client).ok()
}

/// The array of name/value pairs that a call and a reply share, in one pass over its text.
///
/// Returns the values by position, each as `value` reads it. Returns `None` if `is_called` finds no
/// parameter of a name, if a name occurs twice, or if the text is not spelt as programs write it.
// Inside its caller, as each closure is too: apart, they take 250 instructions of an invocation more.
#[inline]
fn pairs<'a, P, V>(
    text: &mut Text<'a>,
    parameters: &[P],
    is_called: impl Fn(&P, &str) -> bool,
    value: impl Fn(&mut Text<'a>, &P) -> Option<Option<V>>,
) -> Option<Vec<Option<V>>> {
    // `given` has a bit for each parameter.
    if parameters.len() > u64::BITS as usize {
        return None;
    }
    let mut values = Vec::with_capacity(parameters.len());
    values.resize_with(parameters.len(), || None);
    // Programs mostly keep the order of the signature: `guess` is the position to try first.
    let (mut given, mut guess) = (0_u64, 0);
    text.token(b"[")?;
    let mut more = !text.skips(b"]");
    while more {
        text.token(b"{")?;
        text.token(b"\"name\"")?;
        text.token(b":")?;
        let name = text.string()?;
        let position = match parameters.get(guess) {
            Some(parameter) if is_called(parameter, name) => guess,
            _ => parameters.iter().position(|parameter| is_called(parameter, name))?,
        };
        text.token(b",")?;
        text.token(b"\"value\"")?;
        text.token(b":")?;
        *values.get_mut(position)? = value(text, parameters.get(position)?)?;
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
