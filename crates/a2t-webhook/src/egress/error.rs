//! A request that was not sent, or not answered; no message has path or query of its URL.

use std::error::Error as StdError;
use std::fmt;

use a2t_http::Connections;

use crate::egress::PolicyError;

/// A request that was not sent, or got no whole reply.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The policy does not let it go: trying again gets the same answer.
    Refused(PolicyError),
    /// The name was not found, the port is closed, TLS failed, or the connection broke.
    Unreachable {
        /// Scheme, host and port.
        origin: String,
        /// Message of the layer that noticed it.
        reason: String,
    },
    /// It took longer than [`Policy::timeout`](crate::egress::Policy::timeout) or
    /// [`Policy::connect_timeout`](crate::egress::Policy::connect_timeout).
    TimedOut {
        /// Scheme, host and port.
        origin: String,
    },
    /// The body of the reply is longer than [`Policy::max_reply_bytes`](crate::egress::Policy::max_reply_bytes).
    TooLarge {
        /// Scheme, host and port.
        origin: String,
        /// Maximum number of bytes that are read.
        max: usize,
    },
}

impl Error {
    pub(crate) fn new(origin: String, error: &(dyn StdError + 'static)) -> Self {
        let causes = || std::iter::successors(Some(error), |&error| error.source());
        if let Some(refusal) = causes().find_map(|cause| cause.downcast_ref::<PolicyError>()) {
            return Self::Refused(PolicyError::new(origin, refusal.reason.clone()));
        }
        if causes().any(Connections::is_timeout) {
            return Self::TimedOut { origin };
        }
        // The outer ones name only the step, such as "client error (Connect)".
        let reason = causes().last().map(ToString::to_string).unwrap_or_default();
        Self::Unreachable { origin, reason }
    }
}

impl From<PolicyError> for Error {
    fn from(refusal: PolicyError) -> Self {
        Self::Refused(refusal)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Unreachable { origin, reason } => write!(f, "{origin}: not reached: {reason}"),
            Self::TimedOut { origin } => {
                write!(f, "{origin}: no whole reply in time; see `Policy::timeout`")
            }
            Self::TooLarge { origin, max } => {
                write!(
                    f,
                    "{origin}: the reply is longer than {max} bytes; see `Policy::max_reply_bytes`"
                )
            }
        }
    }
}

impl StdError for Error {}

/// A guard that cannot be made: the system offers no certificates to trust, or TLS is not complete.
#[derive(Debug)]
pub struct SetupError(pub(crate) String);

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "connections cannot be set up: {}", self.0)
    }
}

impl StdError for SetupError {}
