//! Errors of documents, and their lines in the error of a build.

use std::path::Path;

use a2t_core::Violations;
use a2t_core::document::{Diagnostic, DocumentError, Reason, located};
use a2t_core::error::{SyntaxError, inert};
use a2t_core::published::Tombstone;
use a2t_schema::snapshot;

use crate::error::{Error, shown};

/// Returns the error of a build: every diagnostic of the file at this path.
pub(super) fn at(error: &DocumentError, path: &Path) -> Error {
    let path = shown(path);
    let line = |diagnostic: &Diagnostic| match &diagnostic.reason {
        Reason::Rule(violation) => format!("{path}:{diagnostic}; {}", violation.code.hint()),
        Reason::Syntax(_) => {
            format!("{path}:{diagnostic}; restore the file, or fetch the catalog again")
        }
        _ => format!("{path}:{diagnostic}"),
    };
    let more = (error.more > 0).then(|| format!("{path}: and {} more", error.more));
    Error::lines(error.diagnostics.iter().map(line).chain(more))
}

pub(super) fn refused(text: &str, violations: &Violations, unknown: &Violations) -> DocumentError {
    let mut error = DocumentError::new(text, violations);
    error.unknown = located(text, unknown);
    error
}

pub(super) fn retired(tombstone: &Tombstone) -> DocumentError {
    let message = format!(
        "not a signature: version {} of the tool {} was retired, \"{}\"",
        tombstone.version,
        tombstone.tool_id,
        inert(&tombstone.reason)
    );
    vec![Diagnostic::new(1, 1, Reason::Retired(message))].into()
}

/// Broken text with the layout of a snapshot was edited, near a tool that can be named.
pub(super) fn not_json(text: &str, error: &SyntaxError) -> DocumentError {
    if snapshot::looks_written(text) {
        return snapshot::broken(text, error);
    }
    let reason = Reason::Syntax(error.message.clone());
    vec![Diagnostic::new(error.line, error.column, reason)].into()
}
