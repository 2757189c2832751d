//! How a scripted call fails, as the error that a client would have made of it.

use std::io;
use std::time::Duration;

use super::Sent;
use crate::client::{Error, Kind};
use crate::failure::{Failure, How};

impl Failure {
    /// The error of a call that a client would have waited `limit` for.
    pub(super) fn into_error(self, sent: &Sent, limit: Duration) -> Error {
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
            How::Timeout => Kind::Timeout { after: limit },
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
