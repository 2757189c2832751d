//! Problems as responses over HTTP, the same in every protocol.

use a2t_core::wire::problem::{Kind, Problem};
use http::header::{CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, Response, StatusCode};

use crate::telemetry::ReplyProblem;

/// Returns a response with this problem.
pub fn problem<B: From<Vec<u8>>>(problem: &Problem) -> Response<B> {
    let mut response = written(problem.status, problem.to_json());
    response.extensions_mut().insert(ReplyProblem(problem.clone()));
    response
}

/// Returns a response with a problem that is written already.
pub fn written<B: From<Vec<u8>>>(status: u16, problem: Vec<u8>) -> Response<B> {
    let mut response = Response::new(B::from(problem));
    *response.status_mut() =
        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let media_type = HeaderValue::from_static(Problem::MEDIA_TYPE);
    response.headers_mut().insert(CONTENT_TYPE, media_type);
    response
}

/// Returns a response with this problem, and the seconds that the client should wait before it tries again.
pub fn retry_later<B: From<Vec<u8>>>(later: &Problem, seconds: u32) -> Response<B> {
    let mut response = problem(later);
    response.headers_mut().insert(RETRY_AFTER, seconds.into());
    response
}

/// Returns the response to a request whose body was not read, or that the server has no room for.
pub fn unread<B: From<Vec<u8>>>(cause: &Problem) -> Response<B> {
    match cause.known() {
        Some(Kind::Overloaded) => retry_later(cause, 1),
        _ => problem(cause),
    }
}
