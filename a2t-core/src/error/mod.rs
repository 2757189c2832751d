//! The table of everything that can be wrong with a document, an invocation or a reply.

mod syntax;
mod text;
mod violation;

use std::fmt;

pub use crate::rule::Code;
pub use syntax::SyntaxError;
pub(crate) use syntax::TOO_DEEP;
pub use text::{escaped, inert, nearest, sanitized};
pub use violation::{Violation, Violations};

/// Why a document, an invocation or a reply is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValidationError {
    /// It is not JSON.
    Syntax(SyntaxError),
    /// It breaks rules of the protocol: all of them, in document order.
    Rules(Violations),
}

impl fmt::Display for ValidationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::Rules(violations) => violations.fmt(f),
        }
    }
}

impl std::error::Error for ValidationError {}

impl From<SyntaxError> for ValidationError {
    fn from(error: SyntaxError) -> Self {
        Self::Syntax(error)
    }
}

impl From<Violations> for ValidationError {
    fn from(violations: Violations) -> Self {
        Self::Rules(violations)
    }
}
