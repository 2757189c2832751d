//! Text that is not JSON: where, and what is wrong.

use std::fmt;

use super::inert;

/// The text is not JSON, or not JSON that is read here.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SyntaxError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Description, for a human.
    pub message: String,
}

/// Beginning of the message for a value that has more levels of arrays and objects than are read.
pub(crate) const TOO_DEEP: &str = "nested more than";

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.line, self.column)?;
        // A document that is nested too deep is JSON.
        if !self.message.starts_with(TOO_DEEP) {
            f.write_str("not valid JSON: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for SyntaxError {}

impl SyntaxError {
    pub(crate) fn new(text: &[u8], error: &serde_json::Error) -> Self {
        if let Some(message) = encoding(text) {
            let message = message.to_owned();
            return Self { line: 1, column: 1, message };
        }
        let suffix = format!(" at line {} column {}", error.line(), error.column());
        let words = error.to_string();
        let message = inert(words.strip_suffix(&suffix).unwrap_or(&words));
        let mut lines = text.split(|byte| *byte == b'\n');
        let line = lines.nth(error.line().saturating_sub(1)).unwrap_or(b"");
        let before = line.get(..error.column()).unwrap_or(line);
        Self {
            line: error.line(),
            column: String::from_utf8_lossy(before).chars().count().max(1),
            message,
        }
    }
}

/// Fault of the encoding of a text that is not JSON: JSON is UTF-8 without a byte order mark
/// (RFC 8259, section 8.1).
fn encoding(text: &[u8]) -> Option<&'static str> {
    match text {
        [0xef, 0xbb, 0xbf, ..] => {
            Some("begins with a byte order mark (U+FEFF); save it as UTF-8 without one")
        }
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some(WIDE),
        [first, second, ..] if (*first == 0) != (*second == 0) => Some(WIDE),
        _ => None,
    }
}

const WIDE: &str = "is UTF-16, or another encoding of two bytes; save it as UTF-8";
