//! Replies: the empty 200, and problem details of requests that are not accepted.

use a2t_core::wire::problem::{Kind, Problem};
use a2t_tool::reply::{problem, retry_later};
use axum::body::Body;
use axum::response::Response;
use http::StatusCode;

/// A reply whose only content is that it is well (CB-6).
pub(crate) fn well() -> Response {
    Response::new(Body::empty())
}

pub(crate) fn refuse(status: StatusCode, words: impl Into<String>) -> Response {
    let kind = match status {
        StatusCode::NOT_FOUND | StatusCode::GONE => Kind::NotFound,
        StatusCode::PAYLOAD_TOO_LARGE => Kind::BodyTooLarge,
        StatusCode::REQUEST_TIMEOUT => Kind::RequestTimeout,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Kind::UnsupportedMediaType,
        status if status.is_server_error() => Kind::Internal,
        _ => Kind::InvalidInvocation,
    };
    problem(&Problem::new(kind, words).with_status(status.as_u16()))
}

/// Returns 503 for a request beyond a limit: nothing was accepted.
pub(crate) fn later(seconds: u32, words: &str) -> Response {
    retry_later(&Problem::new(Kind::Overloaded, words), seconds)
}

/// Returns 503 for a request that was within the limits, such as one that the store could not take.
pub(crate) fn trouble(seconds: u32, words: &str) -> Response {
    retry_later(&Problem::new(Kind::Unavailable, words), seconds)
}
