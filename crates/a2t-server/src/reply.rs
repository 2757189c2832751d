//! Responses: JSON from prepared bytes, problem details, and 304 to a client that has the ETag.

use a2t_core::wire::problem::Problem;
use axum::body::{Body, HttpBody};
use axum::response::Response;
use http::header::{
    CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH, TRANSFER_ENCODING,
};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use a2t_tool::reply;
use a2t_tool::telemetry::ReplyProblem;

pub(crate) use a2t_tool::reply::{problem, retry_later, unread};

const JSON: HeaderValue = HeaderValue::from_static("application/json");

pub(crate) fn json(body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    response.headers_mut().insert(CONTENT_TYPE, JSON);
    response
}

/// 200 with JSON that has an ETag, or 304 to a client that has it already (RFC 9110, 13.1.2).
pub(crate) fn tagged(request: &HeaderMap, etag: &HeaderValue, body: Body) -> Response {
    let mut response = if is_known(request, etag) {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response
    } else {
        json(body)
    };
    response.headers_mut().insert(ETAG, etag.clone());
    response
}

/// Compares weakly: a layer that compresses may have weakened the tag on its way.
pub(crate) fn is_known(request: &HeaderMap, etag: &HeaderValue) -> bool {
    let ours = etag.to_str().map(opaque).unwrap_or_default();
    let listed = request.get_all(IF_NONE_MATCH).iter();
    let listed = listed.filter_map(|value| value.to_str().ok());
    let mut listed = listed.flat_map(|value| value.split(',')).map(opaque);
    listed.any(|known| known == "*" || known == ours)
}

fn opaque(tag: &str) -> &str {
    tag.trim().trim_start_matches("W/")
}

/// A problem that was sent before, under the id of another request.
pub(crate) fn problem_again(status: StatusCode, written: Vec<u8>) -> Response {
    let mut problem = Problem::parse(status.as_u16(), &written);
    let is_ours = problem.to_json() == written;
    let mut response = reply::written(status.as_u16(), written);
    // A problem in the vendor's own words stays as it is.
    if is_ours {
        problem.set_request_id(None);
        response.extensions_mut().insert(ReplyProblem(problem));
    }
    response
}

/// The response, with the header of a version that callers should leave since then, in seconds since
/// 1970 (RFC 9745).
pub(crate) fn remarked(mut response: Response, deprecated: Option<i64>) -> Response {
    if let Some(seconds) = deprecated
        && let Ok(since) = HeaderValue::try_from(format!("@{seconds}"))
    {
        let header = HeaderName::from_static("deprecation");
        response.headers_mut().insert(header, since);
    }
    response
}

/// Returns the second response with the status and the other headers of the first one.
pub(crate) fn in_place_of<B>(replaced: http::Response<B>, by: Response) -> Response {
    let (mut parts, _) = replaced.into_parts();
    let (wrapped, body) = by.into_parts();
    for stale in [CONTENT_LENGTH, CONTENT_ENCODING, TRANSFER_ENCODING] {
        parts.headers.remove(stale);
    }
    parts.headers.extend(wrapped.headers);
    parts.extensions.extend(wrapped.extensions);
    Response::from_parts(parts, body)
}

/// The same response without its body, as `HEAD` needs it.
pub(crate) fn without_body(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    parts.extensions.remove::<ReplyProblem>();
    if let Some(length) = body.size_hint().exact()
        && parts.status != StatusCode::NOT_MODIFIED
    {
        parts.headers.insert(CONTENT_LENGTH, length.into());
    }
    Response::from_parts(parts, Body::empty())
}
