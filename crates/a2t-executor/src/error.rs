//! Failure of a tool: a message for the model, and the cause for the program's own records.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use a2t_client::{self as client, Kind};
use a2t_core::error::inert;
use a2t_core::wire::problem::{self, Problem};
use a2t_core::{ValidationError, Violation, Violations};
use a2t_dialect::Outcome;

type Cause = Box<dyn Error + Send + Sync>;

/// Failure of a tool. The model reads the message; the cause, which may name hosts and contain more
/// than a model should repeat, goes only to [`Builder::observe`](super::Builder::observe).
///
/// Every [`client::Error`] converts to it, with a message that contains no address and no header.
pub struct InvokeError {
    outcome: Outcome,
    cause: Option<Cause>,
    /// Violations of the arguments that the outcome reports.
    violations: Option<Box<Violations>>,
}

impl InvokeError {
    fn new(outcome: Outcome) -> Self {
        Self { outcome, cause: None, violations: None }
    }

    /// Creates the failure of a tool that was called and failed.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::new(Outcome::Failed(message.into()))
    }

    /// Creates the failure of a tool that refused the call: the model is to put it right.
    pub fn refused(message: impl Into<String>) -> Self {
        Self::new(Outcome::Refused(message.into()))
    }

    /// Returns the same failure with its cause.
    #[must_use]
    pub fn because(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// Creates the failure of a tool that this program cannot call.
    pub(super) fn cannot() -> Self {
        Self::failed("this program cannot call the tool: go on without it")
    }

    pub(super) fn into_parts(self) -> (Outcome, Option<Cause>) {
        (self.outcome, self.cause)
    }
}

impl From<client::Error> for InvokeError {
    fn from(error: client::Error) -> Self {
        let failure = match error.kind() {
            Kind::Invalid { violations, .. } => Self::invalid(violations),
            Kind::Refused { problem, .. } | Kind::Unavailable { problem, .. } => {
                Self::problem(problem, error.retry_after())
            }
            kind => Self::failed(message(kind)),
        };
        let again = again(error.is_repeatable());
        let failure =
            if let (Kind::Malformed { invalid }, Some(body)) = (error.kind(), error.body()) {
                Self::failed(broken(&violations(invalid), body, again))
            } else if error.is_outcome_unknown() {
                failure.may_have_run("the tool", again)
            } else {
                failure
            };
        failure.because(error)
    }
}

impl InvokeError {
    pub(super) fn invalid(violations: &Violations) -> Self {
        let problem = Problem::invocation(ValidationError::Rules(violations.clone()));
        Self::problem(&problem, None)
    }

    /// The tool, or a layer before it, answered with a problem.
    pub(super) fn problem(problem: &Problem, retry_after: Option<Duration>) -> Self {
        let is_of_arguments = problem.known() == Some(problem::Kind::InvalidInvocation);
        let violations = is_of_arguments.then(|| Box::new(problem.violations.clone()));
        Self { violations, ..Self::new(Outcome::from_problem(problem, retry_after)) }
    }

    /// Returns the failure of a tool that was stopped and may have had an effect.
    pub(super) fn stopped(stop: Stop, again: &str) -> Self {
        let what = match stop {
            Stop::Panicked => "the tool failed",
            Stop::TimedOut => "the tool did not answer in time",
        };
        Self::failed(what).may_have_run("it", again)
    }

    /// Returns the failure of a call that may have had an effect, with its cause. `what` may have run: `the tool`.
    pub(super) fn may_have_run(self, what: &str, again: &str) -> Self {
        let failed = Self::failed(format!("{self}; {what} may have run all the same: {again}"));
        Self { cause: self.cause, ..failed }
    }

    /// The failure with these names for inputs: pairs of that of the signature and that of the model.
    pub(super) fn naming<'n>(self, names: impl Iterator<Item = (&'n str, &'n str)>) -> Self {
        let Some(mut violations) = self.violations else {
            return self;
        };
        violations.rename(names);
        Self { cause: self.cause, ..Self::invalid(&violations) }
    }
}

/// What stopped a tool.
#[derive(Clone, Copy)]
pub(super) enum Stop {
    Panicked,
    TimedOut,
}

pub(super) fn again(is_repeatable: bool) -> &'static str {
    if is_repeatable {
        "to call it again does no harm"
    } else {
        "call it again only if that does no harm"
    }
}

/// Returns the text for a tool that ran, and whose result is not what was approved: the result may still
/// be what the model needs, and the effect is there.
pub(super) fn broken(violations: &str, result: &str, again: &str) -> String {
    let result = if result.is_empty() { "(nothing)" } else { result };
    format!(
        "the tool ran, but its result is not what its description promises:{violations}\nThe \
         result:\n{result}\nUse what it has; {again}"
    )
}

fn violations(invalid: &ValidationError) -> String {
    match invalid {
        ValidationError::Rules(violations) => lines(violations),
        invalid => format!("\n- {}", inert(&invalid.to_string())),
    }
}

/// Returns a line for each violation.
pub(super) fn lines(violations: &Violations) -> String {
    let line = |violation: &Violation| format!("\n- {}", inert(&violation.to_string()));
    violations.iter().map(line).collect()
}

/// Text for a call that a replay has no answer to: a test that reads it differs from the recording.
pub(super) const NOT_RECORDED: &str =
    "this call is not recorded, so the replay has no result for it";

/// A message that a model can act on: it has no use for addresses, headers and our settings.
fn message(kind: &Kind) -> &'static str {
    match kind {
        Kind::Timeout { .. } => "the tool did not answer in time",
        Kind::Connect { .. } | Kind::NotSent { .. } => "the tool cannot be reached at the moment",
        Kind::Interrupted { .. } => "the connection to the tool broke",
        Kind::TooLarge { .. } => "the answer is too large to be read: ask for less",
        Kind::Malformed { .. } => "the tool's answer cannot be understood",
        Kind::NotRecorded { .. } => NOT_RECORDED,
        _ => "this program cannot call the tool: go on without it",
    }
}

/// Shows the message for the model.
impl fmt::Display for InvokeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.outcome {
            Outcome::Refused(message) | Outcome::Failed(message) | Outcome::Denied(message) => {
                f.write_str(message)
            }
            other => f.write_str(&other.text()),
        }
    }
}

impl fmt::Debug for InvokeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InvokeError")
            .field("message", &self.to_string())
            .field("cause", &self.cause)
            .finish()
    }
}
