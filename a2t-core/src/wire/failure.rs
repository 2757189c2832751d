//! A failure as a test writes it, for a fake and for a mock server.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::problem::{Kind, Problem};

/// Failure of a scripted call, of a generated `Fake` or of a `MockServer`. The agent sees the same
/// `client::Error` from both as when a vendor or the network fails so.
///
/// ```
/// use a2t_core::wire::failure::Failure; // `a2t::testing::Failure` and `a2t::client::fake::Failure`
///
/// let gone = Failure::refused(404, "no forecast for Atlantis");
/// let busy = Failure::unavailable("the station is being repaired");
/// ```
///
/// ```
/// use a2t_core::wire::{failure::Failure, problem::Kind as ProblemKind};
/// use std::time::Duration;
///
/// let overloaded = Failure::problem(ProblemKind::Overloaded, "").retry_after(Duration::from_secs(7));
/// let throttled = Failure::refused(429, "one call a minute").retry_after(Duration::from_secs(60));
/// let gateway = Failure::unavailable("").status(502);
/// ```
#[derive(Clone, Debug)]
pub struct Failure {
    /// Kind of the failure.
    pub how: How,
    /// Wait that the vendor asks for.
    pub retry_after: Option<Duration>,
}

/// Kind of a failure, as an agent meets it in place of outputs.
#[derive(Clone, Debug)]
pub enum How {
    /// A reply with problem details.
    Problem(Box<Problem>),
    /// A tool that says why it failed.
    Tool(String),
    /// No reply in time.
    Timeout,
    /// A connection that is refused.
    Disconnected,
    /// A connection that breaks before the reply.
    Interrupted,
}

impl Failure {
    /// Creates a failure with a status from 400 to 499; any other status becomes 400.
    #[must_use]
    pub fn refused(status: u16, detail: impl Into<String>) -> Self {
        let status = if (400..500).contains(&status) { status } else { 400 };
        Self::with(problem(status, &detail.into()))
    }

    /// Creates the failure of a tool that ran and says why it failed: over MCP a result with `isError`, over A2T a
    /// problem of the kind [`ToolRefused`](Kind::ToolRefused).
    #[must_use]
    pub fn tool(message: impl Into<String>) -> Self {
        Self::new(How::Tool(message.into()))
    }

    /// Creates a failure with status 503.
    #[must_use]
    pub fn unavailable(detail: impl Into<String>) -> Self {
        Self::with(problem(503, &detail.into()))
    }

    /// Creates a failure with a problem of this kind, as a server that a2t serves answers with.
    #[must_use]
    pub fn problem(kind: Kind, detail: impl Into<String>) -> Self {
        Self::with(Problem::new(kind, detail))
    }

    /// Returns the same problem with another status from 400 to 599, such as 502 of a gateway; any
    /// other changes nothing, nor does a status of what is not a problem.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        if let How::Problem(problem) = &mut self.how
            && (400..600).contains(&status)
        {
            problem.status = status;
        }
        self
    }

    /// Makes the vendor ask to wait so long before the next attempt, if it refuses the call or
    /// fails. On the wire that is whole seconds, rounded up (RFC 9110, section 10.2.3).
    #[must_use]
    pub fn retry_after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self
    }

    /// Simulates that no reply comes in time: a fake returns the error at once, a mock server never
    /// answers.
    #[must_use]
    pub fn timeout() -> Self {
        Self::new(How::Timeout)
    }

    /// Simulates that the connection is refused; the tool did not run. A mock server cannot do this
    /// for one call: drop the server instead.
    #[must_use]
    pub fn disconnected() -> Self {
        Self::new(How::Disconnected)
    }

    /// Simulates that the connection breaks before the reply; the tool may have run.
    #[must_use]
    pub fn interrupted() -> Self {
        Self::new(How::Interrupted)
    }

    /// Creates a failure with this problem. Over MCP it is in the `_meta` of a result with `isError`, as a
    /// server built with a2t sends it.
    pub fn with(problem: Problem) -> Self {
        Self::new(How::Problem(Box::new(problem)))
    }

    fn new(how: How) -> Self {
        let retry_after = None;
        Self { how, retry_after }
    }
}

/// Time that the next answer takes which is written to a fake or a mock. Later answers take none.
#[derive(Debug, Default)]
pub struct Delay(AtomicU64);

impl Delay {
    /// Creates a delay of the next answer; of at most 584 years.
    pub fn new(time: Duration) -> Self {
        Self(AtomicU64::new(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)))
    }

    /// Returns the time, which is zero from then on.
    pub fn take(&self) -> Duration {
        Duration::from_nanos(self.0.swap(0, Ordering::Relaxed))
    }
}

fn problem(status: u16, detail: &str) -> Problem {
    let body = serde_json::json!({ "status": status, "detail": detail }).to_string();
    Problem::parse(status, body.as_bytes())
}
