//! A request's body becomes bytes, within the limits of size and time.

use a2t_tool::{Bodies, BodyLimits, Unread};
use bytes::Bytes;
use http::{Extensions, StatusCode};
use http_body::Body;

use crate::Limits;
use crate::refuse::{INVALID_REQUEST, Reply, overloaded, refuse};

/// Reads the body of a request with these extensions to its end.
///
/// # Errors
/// The reply: too large (413), too slow (408), broken off (400), or too many of them (503).
pub(crate) async fn collect<B: Body>(
    body: B,
    limits: &Limits,
    bodies: &Bodies,
    request: &Extensions,
) -> Result<Bytes, Box<Reply>> {
    let of_one =
        BodyLimits { bytes: limits.body_bytes, idle: limits.body_idle, total: limits.body_total };
    bodies.collect(body, of_one, request).await.map_err(|unread| match unread {
        Unread::TooLarge => too_large(limits),
        Unread::TooSlow => too_slow(limits),
        Unread::Broken => broken(),
        Unread::Crowded => Box::new(overloaded()),
    })
}

fn too_large(limits: &Limits) -> Box<Reply> {
    let words = format!("the body of a request has at most {} bytes", limits.body_bytes);
    Box::new(refuse(StatusCode::PAYLOAD_TOO_LARGE, INVALID_REQUEST, &words, None))
}

fn too_slow(limits: &Limits) -> Box<Reply> {
    let (idle, total) = (limits.body_idle, limits.body_total);
    let words = format!("a body may pause for {idle:?}, and its request take {total:?} in all");
    Box::new(refuse(StatusCode::REQUEST_TIMEOUT, INVALID_REQUEST, &words, None))
}

fn broken() -> Box<Reply> {
    let words = "the body broke off before its declared end";
    Box::new(refuse(StatusCode::BAD_REQUEST, INVALID_REQUEST, words, None))
}
