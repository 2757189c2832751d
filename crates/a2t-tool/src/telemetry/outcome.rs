//! Ends of a call, as few and as bounded as labels have to be.

use a2t_core::wire::problem::{Kind, Problem};

use crate::{Cause, Failure};

/// Protocol that a call came by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    A2t,
    Mcp,
    Rap,
}

impl Protocol {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::A2t => "a2t",
            Self::Mcp => "mcp",
            Self::Rap => "rap",
        }
    }
}

/// End of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The tool answered.
    Ok,
    /// The call was refused, by this rule.
    Refused(&'static str),
    /// The tool failed through no fault of its caller.
    Failed,
    TimedOut,
    Panicked,
    /// Its client has left, and it was given up.
    Cancelled,
}

impl Outcome {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Refused(_) => "refused",
            Self::Failed => "failed",
            Self::TimedOut => "timed_out",
            Self::Panicked => "panicked",
            Self::Cancelled => "cancelled",
        }
    }

    /// Returns the kind of the error, with few values (`error.type` of OpenTelemetry).
    pub fn error(self) -> Option<&'static str> {
        match self {
            Self::Ok => None,
            Self::Refused(rule) => Some(rule),
            other => Some(other.as_str()),
        }
    }

    /// Returns whether the vendor, not the caller, has something to mend.
    pub fn is_fault(self) -> bool {
        matches!(self, Self::Failed | Self::TimedOut | Self::Panicked)
    }

    /// Returns the end of a call that has no outputs.
    pub fn from_failure(failure: &Failure) -> Self {
        match failure {
            Failure::Tool(error) if error.status() == 500 => Self::Failed,
            Failure::Unwritable(_) => Self::Failed,
            Failure::Panicked(_) => Self::Panicked,
            Failure::TimedOut(_) => Self::TimedOut,
            Failure::Key(refusal) if refusal.cause.is_some() => Self::Failed,
            Failure::Rejected(response) if response.status().is_server_error() => Self::Failed,
            // A context may answer in place of the tool.
            Failure::Rejected(response) if !response.status().is_client_error() => Self::Ok,
            failure => Self::Refused(rule(&failure.problem())),
        }
    }

    /// Returns the end of a call that had this fault.
    pub fn of_cause(cause: &Cause) -> Self {
        match cause {
            Cause::Failed(_)
            | Cause::Rejected(..)
            | Cause::Unbegun(_)
            | Cause::Unkept(_)
            | Cause::Adapt(..)
            | Cause::Unwritable(_) => Self::Failed,
            Cause::UnknownInput(_) => Self::Refused(Kind::InvalidInvocation.slug()),
            Cause::UnlistedError(_) => Self::Refused("other"),
            Cause::Panicked(_) => Self::Panicked,
            Cause::TimedOut(_) => Self::TimedOut,
            // A remark about a call that ended well.
            Cause::Blocked(_) => Self::Ok,
        }
    }
}

/// Returns the rule that a problem stands for: the slug of its kind, or `other` where a vendor's
/// own extractor writes its problems, or a tool has its own types, so that no caller and no tool
/// makes new values.
pub fn rule(problem: &Problem) -> &'static str {
    let known = Kind::ALL.iter().map(|kind| kind.slug());
    known.into_iter().find(|slug| *slug == problem.kind).unwrap_or("other")
}
