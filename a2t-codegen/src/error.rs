//! Why there is no generated client: every mistake with file, line and column, and what to do.

use std::fmt;
use std::path::Path;

use a2t_core::error::inert;
use a2t_core::json::locate_all;
use a2t_core::{Invalid, Violation};

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
    pub(crate) fn document(path: &Path, text: &[u8], invalid: &Invalid) -> Self {
        let path = shown(path);
        match invalid {
            Invalid::Syntax(error) => {
                let remedy = "restore the file, or fetch the catalog anew";
                Self::new(format!("{path}:{error}; {remedy}"))
            }
            Invalid::Rules(violations) => {
                let text = String::from_utf8_lossy(text);
                let pointers = violations.iter().map(|violation| &*violation.pointer);
                let places = locate_all(&text, pointers);
                let mut found: Vec<_> = places.into_iter().zip(violations).collect();
                found.sort_by_key(|(place, _)| *place);
                let line = |((line, column), violation): ((usize, usize), &Violation)| {
                    let hint = violation.code.hint();
                    format!("{path}:{line}:{column}: {violation}; {hint}")
                };
                let mut lines: Vec<_> = found.into_iter().map(line).collect();
                if violations.more() > 0 {
                    lines.push(format!("{path}: and {} more", violations.more()));
                }
                Self { lines }
            }
        }
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
