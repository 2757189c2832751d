//! How a scripted call fails, as the error that a client would have made of it.

use std::io;
use std::time::Duration;

use a2t_core::wire::problem::{self, Problem};

use super::Sent;
use crate::client::{Error, Kind};

/// How a call of a [`Fake`](super::Fake) fails. The agent sees the same
/// [`client::Error`](crate::client::Error) as when a vendor or the network fails so.
///
/// ```
/// use a2t::client::fake::Failure;
///
/// let gone = Failure::refused(404, "no forecast for Atlantis");
/// let busy = Failure::unavailable("the station is being repaired");
/// ```
///
/// ```
/// # use a2t::client::fake::Failure;
/// use a2t::client::ProblemKind;
/// use std::time::Duration;
///
/// let overloaded = Failure::problem(ProblemKind::Overloaded, "").retry_after(Duration::from_secs(7));
/// ```
#[derive(Clone, Debug)]
pub struct Failure {
    how: How,
    retry_after: Option<Duration>,
}

#[derive(Clone, Debug)]
enum How {
    Problem(Box<Problem>),
    Timeout,
    Disconnected,
    Interrupted,
}

impl Failure {
    /// The vendor refuses the call with a status from 400 to 499; any other becomes 400.
    #[must_use]
    pub fn refused(status: u16, detail: impl Into<String>) -> Self {
        let status = if (400..500).contains(&status) {
            status
        } else {
            400
        };
        Self::with(problem(status, &detail.into()))
    }

    /// The vendor fails with status 503.
    #[must_use]
    pub fn unavailable(detail: impl Into<String>) -> Self {
        Self::with(problem(503, &detail.into()))
    }

    /// The vendor answers with a problem of this kind, as a server that a2t serves does.
    #[must_use]
    pub fn problem(kind: problem::Kind, detail: impl Into<String>) -> Self {
        Self::with(Problem::new(kind, detail))
    }

    /// The vendor asks to wait so long before the next attempt, if it refuses the call or fails.
    #[must_use]
    pub fn retry_after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self
    }

    /// There is no reply in time.
    #[must_use]
    pub fn timeout() -> Self {
        Self::new(How::Timeout)
    }

    /// There is no connection; the tool did not run.
    #[must_use]
    pub fn disconnected() -> Self {
        Self::new(How::Disconnected)
    }

    /// The connection breaks before the reply; the tool may have run.
    #[must_use]
    pub fn interrupted() -> Self {
        Self::new(How::Interrupted)
    }

    fn with(problem: Problem) -> Self {
        Self::new(How::Problem(Box::new(problem)))
    }

    fn new(how: How) -> Self {
        let retry_after = None;
        Self { how, retry_after }
    }

    pub(super) fn into_error(self, sent: &Sent) -> Error {
        let retry_after = self.retry_after;
        let kind = match self.how {
            How::Problem(problem) if problem.status < 500 => Kind::Refused {
                problem,
                retry_after,
            },
            How::Problem(problem) => Kind::Unavailable {
                problem,
                retry_after,
            },
            How::Timeout => Kind::Timeout {
                after: Duration::from_secs(30),
            },
            How::Disconnected => Kind::Connect {
                cause: io::Error::from(io::ErrorKind::ConnectionRefused).into(),
            },
            How::Interrupted => Kind::Interrupted {
                cause: io::Error::from(io::ErrorKind::ConnectionReset).into(),
            },
        };
        let may_have_run = kind.may_have_run();
        let error = Error::new(kind).at(|| "fake".to_owned());
        let error = error.of(sent.signature).keyed(sent.key.as_ref());
        if may_have_run {
            error.after_run()
        } else {
            error
        }
    }
}

/// As it is read off the wire.
fn problem(status: u16, detail: &str) -> Problem {
    let body = serde_json::json!({ "status": status, "detail": detail }).to_string();
    Problem::parse(status, body.as_bytes())
}
