//! End of a call or an attempt as operators are told it, in words none of which a server chooses.

use a2t_core::{ToolId, ToolSignature};

use super::error::{Error, Kind};

/// A tool as spans and figures name it.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// The name on the wire.
    pub name: &'a str,
    /// Id and version, where the protocol has them.
    pub version: Option<(ToolId, u32)>,
}

impl<'a> From<&'a ToolSignature> for Named<'a> {
    fn from(signature: &'a ToolSignature) -> Self {
        let version = Some((signature.tool_id, signature.version));
        Self { name: &signature.name, version }
    }
}

/// A tool that has a name alone.
impl<'a> From<&'a str> for Named<'a> {
    fn from(name: &'a str) -> Self {
        Self { name, version: None }
    }
}

/// End of a call or an attempt.
#[derive(Clone, Copy, Debug)]
pub struct End {
    /// One of the values of the label `outcome`.
    pub outcome: &'static str,
    /// Type of the error, finer than the outcome where more is known.
    pub error: Option<&'static str>,
    /// Status of HTTP.
    pub status: Option<u16>,
}

impl End {
    /// An error whose type is its outcome.
    pub fn failed(outcome: &'static str) -> Self {
        Self { outcome, error: Some(outcome), status: None }
    }
}

/// Error that says how a call ended.
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
    const STATUS: Option<u16> = Some(200);

    fn end(&self) -> End {
        let outcome = word(self.kind());
        let known = self.problem().and_then(|problem| problem.known());
        let error = known.map_or(outcome, |kind| kind.slug());
        End { outcome, error: Some(error), status: self.status() }
    }
}

fn word(kind: &Kind) -> &'static str {
    match kind {
        Kind::Invalid { .. } | Kind::IdempotencyKey { .. } => "invalid",
        Kind::Refused { .. } => "refused",
        Kind::Unavailable { .. } => "unavailable",
        Kind::Redirected { .. } => "redirected",
        Kind::Timeout { .. } => "timeout",
        Kind::Connect { .. } => "connect",
        Kind::NotSent { .. } => "not_sent",
        Kind::Token { .. } => "token",
        Kind::Interrupted { .. } => "interrupted",
        Kind::TooLarge { .. } => "too_large",
        Kind::Malformed { .. } => "malformed",
        _ => "other",
    }
}
