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
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}: not valid JSON: {}",
            self.line, self.column, self.message
        )
    }
}

impl std::error::Error for SyntaxError {}

impl SyntaxError {
    pub(crate) fn new(text: &[u8], error: &serde_json::Error) -> Self {
        let place = format!(" at line {} column {}", error.line(), error.column());
        let words = error.to_string();
        let message = inert(words.strip_suffix(&place).unwrap_or(&words));
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
