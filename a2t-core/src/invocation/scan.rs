//! The shortest way through an invocation: spelt as programs spell it, without escapes in its
//! strings, and plainly right. Of any other it says nothing, and a slower reader does.

use std::borrow::Cow;

use super::Scalar;
use super::judge::{fits, listed, short_enough};
use crate::signature::{InputParameter, InputType, ToolSignature};

/// The values by position, each checked; `None` unless the invocation is plainly right.
pub(super) fn read<'a>(
    signature: &ToolSignature,
    body: &'a [u8],
) -> Option<Vec<Option<Scalar<'a>>>> {
    let text = std::str::from_utf8(body).ok()?;
    let mut text = Text { text, at: 0 };
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

/// The array of pairs.
fn pairs<'a>(text: &mut Text<'a>, inputs: &[InputParameter]) -> Option<Vec<Option<Scalar<'a>>>> {
    // `given` has a bit for each input.
    if inputs.len() > u64::BITS as usize {
        return None;
    }
    let mut values = Vec::with_capacity(inputs.len());
    values.resize_with(inputs.len(), || None);
    // Callers mostly keep the order of the signature: `guess` is the position to try first.
    let (mut given, mut guess) = (0_u64, 0);
    text.token(b"[")?;
    let mut more = !text.skips(b"]");
    while more {
        text.token(b"{")?;
        text.token(b"\"name\"")?;
        text.token(b":")?;
        let position = position(inputs, text.string()?, guess)?;
        text.token(b",")?;
        text.token(b"\"value\"")?;
        text.token(b":")?;
        *values.get_mut(position)? = value(text, &inputs.get(position)?.kind)?;
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
    let mut filled = inputs.iter().zip(&values);
    let complete = filled.all(|(input, value)| value.is_some() || !input.required);
    complete.then_some(values)
}

fn position(inputs: &[InputParameter], name: &str, guess: usize) -> Option<usize> {
    match inputs.get(guess) {
        Some(input) if input.name == name => Some(guess),
        _ => inputs.iter().position(|input| input.name == name),
    }
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

/// The digits that every 64-bit integer has room for.
const DIGITS: usize = 18;

/// A text, and how far it has been read.
struct Text<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Text<'a> {
    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.text.as_bytes().get(self.at) {
            self.at += 1;
        }
    }

    fn is_over(&mut self) -> bool {
        self.space();
        self.at == self.text.len()
    }

    /// Whether this follows; then it is behind.
    #[inline]
    fn skips<const N: usize>(&mut self, token: &[u8; N]) -> bool {
        self.space();
        let follows = self.rest().first_chunk() == Some(token);
        if follows {
            self.at += N;
        }
        follows
    }

    #[inline]
    fn token<const N: usize>(&mut self, token: &[u8; N]) -> Option<()> {
        self.skips(token).then_some(())
    }

    /// A string without escapes.
    fn string(&mut self) -> Option<&'a str> {
        self.token(b"\"")?;
        let end = self.at + end_of_string(self.rest())?;
        let string = self.text.get(self.at..end);
        self.at = end + 1;
        string
    }

    /// An integer without fraction and exponent, and not `-0`, which is a float.
    fn integer(&mut self) -> Option<i64> {
        self.space();
        let negative = self.skips(b"-");
        let rest = self.rest();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit());
        let (mut length, mut value) = (0, 0_i64);
        for digit in digits.take(DIGITS + 1) {
            value = value.wrapping_mul(10).wrapping_add(i64::from(digit - b'0'));
            length += 1;
        }
        let leading_zero = rest.first() == Some(&b'0') && (length > 1 || negative);
        let more = matches!(rest.get(length), Some(b'.' | b'e' | b'E'));
        if length == 0 || length > DIGITS || leading_zero || more {
            return None;
        }
        self.at += length;
        Some(if negative { -value } else { value })
    }
}

/// Where the string ends, eight bytes at a time; `None` where an escape or a control comes first.
fn end_of_string(bytes: &[u8]) -> Option<usize> {
    let (words, tail) = bytes.as_chunks::<8>();
    let mut end = 0;
    for word in words {
        let marks = marks(u64::from_le_bytes(*word));
        if marks != 0 {
            end += marks.trailing_zeros() as usize / 8;
            return (bytes.get(end) == Some(&b'"')).then_some(end);
        }
        end += 8;
    }
    let rest = tail
        .iter()
        .position(|byte| matches!(byte, b'"' | b'\\' | ..=0x1f))?;
    (tail.get(rest) == Some(&b'"')).then_some(end + rest)
}

/// The highest bit of the first byte of eight that is a quote, a backslash or a control; those above
/// it say nothing.
fn marks(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 0xff;
    let below = |word: u64, bound: u64| word.wrapping_sub(ONES * bound) & !word;
    let found = below(word, 0x20) | below(word ^ (ONES * 0x22), 1) | below(word ^ (ONES * 0x5c), 1);
    found & (ONES * 0x80)
}
