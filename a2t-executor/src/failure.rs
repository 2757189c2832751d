//! Failure of a tool: words for the model, and the cause for the program's own records.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use a2t_client::{self as client, Kind};
use a2t_core::wire::problem::Problem;
use a2t_core::{Violation, Violations};
use a2t_dialect::Outcome;

type Cause = Box<dyn Error + Send + Sync>;

/// Failure of a tool. The model reads the words; the cause, which may name hosts and say more than
/// a model should repeat, goes to [`Builder::observe`](super::Builder::observe) alone.
///
/// Every [`client::Error`] converts to it, in words that name no address and no header.
pub struct Failure {
    outcome: Outcome,
    cause: Option<Cause>,
}

impl Failure {
    /// The tool was called and failed.
    pub fn failed(words: impl Into<String>) -> Self {
        let outcome = Outcome::Failed(words.into());
        let cause = None;
        Self { outcome, cause }
    }

    /// The tool refused the call: the model is to put it right.
    pub fn refused(words: impl Into<String>) -> Self {
        let outcome = Outcome::Refused(words.into());
        let cause = None;
        Self { outcome, cause }
    }

    /// The same failure with its cause.
    #[must_use]
    pub fn because(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    pub(super) fn into_parts(self) -> (Outcome, Option<Cause>) {
        (self.outcome, self.cause)
    }
}

impl From<client::Error> for Failure {
    fn from(error: client::Error) -> Self {
        let failure = match error.kind() {
            Kind::Invalid { violations, .. } => Self::invalid(violations),
            Kind::Refused { problem, .. } | Kind::Unavailable { problem, .. } => {
                Self::problem(problem, error.retry_after())
            }
            kind => Self::failed(words(kind)),
        };
        let failure = if error.is_outcome_unknown() {
            let again = if error.is_repeatable() {
                "to call it again does no harm"
            } else {
                "call it again only if that does no harm"
            };
            Self::failed(format!("{failure}; the tool may have run all the same: {again}"))
        } else {
            failure
        };
        failure.because(error)
    }
}

impl Failure {
    pub(super) fn invalid(violations: &Violations) -> Self {
        let lines = lines(violations);
        Self::refused(format!("the arguments are not what the tool takes:{lines}"))
    }

    /// The tool, or a layer before it, answered with a problem.
    pub(super) fn problem(problem: &Problem, retry_after: Option<Duration>) -> Self {
        Self { outcome: Outcome::of_problem(problem, retry_after), cause: None }
    }
}

/// Words that a model can act on: it has no use for addresses, headers and our settings.
fn words(kind: &Kind) -> &'static str {
    match kind {
        Kind::Timeout { .. } => "the tool did not answer in time",
        Kind::Connect { .. } | Kind::NotSent { .. } => "the tool cannot be reached at the moment",
        Kind::Interrupted { .. } => "the connection to the tool broke",
        Kind::TooLarge { .. } => "the answer is too large to be read: ask for less",
        Kind::Malformed { .. } => "the tool's answer cannot be understood",
        _ => "this program cannot call the tool: go on without it",
    }
}

fn lines(violations: &Violations) -> String {
    let line = |violation: &Violation| format!("\n- {}", violation.message());
    violations.iter().map(line).collect()
}

/// Shows the words for the model.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.outcome {
            Outcome::Refused(words) | Outcome::Failed(words) => f.write_str(words),
            other => f.write_str(&other.text()),
        }
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Failure")
            .field("words", &self.to_string())
            .field("cause", &self.cause)
            .finish()
    }
}
