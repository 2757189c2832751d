//! One thing that a lint found, whoever found it.

use a2t_core::Violation;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::command) enum Level {
    Error,
    Warning,
    Note,
}

impl Level {
    /// As compilers and SARIF spell it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// Where it is.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    /// The page of a fetched catalog, from 0.
    pub(super) page: usize,
    /// A JSON pointer into the document.
    pub(super) pointer: String,
    /// Line, from 1.
    pub(super) line: usize,
    /// Column, from 1.
    pub(super) column: usize,
}

/// What was found, which rule says so, and what to do.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) level: Level,
    pub(super) rule: &'static str,
    pub(super) code: &'static str,
    /// On one line, safe for a terminal.
    pub(super) message: String,
    pub(super) hint: &'static str,
    pub(super) place: Place,
    /// The rule of the draft that is broken, with all that it says.
    pub(super) violation: Option<Violation>,
    /// The dialects that do not take it.
    pub(super) dialects: Vec<&'static str>,
}
