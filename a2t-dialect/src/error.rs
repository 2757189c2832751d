//! What can be wrong with a selection or with a provider's message, in words.

use std::fmt;

use a2t_core::error::inert;
use serde_json::Value;

/// A result with [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why tools could not be shown to a model, or its message not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A message is not of the dialect's shape.
    Message {
        /// The dialect's id.
        dialect: &'static str,
        /// Where: a JSON pointer into the message.
        pointer: String,
        /// What should have been there.
        expected: String,
        /// What was there.
        got: String,
    },
    /// Two selected tools have one name.
    Twins {
        /// The name that both have.
        name: String,
    },
    /// A signature cannot be read; a generated file was edited by hand.
    Signature {
        /// Every violation, as text.
        found: String,
    },
}

impl Error {
    pub(crate) fn message(
        dialect: &'static str,
        pointer: &str,
        expected: &str,
        got: Option<&Value>,
    ) -> Self {
        let got = got.map_or_else(|| "nothing".to_owned(), a2t_core::json::shown);
        Self::Message {
            dialect,
            pointer: pointer.to_owned(),
            expected: expected.to_owned(),
            got,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message {
                dialect,
                pointer,
                expected,
                got,
            } => {
                let at = if pointer.is_empty() {
                    "the message"
                } else {
                    pointer
                };
                write!(
                    f,
                    "{dialect}: {}: expected {expected}, got {}",
                    inert(at),
                    inert(got)
                )
            }
            Self::Twins { name } => write!(
                f,
                "two of the selected tools are called `{}`: give the tools of one vendor a prefix, or select one version of the tool",
                inert(name)
            ),
            Self::Signature { found } => write!(
                f,
                "a signature cannot be read: {}; generate the client anew",
                inert(found)
            ),
        }
    }
}

impl std::error::Error for Error {}
