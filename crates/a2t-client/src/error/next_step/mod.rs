//! Maps each kind of failure to the next step for the program. The documentation prints the same table.

use std::time::Duration;

use a2t_core::wire::problem::{Kind as ProblemKind, Problem};

use super::{Error, Kind};
use crate::transport::retry::Outcome;
use crate::transport::token::error::TokenError;

/// Next step after a failure, for a program to `match` on: [`Error::next_step`].
///
/// ```
/// use a2t::client::{Error, NextStep};
///
/// fn next(error: &Error) -> &'static str {
///     match error.next_step() {
///         NextStep::FixArguments => "show the model `error.violations()`",
///         NextStep::RetryLater { after: Some(_) } => "call again, after the wait that the server asks for",
///         NextStep::RetryLater { after: None } => "wait and call again",
///         NextStep::MayHaveRun => "check whether it had its effect, or call again under the same key",
///         NextStep::NotFound => "fetch the catalog again, or check the URL",
///         NextStep::Authorize => "get other credentials",
///         NextStep::FixProgram => "a bug or a wrong setting here",
///         NextStep::ReportToVendor => "report the bug to the vendor",
///         NextStep::Final => "the answer is no",
///         _ => "log it",
///     }
/// }
/// ```
///
/// The table lists the kinds of [`Error::kind`]. The column `retried` shows when a
/// [policy](crate::Retry) repeats the call by itself. A call that may have run is `MayHaveRun`
/// unless its tool may run twice ([`Error::is_repeatable`]):
///
#[doc = include_str!("../next_steps.md")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NextStep {
    /// Send other arguments. [`Error::violations`] lists what is wrong, if they break the signature or the tool refused
    /// single inputs.
    FixArguments,
    /// Make the same call later: the tool did not run, or may run twice.
    RetryLater {
        /// The wait that the server asks for.
        after: Option<Duration>,
    },
    /// Do not just repeat the call: the tool may have run, and running it twice may do harm. The same call
    /// under its [`Error::idempotency_key`] is safe with a server that honours it.
    MayHaveRun,
    /// The tool, its version or the API no longer exists at this address.
    NotFound,
    /// Get other credentials, or a scope that the caller lacks.
    Authorize,
    /// Fix a bug or a wrong setting of this program.
    FixProgram,
    /// Report a bug to the vendor.
    ReportToVendor,
    /// Nothing: the tool understood the call and refused it. The vendor's problem type has details ([`Problem::type_uri`], [`Problem::members`]).
    Final,
}

impl Error {
    /// Returns the next step, so that programs can `match` on it instead of parsing the text.
    ///
    /// If the call may have run and the tool must not run twice, this is always
    /// [`NextStep::MayHaveRun`]. The error of the last attempt makes no difference.
    pub fn next_step(&self) -> NextStep {
        if self.is_outcome_unknown() && !self.is_repeatable() {
            return NextStep::MayHaveRun;
        }
        match self.kind() {
            Kind::Invalid { .. } => NextStep::FixArguments,
            // Numbers of JSON-RPC 2.0, section 5.1: invalid parameters, no such method.
            Kind::Rpc { code: -32602, .. } => NextStep::FixArguments,
            Kind::Rpc { code: -32601, .. } => NextStep::NotFound,
            #[cfg(feature = "schema")]
            Kind::Changed { .. } => NextStep::NotFound,
            #[cfg(feature = "schema")]
            Kind::Tool { .. } => NextStep::Final,
            #[cfg(feature = "schema")]
            Kind::Output { .. } => NextStep::ReportToVendor,
            Kind::InputRequired { .. } | Kind::Abandoned { .. } => NextStep::Final,
            Kind::Refused { problem, .. } | Kind::Unavailable { problem, .. } => {
                let retryable = self.failure(self.is_outcome_unknown()).outcome != Outcome::Final;
                of_problem(problem, retryable, self.retry_after())
            }
            Kind::Token { cause } if TokenError::is_cause_of(&**cause) => NextStep::Authorize,
            Kind::Token { .. }
            | Kind::Timeout { .. }
            | Kind::Connect { .. }
            | Kind::NotSent { .. }
            | Kind::Interrupted { .. }
            | Kind::Restarts { .. } => NextStep::RetryLater { after: None },
            Kind::Malformed { .. }
            | Kind::Endless { .. }
            | Kind::Absent { .. }
            | Kind::Rpc { .. }
            | Kind::Ended { .. }
            | Kind::Handshake { .. }
            | Kind::Protocol { .. }
            | Kind::Schema { .. } => NextStep::ReportToVendor,
            Kind::Url { .. }
            | Kind::Header { .. }
            | Kind::Unencrypted { .. }
            | Kind::Setup { .. }
            | Kind::IdempotencyKey { .. }
            | Kind::Generated { .. }
            | Kind::Redirected { .. }
            | Kind::TooLarge { .. }
            | Kind::InsideRuntime
            | Kind::NotRecorded { .. }
            | Kind::Start { .. }
            | Kind::Task { .. } => NextStep::FixProgram,
        }
    }
}

fn of_problem(problem: &Problem, retryable: bool, after: Option<Duration>) -> NextStep {
    match problem.known() {
        _ if problem.status == 429 || problem.status == 408 => NextStep::RetryLater { after },
        Some(ProblemKind::Internal) => NextStep::ReportToVendor,
        Some(ProblemKind::IdempotencyKeyInUse) => NextStep::RetryLater { after },
        Some(
            ProblemKind::InvalidInvocation | ProblemKind::BodyTooLarge | ProblemKind::ToolNotFound,
        ) => NextStep::FixArguments,
        Some(ProblemKind::UnknownTool | ProblemKind::UnknownVersion | ProblemKind::NotFound) => {
            NextStep::NotFound
        }
        Some(
            ProblemKind::Unauthorized
            | ProblemKind::BadCredentials
            | ProblemKind::InsufficientScope
            | ProblemKind::ToolForbidden,
        ) => NextStep::Authorize,
        Some(ProblemKind::ToolConflict | ProblemKind::ToolRefused) => NextStep::Final,
        _ if retryable => NextStep::RetryLater { after },
        Some(_) => NextStep::FixProgram,
        None if problem.is_typed() || !problem.detail.is_empty() => of_typed(problem.status),
        None => of_status(problem.status),
    }
}

/// Whether the problem has the vendor's type or text. The error page of a proxy has neither, and may have any of these
/// statuses.
fn of_typed(status: u16) -> NextStep {
    match status {
        404 | 410 => NextStep::FixArguments,
        402 | 412 | 423 | 424 | 428 | 451 => NextStep::Final,
        _ => of_status(status),
    }
}

fn of_status(status: u16) -> NextStep {
    match status {
        401 | 403 | 407 => NextStep::Authorize,
        404 | 405 | 410 => NextStep::NotFound,
        400 | 413 => NextStep::FixArguments,
        409 | 422 => NextStep::Final,
        _ if status >= 500 => NextStep::ReportToVendor,
        _ => NextStep::FixProgram,
    }
}

#[cfg(test)]
mod tests;
