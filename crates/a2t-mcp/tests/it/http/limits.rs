use std::convert::Infallible;
use std::time::Duration;

use a2t::Limits;
use bytes::Bytes;
use futures_util::stream;
use http::{Request, StatusCode};
use http_body::Frame;
use http_body_util::{BodyExt, StreamBody};
use serde_json::json;
use tokio::time::{Instant, sleep};
use tower::ServiceExt;

use super::tools::{error, legacy, post, send, service};

/// A body whose pieces come after these pauses.
fn slow(
    pauses: &'static [u64],
) -> Request<StreamBody<impl stream::Stream<Item = Result<Frame<Bytes>, Infallible>>>> {
    let pieces = stream::unfold(pauses, |left| async move {
        let (pause, rest) = left.split_first()?;
        sleep(Duration::from_secs(*pause)).await;
        Some((Ok(Frame::data(Bytes::from_static(b" "))), rest))
    });
    post(Bytes::new()).map(|_| StreamBody::new(pieces))
}

#[tokio::test]
async fn a_body_has_as_many_bytes_as_it_may_have_and_not_one_more() {
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).to_string();
    let padded = |length| format!("{call}{}", " ".repeat(length - call.len()));
    for (service, limit) in
        [(service(), 256 * 1024), (service().limits(Limits::new().max_body_bytes(1000)), 1000)]
    {
        assert_eq!(send(&service, post(padded(limit))).await.0, 200);
        let (status, reply) = send(&service, post(padded(limit + 1))).await;
        assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
        let words = format!("the body of a request has at most {limit} bytes");
        assert_eq!(error(&reply), (-32600, &*words));
    }
}

#[tokio::test(start_paused = true)]
async fn a_body_that_pauses_or_lasts_too_long_is_refused() {
    for (pauses, seconds) in [(&[6][..], 5), (&[4, 4, 4, 4, 4], 14)] {
        let start = Instant::now();
        let reply = service().oneshot(slow(pauses)).await.unwrap();
        assert_eq!(reply.status(), StatusCode::REQUEST_TIMEOUT, "{pauses:?}");
        assert_eq!(start.elapsed().as_secs(), seconds);
        let body = reply.into_body().collect().await.unwrap().to_bytes();
        assert!(body.starts_with(br#"{"jsonrpc":"2.0","error":{"#), "{body:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn slow_bodies_take_no_permit_of_a_call() {
    let service = service().limits(Limits::new().max_concurrent_calls(1));
    let slow = tokio::spawn(service.clone().oneshot(slow(&[0, 4, 4])));
    sleep(Duration::from_secs(1)).await;
    let other = service.oneshot(legacy("tools/list", json!({}))).await.unwrap();
    assert_eq!(other.status(), StatusCode::OK);
    assert_eq!(slow.await.unwrap().unwrap().status(), StatusCode::BAD_REQUEST);
}

#[tokio::test(start_paused = true)]
async fn bytes_of_bodies_that_arrive_are_limited_together() {
    let service = service().limits(Limits::new().max_buffered_bytes(1));
    let first = tokio::spawn(service.clone().oneshot(slow(&[0, 4])));
    sleep(Duration::from_secs(1)).await;
    let second = service.clone().oneshot(slow(&[0, 4])).await.unwrap();
    assert_eq!(second.status(), StatusCode::SERVICE_UNAVAILABLE);
    let at_once = service.oneshot(legacy("tools/list", json!({}))).await.unwrap();
    assert_eq!(at_once.status(), StatusCode::OK);
    assert_eq!(first.await.unwrap().unwrap().status(), StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test(start_paused = true)]
async fn requests_beyond_those_in_flight_are_asked_to_come_again() {
    let service = service().limits(Limits::new().max_concurrent_calls(1));
    let params = json!({"name": "fail", "arguments": {"way": "sleep"}});
    let first = tokio::spawn(service.clone().oneshot(legacy("tools/call", params)));
    sleep(Duration::from_secs(1)).await;
    let second = service.clone().oneshot(legacy("tools/list", json!({}))).await.unwrap();
    assert_eq!(second.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(second.headers()["retry-after"], "1");
    assert_eq!(first.await.unwrap().unwrap().status(), StatusCode::OK);
    let third = service.oneshot(legacy("tools/list", json!({}))).await.unwrap();
    assert_eq!(third.status(), StatusCode::OK);
}
