//! A request's body becomes bytes, within the limits of size and time.

use a2t_core::wire::problem::{Kind, Problem};
use a2t_tool::{BodyLimits, Unread};
use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::Extensions;

use super::work::{Work, overloaded};
use super::{Limits, reply};

/// Reads the body of a request with these extensions to its end.
///
/// # Errors
/// The refusal: too large (413), too slow (408), broken off (400), or too many of them (503).
pub(super) async fn collect(
    body: Body,
    limits: &Limits,
    work: &Work,
    request: &Extensions,
) -> Result<Bytes, Box<Response>> {
    let of_one =
        BodyLimits { bytes: limits.body_bytes, idle: limits.body_idle, total: limits.body_total };
    work.bodies().collect(body, of_one, request).await.map_err(|unread| match unread {
        Unread::TooLarge => too_large(limits),
        Unread::TooSlow => too_slow(limits),
        Unread::Broken => broken(),
        Unread::Crowded => Box::new(overloaded()),
    })
}

fn too_large(limits: &Limits) -> Box<Response> {
    let limit = limits.body_bytes;
    refuse(Kind::BodyTooLarge, format!("the body of an invocation has at most {limit} bytes"))
}

fn too_slow(limits: &Limits) -> Box<Response> {
    let (idle, total) = (limits.body_idle, limits.body_total);
    let detail = format!("a body may pause for {idle:?}, and its request take {total:?} in all");
    refuse(Kind::RequestTimeout, detail)
}

fn broken() -> Box<Response> {
    refuse(Kind::MalformedJson, "the body broke off before its declared end")
}

fn refuse(kind: Kind, detail: impl Into<String>) -> Box<Response> {
    Box::new(reply::problem(&Problem::new(kind, detail)))
}
