//! Calls without outputs.

use std::time::Duration;

use a2t_core::ValidationError;
use a2t_core::wire::problem::{Kind, Problem};
use bytes::Bytes;
use http::Response;

use crate::{Cause, ToolError, rejection};

/// Reason why a call has no outputs.
pub enum Failure {
    /// The arguments break the signature.
    Invalid(ValidationError),
    /// The tool returned an error.
    Tool(ToolError),
    /// A context extractor refused the request: its response, read to the end.
    Rejected(Box<Response<Bytes>>),
    /// An output could not be written as JSON.
    Unwritable(serde_json::Error),
    /// The tool, or the threads for tools that are not `async`, have as many calls as they take. Nothing
    /// was done.
    Overloaded,
    /// The tool panicked with this message.
    Panicked(String),
    /// The tool took longer than this and was stopped.
    TimedOut(Duration),
    /// An equal call under the same idempotency key has ended with this problem, so the tool did not run.
    Kept(KeptProblem),
    /// The idempotency key of the call refuses it, so the tool did not run.
    Key(Box<KeyProblem>),
}

/// A problem as it was kept under an idempotency key.
pub struct KeptProblem {
    /// Status of the reply.
    pub status: u16,
    /// The problem as it was written.
    pub body: Vec<u8>,
}

/// Reason why a call does not run under its idempotency key.
pub struct KeyProblem {
    /// The problem that the caller gets.
    pub problem: Problem,
    /// Seconds after which the call may be made again.
    pub retry_after: Option<u32>,
    /// The error of the store, which is reported to the vendor.
    pub cause: Option<Cause>,
}

/// The wait that is asked of callers who came at a bad time.
const BAD_TIME: Duration = Duration::from_secs(1);

impl Failure {
    /// Returns the problem that the caller gets. That of a fault reveals only that there was one.
    ///
    /// ```
    /// use a2t_tool::{Failure, ToolError};
    ///
    /// let failure = Failure::Tool(ToolError::not_found("there is no station in Atlantis"));
    /// assert_eq!(failure.problem().detail, "there is no station in Atlantis");
    /// let failure = Failure::Tool(ToolError::internal("disk 7 is full"));
    /// assert!(!failure.problem().detail.contains("disk"));
    /// ```
    pub fn problem(&self) -> Problem {
        match self {
            Self::Invalid(invalid) => Problem::invocation(invalid.clone()),
            Self::Tool(error) => error.problem(),
            Self::Rejected(response) => rejection(response),
            Self::Unwritable(_) | Self::Panicked(_) => internal_problem(),
            // 504 rather than 503: the outcome is unknown.
            Self::TimedOut(_) => {
                let detail = "the tool was stopped; whether it had an effect is unknown";
                Problem::new(Kind::Timeout, detail)
            }
            Self::Overloaded => {
                let detail = "as many calls run at this time as may; nothing was done";
                Problem::new(Kind::Overloaded, detail)
            }
            Self::Kept(kept) => Problem::parse(kept.status, &kept.body),
            Self::Key(refusal) => refusal.problem.clone(),
        }
    }

    /// Returns the time after which the call may work, if the tool set one.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Tool(error) => {
                error.retry_after_seconds().map(u64::from).map(Duration::from_secs)
            }
            Self::Overloaded => Some(BAD_TIME),
            Self::Key(refusal) => refusal.retry_after.map(u64::from).map(Duration::from_secs),
            _ => None,
        }
    }

    /// Returns `true` if the call did nothing, so that it may run again under its `Idempotency-Key`.
    #[doc(hidden)]
    pub fn did_nothing(&self) -> bool {
        match self {
            Self::Invalid(_) | Self::Rejected(_) | Self::Overloaded => true,
            Self::Kept(_) | Self::Key(_) => true,
            Self::Tool(error) => matches!(error.status(), 400 | 503),
            Self::Unwritable(_) | Self::Panicked(_) | Self::TimedOut(_) => false,
        }
    }

    /// Returns the vendor's fault, if it is one.
    #[doc(hidden)]
    pub fn into_cause(self) -> Option<Cause> {
        match self {
            Self::Tool(error) if error.status() == 500 => Some(Cause::Failed(error)),
            Self::Tool(error) => error.vendors_part(),
            Self::Unwritable(error) => Some(Cause::Unwritable(error)),
            Self::Rejected(response) => Cause::of_rejection(&response),
            Self::Panicked(message) => Some(Cause::Panicked(message)),
            Self::TimedOut(time) => Some(Cause::TimedOut(time)),
            Self::Key(refusal) => refusal.cause,
            Self::Invalid(_) | Self::Overloaded | Self::Kept(_) => None,
        }
    }
}

/// Returns the problem for a failure whose cause only the vendor learns.
pub fn internal_problem() -> Problem {
    Problem::new(Kind::Internal, "the tool failed; its vendor can see why")
}
