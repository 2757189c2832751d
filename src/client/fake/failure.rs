//! How a scripted call fails, as the error that a client would have made of it.

use std::io;
use std::time::Duration;

use a2t_core::wire::problem::Problem;

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
#[derive(Clone, Debug)]
pub struct Failure(How);

#[derive(Clone, Debug)]
enum How {
    Refused { status: u16, detail: String },
    Unavailable { detail: String },
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
        let detail = detail.into();
        Self(How::Refused { status, detail })
    }

    /// The vendor fails with status 503.
    #[must_use]
    pub fn unavailable(detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self(How::Unavailable { detail })
    }

    /// There is no reply in time.
    #[must_use]
    pub fn timeout() -> Self {
        Self(How::Timeout)
    }

    /// There is no connection; the tool did not run.
    #[must_use]
    pub fn disconnected() -> Self {
        Self(How::Disconnected)
    }

    /// The connection breaks before the reply; the tool may have run.
    #[must_use]
    pub fn interrupted() -> Self {
        Self(How::Interrupted)
    }

    pub(super) fn into_error(self, sent: &Sent) -> Error {
        let kind = match self.0 {
            How::Refused { status, detail } => Kind::Refused {
                problem: problem(status, &detail),
                retry_after: None,
            },
            How::Unavailable { detail } => Kind::Unavailable {
                problem: problem(503, &detail),
                retry_after: None,
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
        let error = Error::new(kind).at(|| format!("fake {}", sent.tool()));
        if may_have_run {
            error.after_run()
        } else {
            error
        }
    }
}

/// As it is read off the wire.
fn problem(status: u16, detail: &str) -> Box<Problem> {
    let body = serde_json::json!({ "status": status, "detail": detail }).to_string();
    Box::new(Problem::parse(status, body.as_bytes()))
}
