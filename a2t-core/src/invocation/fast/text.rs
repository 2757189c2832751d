//! JSON as programs spell it, token by token: its text in, strings and integers out.

use std::borrow::Cow;

use crate::invocation::Scalar;

const DIGITS: usize = 18;

pub(super) struct Text<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Text<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.text.as_bytes().get(self.at) {
            self.at += 1;
        }
    }

    pub(super) fn is_over(&mut self) -> bool {
        self.space();
        self.at == self.text.len()
    }

    #[inline]
    pub(super) fn skips<const N: usize>(&mut self, token: &[u8; N]) -> bool {
        self.space();
        let follows = self.rest().first_chunk() == Some(token);
        if follows {
            self.at += N;
        }
        follows
    }

    #[inline]
    pub(super) fn token<const N: usize>(&mut self, token: &[u8; N]) -> Option<()> {
        self.skips(token).then_some(())
    }

    /// A string, an integer or a boolean; the inner `None` is `null`.
    #[inline(always)]
    pub(super) fn scalar(&mut self) -> Option<Option<Scalar<'a>>> {
        self.space();
        let value = match self.text.as_bytes().get(self.at)? {
            b'"' => {
                let start = self.at;
                Scalar::String(match self.string() {
                    Some(text) => Cow::Borrowed(text),
                    None => Cow::Owned(self.escaped(start)?),
                })
            }
            b't' => self.token(b"true").map(|()| Scalar::Boolean(true))?,
            b'f' => self.token(b"false").map(|()| Scalar::Boolean(false))?,
            b'n' => return self.token(b"null").map(|()| None),
            _ => Scalar::Int(self.integer()?),
        };
        Some(Some(value))
    }

    pub(super) fn string(&mut self) -> Option<&'a str> {
        self.token(b"\"")?;
        let end = self.at + end_of_string(self.rest())?;
        let string = self.text.get(self.at..end);
        self.at = end + 1;
        string
    }

    #[cold]
    fn escaped(&mut self, start: usize) -> Option<String> {
        let mut texts = serde_json::Deserializer::from_str(self.text.get(start..)?).into_iter();
        let text = texts.next()?.ok()?;
        self.at = start + texts.byte_offset();
        Some(text)
    }

    /// An integer without fraction and exponent, and not `-0`, which is a float.
    pub(super) fn integer(&mut self) -> Option<i64> {
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

pub(in crate::invocation) fn is_plain(text: &str) -> bool {
    let (words, tail) = text.as_bytes().as_chunks::<8>();
    let plain = |byte: &u8| !matches!(byte, b'"' | b'\\' | ..=0x1f);
    words.iter().all(|word| marks(u64::from_le_bytes(*word)) == 0) && tail.iter().all(plain)
}

/// End of the string, eight bytes at a time; `None` where an escape or a control comes first.
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
    let rest = tail.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..=0x1f))?;
    (tail.get(rest) == Some(&b'"')).then_some(end + rest)
}

/// The highest bit of the first byte of eight that is a quote, a backslash or a control; the bits
/// above it have no meaning.
fn marks(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 0xff;
    let below = |word: u64, bound: u64| word.wrapping_sub(ONES * bound) & !word;
    let found = below(word, 0x20) | below(word ^ (ONES * 0x22), 1) | below(word ^ (ONES * 0x5c), 1);
    found & (ONES * 0x80)
}
