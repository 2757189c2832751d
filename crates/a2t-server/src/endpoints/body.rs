//! A request's body becomes bytes, within the limits of size and time.

use a2t_core::wire::problem::{Kind, Problem};
use a2t_tool::{BodyLimits, Shares, Unread};
use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::Extensions;

use crate::endpoints::work::overloaded;
use crate::reply;

/// Reads the body of a request with these extensions to its end.
///
/// # Errors
/// The refusal: too large (413), too slow (408), broken off (400), or too many of them (503).
pub(crate) async fn collect(
    body: Body,
    shares: &Shares,
    request: &Extensions,
) -> Result<Bytes, Box<Response>> {
    let limits = shares.limits.body();
    shares.bodies.collect(body, limits, request).await.map_err(|unread| match unread {
        Unread::TooLarge => too_large(limits),
        Unread::TooSlow => too_slow(limits),
        Unread::Broken => broken(),
        Unread::Crowded => Box::new(overloaded()),
    })
}

fn too_large(limits: BodyLimits) -> Box<Response> {
    let limit = limits.bytes;
    refuse(Kind::BodyTooLarge, format!("the body of an invocation has at most {limit} bytes"))
}

fn too_slow(limits: BodyLimits) -> Box<Response> {
    let (idle, total) = (limits.idle, limits.total);
    let detail = format!("a body may pause for {idle:?}, and its request take {total:?} in all");
    refuse(Kind::RequestTimeout, detail)
}

fn broken() -> Box<Response> {
    refuse(Kind::MalformedJson, "the body broke off before its declared end")
}

fn refuse(kind: Kind, detail: impl Into<String>) -> Box<Response> {
    Box::new(reply::problem(&Problem::new(kind, detail)))
}
