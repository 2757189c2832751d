//! Error of a call in process: the problem that a caller sees, and the fault behind it.

use std::fmt;

use a2t_core::wire::problem::{Kind, Problem};
use a2t_core::{ValidationError, Violations};

use a2t_server::Fault;

/// Hint where a router does not have the tools.
pub(super) const NESTED: &str =
    "; if the tools are nested in it, name their path: `.at(\"/api/v1\")`";

/// Error of a call without outputs.
pub struct CallError {
    pub(super) problem: Box<Problem>,
    pub(super) fault: Option<Fault>,
}

impl CallError {
    pub(super) fn new(problem: Problem) -> Self {
        Self { problem: Box::new(problem), fault: None }
    }

    pub(super) fn of_reply(what: impl fmt::Display) -> Self {
        Self::new(Problem::new(Kind::Internal, what.to_string()))
    }

    /// Error for a 200 that is not the tools', such as a fallback with a web page.
    pub(super) fn of_another(asked: &str, invalid: &ValidationError) -> Self {
        Self::of_reply(format!(
            "the router answered `{asked}` with something else than a page of tools{NESTED}:\n\
             {invalid}"
        ))
    }

    /// Returns the HTTP status.
    pub fn status(&self) -> u16 {
        self.problem.status
    }

    /// Returns the kind of the problem: the last segment of its `type`, such as
    /// `invalid-invocation`.
    pub fn kind(&self) -> &str {
        &self.problem.kind
    }

    /// Returns the text of the problem, as the caller gets it.
    pub fn detail(&self) -> &str {
        &self.problem.detail
    }

    /// Returns every violation of the call.
    pub fn violations(&self) -> &Violations {
        &self.problem.violations
    }

    /// Returns the cause of the tool's failure, which a caller on the network does not get.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.status(), self.kind())?;
        match &self.fault {
            Some(fault) => write!(f, ": {fault}")?,
            None if self.violations().is_empty() => write!(f, ": {}", self.detail())?,
            None => {}
        }
        for violation in self.violations() {
            write!(f, "\n{violation}")?;
        }
        Ok(())
    }
}

/// Prints as [`Display`](fmt::Display) does, because a test that ends in `unwrap` prints this.
impl fmt::Debug for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for CallError {}
