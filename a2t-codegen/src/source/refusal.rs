//! A document that is not accepted: everything that is wrong, by line and column.

use std::fmt;
use std::path::Path;

use a2t_core::error::{SyntaxError, inert};
use a2t_core::published::Tombstone;
use a2t_core::{Violation, Violations, json};

use crate::error::{Error, shown};
use crate::snapshot;

/// A document is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// Everything that is wrong, in document order, at least one thing.
    pub diagnostics: Vec<Diagnostic>,
    /// Number of further diagnostics.
    pub more: usize,
    /// The members that the protocol does not define, which readers ignore (reading AMB-28).
    pub unknown: Vec<Diagnostic>,
}

impl Refusal {
    fn new(diagnostics: Vec<Diagnostic>) -> Self {
        let (more, unknown) = (0, Vec::new());
        Self { diagnostics, more, unknown }
    }

    pub(super) fn at(&self, path: &Path) -> Error {
        let path = shown(path);
        let line = |diagnostic: &Diagnostic| match &diagnostic.reason {
            Reason::Rule(violation) => format!("{path}:{diagnostic}; {}", violation.code.hint()),
            Reason::Syntax(_) => {
                format!("{path}:{diagnostic}; restore the file, or fetch the catalog anew")
            }
            Reason::Edited(_) | Reason::Retired(_) => format!("{path}:{diagnostic}"),
        };
        let more = (self.more > 0).then(|| format!("{path}: and {} more", self.more));
        Error::lines(self.diagnostics.iter().map(line).chain(more))
    }
}

/// One thing that is wrong with a document; it prints as `LINE:COLUMN: what`, safe for a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The reason.
    pub reason: Reason,
}

impl Diagnostic {
    pub(crate) fn new(line: usize, column: usize, reason: Reason) -> Self {
        Self { line, column, reason }
    }
}

/// Reason at one place of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is not JSON.
    Syntax(String),
    /// It breaks a rule of the protocol.
    Rule(Violation),
    /// It differs from what was approved: the difference, and what to do.
    Edited(String),
    /// It is the record that a published version was taken back, and no signature.
    Retired(String),
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.line, self.column)?;
        match &self.reason {
            Reason::Syntax(message) => write!(f, "not valid JSON: {}", inert(message)),
            Reason::Rule(violation) => write!(f, "{violation}"),
            Reason::Edited(message) => f.write_str(message),
            Reason::Retired(message) => {
                write!(f, "{message}; name another version, or the folder of all")
            }
        }
    }
}

/// The violations as diagnostics of a document's text, in its order.
pub fn located(text: &str, violations: &Violations) -> Vec<Diagnostic> {
    let mut found = placed(text, violations);
    found.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
    found
}

/// Violations of a document, each at its place, in their order.
pub fn placed<'v>(
    text: &str,
    violations: impl IntoIterator<Item = &'v Violation> + Clone,
) -> Vec<Diagnostic> {
    let pointers = violations.clone().into_iter();
    let places = json::locate_all(text, pointers.map(|violation| &*violation.pointer));
    let located = places.into_iter().zip(violations);
    located
        .map(|((line, column), violation)| {
            Diagnostic::new(line, column, Reason::Rule(violation.clone()))
        })
        .collect()
}

pub(super) fn refused(text: &str, violations: &Violations, unknown: &Violations) -> Refusal {
    Refusal {
        diagnostics: located(text, violations),
        more: violations.more(),
        unknown: located(text, unknown),
    }
}

pub(super) fn retired(tombstone: &Tombstone) -> Refusal {
    let message = format!(
        "not a signature: version {} of the tool {} was retired, \"{}\"",
        tombstone.version,
        tombstone.tool_id,
        inert(&tombstone.reason)
    );
    Refusal::new(vec![Diagnostic::new(1, 1, Reason::Retired(message))])
}

pub(super) fn edited(error: &snapshot::ReadError) -> Refusal {
    let diagnostic = |found: &snapshot::Diagnostic| {
        Diagnostic::new(found.line, found.column, Reason::Edited(found.message.clone()))
    };
    Refusal::new(error.diagnostics().iter().map(diagnostic).collect())
}

/// Broken text with the layout of a snapshot was edited, near a tool that can be named.
pub(super) fn not_json(text: &str, error: &SyntaxError) -> Refusal {
    if snapshot::looks_written(text) {
        return edited(&snapshot::broken(text, error));
    }
    let reason = Reason::Syntax(error.message.clone());
    Refusal::new(vec![Diagnostic::new(error.line, error.column, reason)])
}
