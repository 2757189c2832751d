//! Replies: the empty 200, and problem details of requests that are not accepted.

use a2t_core::wire::problem::{Kind, Problem};
use a2t_tool::telemetry::ReplyProblem;
use axum::body::Body;
use axum::response::Response;
use http::header::{CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, StatusCode};

/// A reply whose only content is that it is well (CB-6).
pub(crate) fn well() -> Response {
    Response::new(Body::empty())
}

pub(crate) fn problem(problem: &Problem) -> Response {
    let mut response = Response::new(Body::from(problem.to_json()));
    *response.status_mut() =
        StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let media_type = HeaderValue::from_static(Problem::MEDIA_TYPE);
    response.headers_mut().insert(CONTENT_TYPE, media_type);
    response.extensions_mut().insert(ReplyProblem(problem.clone()));
    response
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

/// The problem of a body that was not read, or of a request that the server has no room for.
pub(crate) fn body_problem(cause: &Problem) -> Response {
    let mut response = problem(cause);
    if cause.known() == Some(Kind::Overloaded) {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    }
    response
}

/// Returns 503 for a request beyond a limit: nothing was accepted.
pub(crate) fn later(seconds: u32, words: &str) -> Response {
    unavailable(Kind::Overloaded, seconds, words)
}

/// Returns 503 for a request that was within the limits, such as one that the store could not take.
pub(crate) fn trouble(seconds: u32, words: &str) -> Response {
    unavailable(Kind::Unavailable, seconds, words)
}

fn unavailable(kind: Kind, seconds: u32, words: &str) -> Response {
    let mut response = problem(&Problem::new(kind, words));
    response.headers_mut().insert(RETRY_AFTER, seconds.into());
    response
}
