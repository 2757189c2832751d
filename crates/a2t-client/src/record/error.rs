//! Error of a recording that cannot be read or written.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Error of a recording that cannot be read or written: which file, which line, what is wrong, and
/// what to do.
#[derive(Debug)]
pub struct RecordingError {
    path: Option<PathBuf>,
    line: Option<usize>,
    fault: String,
    cause: Option<io::Error>,
}

impl RecordingError {
    pub(super) fn new(fault: impl Into<String>) -> Self {
        Self { path: None, line: None, fault: fault.into(), cause: None }
    }

    pub(super) fn io(path: &Path, doing: &str, cause: io::Error) -> Self {
        let fault = format!("cannot be {doing}: {cause}");
        Self { cause: Some(cause), ..Self::new(fault).with_path(path) }
    }

    pub(super) fn with_path(self, path: &Path) -> Self {
        Self { path: Some(path.to_owned()), ..self }
    }

    pub(super) fn at(self, line: usize) -> Self {
        Self { line: Some(self.line.unwrap_or(line)), ..self }
    }

    /// Returns the line that does not fit the format, from 1.
    pub fn line(&self) -> Option<usize> {
        self.line
    }
}

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(f, "the recording {}", path.display())?,
            None => f.write_str("the recording")?,
        }
        match self.line {
            Some(line) => write!(f, ", line {line}: {}", self.fault),
            None => write!(f, ": {}", self.fault),
        }
    }
}

impl std::error::Error for RecordingError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause.as_ref().map(|cause| cause as _)
    }
}
