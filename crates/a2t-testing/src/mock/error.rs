//! Error of a mock server that does not start or does not take an answer.

use std::fmt;

use a2t_core::error::{inert, nearest};
use a2t_core::{ToolSignature, ValidationError};

use a2t_server::ServeError;

/// Error of a mock server that does not start or does not take an answer.
#[non_exhaustive]
pub enum MockError {
    /// The catalog breaks the protocol, or outputs break the signature.
    Invalid(ValidationError),
    /// No tool has this name.
    Unlisted {
        /// The name.
        name: String,
        /// The name that was probably meant.
        meant: Option<String>,
    },
    /// The tool's signature does not list the error.
    UnlistedError {
        /// The tool.
        tool: String,
        /// The error.
        name: String,
        /// The error that was probably meant.
        meant: Option<String>,
    },
    /// Members of an error that are not an object of names and values.
    Members,
    /// Outputs that are not an object of names and values.
    Outputs,
    /// Arguments that are not an object of names and values.
    Arguments,
    /// [`Failure::disconnected`](super::Failure::disconnected), which a server that listens cannot
    /// do.
    Disconnected,
    /// The address cannot be listened on.
    Serve(ServeError),
}

impl MockError {
    pub(super) fn document(invalid: ValidationError) -> Self {
        Self::Invalid(invalid)
    }

    pub(super) fn error(tool: &ToolSignature, name: &str) -> Self {
        let meant = nearest(name, tool.errors.iter().map(|listed| &*listed.name));
        let (tool, name, meant) =
            (tool.name.to_string(), name.to_owned(), meant.map(str::to_owned));
        Self::UnlistedError { tool, name, meant }
    }
}

impl fmt::Display for MockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(invalid) => invalid.fmt(f),
            Self::Unlisted { name, meant } => {
                write!(f, "no tool is called `{}`", inert(name))?;
                match meant {
                    Some(meant) => write!(f, "; did you mean `{}`?", inert(meant)),
                    None => Ok(()),
                }
            }
            Self::UnlistedError { tool, name, meant } => {
                write!(f, "`{}` lists no error `{}`", inert(tool), inert(name))?;
                match meant {
                    Some(meant) => write!(f, "; did you mean `{}`?", inert(meant)),
                    None => Ok(()),
                }
            }
            Self::Members => f.write_str(
                "members of an error are an object of names and values, such as \
                 json!({\"until\": \"2026-12-01\"}), or json!({})",
            ),
            Self::Outputs => f.write_str(
                "outputs are an object of names and values, such as json!({\"temperature\": 21})",
            ),
            Self::Arguments => f.write_str(
                "arguments are an object of names and values, such as json!({\"city\": \"Omaha\"})",
            ),
            Self::Disconnected => f.write_str(
                "a mock server that listens takes every connection; drop it to be disconnected, \
                 or write `Failure::interrupted()`",
            ),
            Self::Serve(error) => error.fmt(f),
        }
    }
}

/// Prints as [`Display`](fmt::Display) does, because a test that ends in `unwrap` prints this.
impl fmt::Debug for MockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for MockError {}
