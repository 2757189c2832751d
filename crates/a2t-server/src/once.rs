//! Replies over HTTP to calls under an `Idempotency-Key`.

use a2t_core::wire::problem::{Kind, Problem};
use a2t_store::idempotency::{Reply, StoreError};
use a2t_tool::{Fault, Idempotency, Instead, Lasting, Named, Once};
use axum::body::{Body, to_bytes};
use axum::response::Response;
use http::request::Parts;
use http::{HeaderName, HeaderValue, StatusCode};

use super::heading::Found;
use super::reply;

const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// Reads the key of a request, if it has one and keys are in use.
///
/// # Errors
/// Fails if the key is not valid, or if the tool requires one and there is none.
pub(super) fn named(
    parts: &Parts,
    key: Found<'_>,
    default: &Idempotency,
    required: bool,
) -> Result<Option<Named>, Problem> {
    match key {
        Found::Nothing if required => Err(missing()),
        Found::Nothing => Ok(None),
        Found::One(header) => {
            let setting = parts.extensions.get().unwrap_or(default);
            Named::read(parts, header.as_bytes(), setting)
        }
        Found::Several => {
            let detail = "the request has several Idempotency-Key headers: send one";
            Err(Problem::new(Kind::InvalidIdempotencyKey, detail))
        }
    }
}

/// Keeps the response if the call did something, and returns it, with the error of a store that failed.
pub(super) async fn end(
    once: Once,
    response: Response,
    lasts: bool,
) -> (Response, Option<StoreError>) {
    if !lasts {
        return (response, once.free().await.err());
    }
    let (parts, body) = response.into_parts();
    // The body is in memory, so reading it neither waits nor fails.
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let kept = once.keep(Reply { status: parts.status.as_u16(), body: body.to_vec() }).await;
    (Response::from_parts(parts, Body::from(body)), kept.err())
}

/// The response to a call that does not run.
pub(super) fn instead(signature: &Lasting, instead: Instead) -> Response {
    let (problem, retry_after, cause) = match instead {
        Instead::Kept(kept) => return replayed(kept),
        Instead::Refused { problem, retry_after, cause } => (problem, retry_after, cause),
    };
    let mut response = match retry_after {
        Some(seconds) => reply::retry_later(&problem, seconds),
        None => reply::problem(&problem),
    };
    if let Some(cause) = cause {
        response.extensions_mut().insert(Fault::new(signature.clone(), cause));
    }
    response
}

fn replayed(kept: Reply) -> Response {
    let status = StatusCode::from_u16(kept.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = match status {
        StatusCode::OK => reply::json(kept.body),
        _ => reply::problem_again(status, kept.body),
    };
    response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    response
}

fn missing() -> Problem {
    let detail = "the tool runs once for each Idempotency-Key: add the header, with a fresh UUID for each call and the same one when it is sent again";
    Problem::new(Kind::IdempotencyKeyMissing, detail)
}
