//! A request's body becomes bytes, within the limits of size and time.

use std::pin::pin;

use crate::Limits;
use crate::refuse::{INVALID_REQUEST, Reply, refuse};
use a2t_tool::within;
use bytes::{Buf, Bytes};
use http::StatusCode;
use http_body::Body;
use http_body_util::BodyExt;

/// Reads the body to its end.
///
/// # Errors
/// The reply: too large (413), too slow (408), or broken off (400).
pub(crate) async fn collect<B: Body>(body: B, limits: &Limits) -> Result<Bytes, Box<Reply>> {
    if body.size_hint().lower() > limits.body_bytes as u64 {
        return Err(too_large(limits));
    }
    let read = within(|| limits.body_total, read(body, limits));
    read.await.unwrap_or_else(|_| Err(too_slow(limits)))
}

async fn read<B: Body>(body: B, limits: &Limits) -> Result<Bytes, Box<Reply>> {
    let mut body = pin!(body);
    let (mut parts, mut length) = (Vec::new(), 0);
    loop {
        let frame = within(|| limits.body_idle, body.frame()).await;
        match frame.map_err(|_| too_slow(limits))? {
            None => return Ok(join(parts)),
            Some(Err(_)) => return Err(broken()),
            Some(Ok(frame)) => {
                let Ok(mut data) = frame.into_data() else {
                    continue;
                };
                length += data.remaining();
                if length > limits.body_bytes {
                    return Err(too_large(limits));
                }
                parts.push(data.copy_to_bytes(data.remaining()));
            }
        }
    }
}

/// A single piece is kept as it is.
fn join(parts: Vec<Bytes>) -> Bytes {
    match <[Bytes; 1]>::try_from(parts) {
        Ok([whole]) => whole,
        Err(parts) => parts.concat().into(),
    }
}

fn too_large(limits: &Limits) -> Box<Reply> {
    let words = format!("the body of a request has at most {} bytes", limits.body_bytes);
    Box::new(refuse(StatusCode::PAYLOAD_TOO_LARGE, INVALID_REQUEST, &words, None))
}

fn too_slow(limits: &Limits) -> Box<Reply> {
    let (idle, total) = (limits.body_idle, limits.body_total);
    let words = format!("a body may pause for {idle:?} and take {total:?} in all");
    Box::new(refuse(StatusCode::REQUEST_TIMEOUT, INVALID_REQUEST, &words, None))
}

fn broken() -> Box<Reply> {
    let words = "the body broke off before its declared end";
    Box::new(refuse(StatusCode::BAD_REQUEST, INVALID_REQUEST, words, None))
}
