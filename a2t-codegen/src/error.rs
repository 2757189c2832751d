//! Error of generation: lines with file, line and column, and what to do.

use std::fmt;
use std::path::Path;

use a2t_core::error::inert;

/// Error of generation: everything that is wrong, a line each.
///
/// `Debug` prints the same text as `Display`, so that a build script can return it from `main`.
pub struct Error {
    lines: Vec<String>,
}

impl Error {
    pub(crate) fn new(line: impl Into<String>) -> Self {
        Self { lines: vec![line.into()] }
    }

    pub(crate) fn io(action: &str, path: &Path, error: &std::io::Error) -> Self {
        Self::new(format!("cannot {action} {}: {error}", shown(path)))
    }

    pub(crate) fn lines(lines: impl IntoIterator<Item = String>) -> Self {
        Self { lines: lines.into_iter().collect() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no client was generated:")?;
        self.lines.iter().try_for_each(|line| write!(f, "\n  {line}"))
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
