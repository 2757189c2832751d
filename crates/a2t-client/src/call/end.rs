//! Outcome labels for spans and metrics. The set is fixed: labels never contain text from a server.

use crate::error::{Error, Kind};

/// End of a call or an attempt.
#[derive(Clone, Copy, Debug)]
pub struct End {
    /// One of the values of the label `outcome`.
    pub outcome: &'static str,
    /// Type of the error, more exact than the outcome if more is known.
    pub error: Option<&'static str>,
    /// Status of HTTP.
    pub status: Option<u16>,
}

impl End {
    /// Creates an error whose type is its outcome.
    pub fn failed(outcome: &'static str) -> Self {
        Self { outcome, error: Some(outcome), status: None }
    }
}

/// Error that determines how a call ended.
pub trait Ending {
    /// Status of a reply that is not an error.
    const STATUS: Option<u16>;

    /// The end.
    fn end(&self) -> End;
}

/// An end that is known without an error.
impl Ending for End {
    const STATUS: Option<u16> = None;

    fn end(&self) -> End {
        *self
    }
}

impl Ending for Error {
    // Over MCP, an answer is read, and not the status that it came with.
    const STATUS: Option<u16> = None;

    fn end(&self) -> End {
        let outcome = word(self.kind());
        let known = || Some(self.problem()?.known()?.slug());
        let error = finer(self.kind()).or_else(known).unwrap_or(outcome);
        End { outcome, error: Some(error), status: self.status() }
    }
}

fn word(kind: &Kind) -> &'static str {
    match kind {
        Kind::Invalid { .. } | Kind::IdempotencyKey { .. } => "invalid",
        Kind::Refused { .. }
        | Kind::Rpc { .. }
        | Kind::InputRequired { .. }
        | Kind::Abandoned { .. } => "refused",
        #[cfg(feature = "schema")]
        Kind::Tool { .. } => "refused",
        Kind::Unavailable { .. } => "unavailable",
        Kind::Redirected { .. } => "redirected",
        Kind::Timeout { .. } => "timeout",
        Kind::Connect { .. } | Kind::Start { .. } | Kind::Restarts { .. } => "connect",
        Kind::NotSent { .. } => "not_sent",
        #[cfg(feature = "schema")]
        Kind::Changed { .. } => "not_sent",
        Kind::Token { .. } => "token",
        Kind::Interrupted { .. } | Kind::Ended { .. } => "interrupted",
        Kind::TooLarge { .. } => "too_large",
        Kind::Malformed { .. }
        | Kind::Handshake { .. }
        | Kind::Protocol { .. }
        | Kind::Task { .. } => "malformed",
        #[cfg(feature = "schema")]
        Kind::Output { .. } => "malformed",
        _ => "other",
    }
}

/// Returns the type of an error, if the outcome alone is not exact enough.
fn finer(kind: &Kind) -> Option<&'static str> {
    match kind {
        #[cfg(feature = "schema")]
        Kind::Tool { .. } => Some("tool_error"),
        #[cfg(feature = "schema")]
        Kind::Changed { .. } => Some("changed"),
        _ => None,
    }
}
