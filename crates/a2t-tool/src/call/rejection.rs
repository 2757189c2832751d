//! The response of a context extractor that refused a call, as a problem.

use a2t_core::error::inert;
use a2t_core::wire::problem::{Kind, Problem};
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, Response, StatusCode};

/// Maximum number of bytes of an extractor's text that a caller gets.
const WORDS_MAX: usize = 4096;

/// Returns the problem of an extractor's response: its status, and its text if the status is 4xx.
/// Problem details are taken as they are.
pub fn rejection(response: &Response<Bytes>) -> Problem {
    let (status, words) = (response.status(), response.body());
    if is_problem(response.headers()) {
        return Problem::parse(status.as_u16(), words);
    }
    let kind = match status {
        StatusCode::SERVICE_UNAVAILABLE => Kind::Unavailable,
        StatusCode::GATEWAY_TIMEOUT => Kind::Timeout,
        status if status.is_server_error() => Kind::Internal,
        _ => Kind::ContextRejected,
    };
    let is_shown = status.is_client_error() && (1..=WORDS_MAX).contains(&words.len());
    let detail = if is_shown {
        inert(&String::from_utf8_lossy(words))
    } else {
        "the request was refused before the tool saw it".to_owned()
    };
    Problem::new(kind, detail).with_status(status.as_u16())
}

/// Returns `true` if a response has problem details already.
pub fn is_problem(headers: &HeaderMap) -> bool {
    let content_type = headers.get(CONTENT_TYPE);
    let content_type = content_type.and_then(|value| value.to_str().ok());
    content_type.is_some_and(|value| value.starts_with(Problem::MEDIA_TYPE))
}
