//! A scripted failure becomes the error that a client would have made of it.

use std::io;
use std::time::Duration;

use a2t_core::wire::failure::{Failure, How};

use super::Sent;
use crate::{Error, Kind};

/// The error of a client that waits at most `limit`.
pub(super) fn error(failure: Failure, sent: &Sent, limit: Duration) -> Error {
    let retry_after = failure.retry_after;
    let kind = match failure.how {
        How::Problem(problem) if problem.status < 500 => Kind::Refused { problem, retry_after },
        How::Problem(problem) => Kind::Unavailable { problem, retry_after },
        How::Timeout => Kind::Timeout { after: limit },
        How::Disconnected => {
            Kind::Connect { cause: io::Error::from(io::ErrorKind::ConnectionRefused).into() }
        }
        How::Interrupted => {
            Kind::Interrupted { cause: io::Error::from(io::ErrorKind::ConnectionReset).into() }
        }
    };
    let may_have_run = kind.may_have_run();
    let error = Error::new(kind).at(|| "fake".to_owned());
    let error = error.of(sent.signature).keyed(sent.key.as_ref());
    if may_have_run { error.after_run() } else { error }
}
