//! Why there is no generated client: every mistake with file, line and column, and what to do.

use std::fmt;
use std::path::Path;

use a2t_core::error::inert;

use crate::source::{Fault, Mistake, Refusal};

/// Why no client was generated.
///
/// `Debug` prints the same text as `Display`, so that a build script can return it from `main`.
pub struct Error {
    lines: Vec<String>,
}

impl Error {
    /// A mistake of the build script, or of the system it runs on.
    pub(crate) fn new(line: impl Into<String>) -> Self {
        Self {
            lines: vec![line.into()],
        }
    }

    pub(crate) fn io(action: &str, path: &Path, error: &std::io::Error) -> Self {
        Self::new(format!("cannot {action} {}: {error}", shown(path)))
    }

    /// What is wrong with the document at `path`.
    pub(crate) fn refused(path: &Path, refusal: &Refusal) -> Self {
        let path = shown(path);
        let line = |mistake: &Mistake| match &mistake.fault {
            Fault::Rule(violation) => format!("{path}:{mistake}; {}", violation.code.hint()),
            Fault::Syntax(_) => {
                format!("{path}:{mistake}; restore the file, or fetch the catalog anew")
            }
            Fault::Edited(_) | Fault::Retired(_) => format!("{path}:{mistake}"),
        };
        let mut lines: Vec<_> = refusal.mistakes.iter().map(line).collect();
        if refusal.more > 0 {
            lines.push(format!("{path}: and {} more", refusal.more));
        }
        Self { lines }
    }

    /// One text for each mistake.
    pub(crate) fn lines(lines: impl IntoIterator<Item = String>) -> Self {
        Self {
            lines: lines.into_iter().collect(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no client was generated:")?;
        self.lines
            .iter()
            .try_for_each(|line| write!(f, "\n  {line}"))
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

/// A path as one line.
pub(crate) fn shown(path: &Path) -> String {
    inert(&path.to_string_lossy())
}
