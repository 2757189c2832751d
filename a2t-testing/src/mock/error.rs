//! Error of a mock server that does not start or does not take an answer.

use std::fmt;

use a2t_core::Invalid;
use a2t_core::error::inert;

use a2t_server::ServeError;

/// Error of a mock server that does not start or does not take an answer.
#[non_exhaustive]
pub enum MockError {
    /// The catalog breaks the protocol, or outputs break the signature.
    Invalid(Invalid),
    /// No tool has this name.
    Unlisted {
        /// The name.
        name: String,
        /// The name that was probably meant.
        meant: Option<String>,
    },
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
    pub(super) fn document(invalid: Invalid) -> Self {
        Self::Invalid(invalid)
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
