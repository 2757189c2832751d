//! A request's body becomes bytes, within the limits of size and time.

use a2t_tool::{BodyLimits, Shares, Unread};
use bytes::Bytes;
use http::{Extensions, StatusCode};
use http_body::Body;

use crate::server::refuse::{INVALID_REQUEST, Reply, overloaded, refuse};

/// Reads the body of a request with these extensions to its end.
///
/// # Errors
/// The reply: too large (413), too slow (408), broken off (400), or too many of them (503).
pub(crate) async fn collect<B: Body>(
    body: B,
    shares: &Shares,
    request: &Extensions,
) -> Result<Bytes, Box<Reply>> {
    let limits = shares.limits.body();
    shares.bodies.collect(body, limits, request).await.map_err(|unread| match unread {
        Unread::TooLarge => too_large(limits),
        Unread::TooSlow => too_slow(limits),
        Unread::Broken => broken(),
        Unread::Crowded => Box::new(overloaded()),
    })
}

fn too_large(limits: BodyLimits) -> Box<Reply> {
    let words = format!("the body of a request has at most {} bytes", limits.bytes);
    Box::new(refuse(StatusCode::PAYLOAD_TOO_LARGE, INVALID_REQUEST, &words, None))
}

fn too_slow(limits: BodyLimits) -> Box<Reply> {
    let (idle, total) = (limits.idle, limits.total);
    let words = format!("a body may pause for {idle:?}, and its request take {total:?} in all");
    Box::new(refuse(StatusCode::REQUEST_TIMEOUT, INVALID_REQUEST, &words, None))
}

fn broken() -> Box<Reply> {
    let words = "the body broke off before its declared end";
    Box::new(refuse(StatusCode::BAD_REQUEST, INVALID_REQUEST, words, None))
}
