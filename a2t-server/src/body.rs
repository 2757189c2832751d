//! A request's body becomes bytes, within the limits of size and time.

use std::future::poll_fn;
use std::pin::Pin;

use a2t_core::wire::problem::{Kind, Problem};
use a2t_tool::within;
use axum::body::{Body, HttpBody};
use axum::response::Response;
use bytes::{Bytes, BytesMut};
use http_body::Frame;
use tokio::time::Instant;

use super::work::{Work, overloaded};
use super::{Limits, reply};

/// Reads the body to its end.
///
/// # Errors
/// The refusal: too large (413), too slow (408), broken off (400), or too many of them (503).
pub(super) async fn collect(
    mut body: Body,
    limits: &Limits,
    work: &Work,
) -> Result<Bytes, Box<Response>> {
    if body.size_hint().lower() > limits.body_bytes as u64 {
        return Err(too_large(limits));
    }
    let mut room = work.room();
    let mut parts = Parts::default();
    let mut first_wait = None;
    loop {
        let next = next_frame(&mut body);
        let left = || {
            let start: Instant = *first_wait.get_or_insert_with(Instant::now);
            let total = limits.body_total.saturating_sub(start.elapsed());
            total.min(limits.body_idle)
        };
        let frame = within(left, next).await;
        match frame.map_err(|_| too_slow(limits))? {
            None => return Ok(parts.join()),
            Some(Err(_)) => return Err(broken()),
            Some(Ok(frame)) => {
                let part = frame.into_data().unwrap_or_default();
                let length = part.len();
                parts.push(part);
                if parts.len() > limits.body_bytes {
                    return Err(too_large(limits));
                }
                if !body.is_end_stream() && !room.take(length) {
                    return Err(Box::new(overloaded()));
                }
            }
        }
    }
}

pub(super) async fn next_frame<B: HttpBody + Unpin>(
    body: &mut B,
) -> Option<Result<Frame<B::Data>, B::Error>> {
    poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await
}

/// The pieces of a body: a single one is kept as it is, several are copied together.
#[derive(Default)]
struct Parts {
    first: Bytes,
    whole: BytesMut,
}

impl Parts {
    fn len(&self) -> usize {
        self.first.len().max(self.whole.len())
    }

    fn push(&mut self, part: Bytes) {
        if self.len() == 0 {
            self.first = part;
            return;
        }
        if self.whole.is_empty() {
            self.whole.reserve(2 * (self.first.len() + part.len()));
            self.whole.extend_from_slice(&self.first);
        }
        self.whole.extend_from_slice(&part);
    }

    fn join(self) -> Bytes {
        if self.whole.is_empty() { self.first } else { self.whole.freeze() }
    }
}

fn too_large(limits: &Limits) -> Box<Response> {
    let limit = limits.body_bytes;
    refuse(Kind::BodyTooLarge, format!("the body of an invocation has at most {limit} bytes"))
}

fn too_slow(limits: &Limits) -> Box<Response> {
    let (idle, total) = (limits.body_idle, limits.body_total);
    let detail = format!("a body may pause for {idle:?} and take {total:?} in all");
    refuse(Kind::RequestTimeout, detail)
}

fn broken() -> Box<Response> {
    refuse(Kind::MalformedJson, "the body broke off before its declared end")
}

fn refuse(kind: Kind, detail: impl Into<String>) -> Box<Response> {
    Box::new(reply::problem(&Problem::new(kind, detail)))
}
