//! Kind of a failure → what its program does about it: one table, which the documentation prints.

use std::time::Duration;

use a2t_core::wire::problem::{Kind as ProblemKind, Problem};

use super::{Error, Kind};
use crate::retry::Outcome;
use crate::token::TokenRefused;

/// Next step after a failure, for a program to `match` on: [`Error::remedy`].
///
/// ```
/// use a2t::client::{Error, Remedy};
///
/// fn next(error: &Error) -> &'static str {
///     match error.remedy() {
///         Remedy::MendArguments => "show the model `error.violations()`",
///         Remedy::AskAgain { after: Some(_) } => "call again, after the wait that the server asks for",
///         Remedy::AskAgain { after: None } => "call again after a wait of your own",
///         Remedy::MayHaveRun => "look if it had its effect, or call again under the same key",
///         Remedy::Missing => "fetch the catalog anew, or check the URL",
///         Remedy::Authorize => "get other credentials",
///         Remedy::MendProgram => "a bug or a wrong setting here",
///         Remedy::TellVendor => "a bug of the vendor's",
///         Remedy::Accept => "the answer is no",
///         _ => "log it",
///     }
/// }
/// ```
///
/// Kinds of [`Error::kind`], by what is done about them; `retried` is what a
/// [policy](crate::Retry) does about them by itself, and a call that may have run is `MayHaveRun`
/// unless its tool may run twice ([`Error::is_repeatable`]):
///
#[doc = include_str!("remedies.md")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Remedy {
    /// Other arguments: [`Error::violations`] has what is wrong, if it is the signature that says so, or the tool
    /// of single inputs.
    MendArguments,
    /// The same call later: the tool did not run, or may run twice.
    AskAgain {
        /// The wait that the server asks for.
        after: Option<Duration>,
    },
    /// No blind repetition: the tool may have run, and running twice may do harm. The same call
    /// under its [`Error::idempotency_key`] is safe with a server that honours it.
    MayHaveRun,
    /// The tool, its version, or the API is not where it was.
    Missing,
    /// Other credentials, or a scope that the caller lacks.
    Authorize,
    /// A bug or a wrong setting of this program.
    MendProgram,
    /// A bug of the vendor's.
    TellVendor,
    /// Nothing: the tool understood the call, and its answer is no. A problem type of the vendor's
    /// own says more ([`Problem::type_uri`], [`Problem::members`]).
    Accept,
}

impl Error {
    /// Next step, for a `match` instead of a look at the text.
    ///
    /// A call that may have run, of a tool that is not to run twice, is always
    /// [`Remedy::MayHaveRun`], whatever the last attempt failed with.
    pub fn remedy(&self) -> Remedy {
        if self.is_outcome_unknown() && !self.is_repeatable() {
            return Remedy::MayHaveRun;
        }
        match self.kind() {
            Kind::Invalid { .. } => Remedy::MendArguments,
            Kind::Refused { problem, .. } | Kind::Unavailable { problem, .. } => {
                let retryable = self.failure(self.is_outcome_unknown()).outcome != Outcome::Final;
                of_problem(problem, retryable, self.retry_after())
            }
            Kind::Token { cause } if TokenRefused::is_cause_of(&**cause) => Remedy::Authorize,
            Kind::Token { .. }
            | Kind::Timeout { .. }
            | Kind::Connect { .. }
            | Kind::NotSent { .. }
            | Kind::Interrupted { .. } => Remedy::AskAgain { after: None },
            Kind::Malformed { .. } | Kind::Endless { .. } | Kind::Absent { .. } => {
                Remedy::TellVendor
            }
            Kind::Url { .. }
            | Kind::Header { .. }
            | Kind::Unencrypted { .. }
            | Kind::Setup { .. }
            | Kind::IdempotencyKey { .. }
            | Kind::Generated { .. }
            | Kind::Redirected { .. }
            | Kind::TooLarge { .. }
            | Kind::InsideRuntime
            | Kind::NotRecorded { .. } => Remedy::MendProgram,
        }
    }
}

fn of_problem(problem: &Problem, retryable: bool, after: Option<Duration>) -> Remedy {
    match problem.known() {
        _ if problem.status == 429 || problem.status == 408 => Remedy::AskAgain { after },
        Some(ProblemKind::Internal) => Remedy::TellVendor,
        Some(ProblemKind::IdempotencyKeyInUse) => Remedy::AskAgain { after },
        Some(
            ProblemKind::InvalidInvocation | ProblemKind::BodyTooLarge | ProblemKind::ToolNotFound,
        ) => Remedy::MendArguments,
        Some(ProblemKind::UnknownTool | ProblemKind::UnknownVersion | ProblemKind::NotFound) => {
            Remedy::Missing
        }
        Some(
            ProblemKind::Unauthorized
            | ProblemKind::BadCredentials
            | ProblemKind::InsufficientScope
            | ProblemKind::ToolForbidden,
        ) => Remedy::Authorize,
        Some(ProblemKind::ToolConflict | ProblemKind::ToolRefused) => Remedy::Accept,
        _ if retryable => Remedy::AskAgain { after },
        Some(_) => Remedy::MendProgram,
        None if problem.is_typed() || !problem.detail.is_empty() => of_typed(problem.status),
        None => of_status(problem.status),
    }
}

/// A problem type or text of the vendor's own. The page of a proxy, which has none, may have any of these
/// statuses.
fn of_typed(status: u16) -> Remedy {
    match status {
        404 | 410 => Remedy::MendArguments,
        402 | 412 | 423 | 424 | 428 | 451 => Remedy::Accept,
        _ => of_status(status),
    }
}

fn of_status(status: u16) -> Remedy {
    match status {
        401 | 403 | 407 => Remedy::Authorize,
        404 | 405 | 410 => Remedy::Missing,
        400 | 413 => Remedy::MendArguments,
        409 | 422 => Remedy::Accept,
        _ if status >= 500 => Remedy::TellVendor,
        _ => Remedy::MendProgram,
    }
}

#[cfg(test)]
mod tests;
