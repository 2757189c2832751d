//! Every refusal: its status, its problem, and nothing that a caller should not see.

use std::time::Duration;

use a2t::Limits;
use a2t::testing::TestResponse;
use axum::body::Body;
use axum::extract::Request;
use bytes::Bytes;
use http::Method;
use serde_json::json;

use crate::tools::{
    FAIL, LOOKUP, PANIC, REJECT, WAIT, assert_problem, client, invocation, limited, please, post,
};

async fn ask(id: &str, tool: &str, how: &str) -> TestResponse {
    client().post(&format!("/tools/{id}:invoke"), please(tool, how)).await
}

fn lookup_path() -> String {
    format!("/tools/{LOOKUP}:invoke")
}

fn lookup_body() -> String {
    invocation("lookup", json!([{"name": "City", "value": "Omaha"}]))
}

#[tokio::test]
async fn what_a_tool_says_reaches_its_caller() {
    for (how, status, kind, detail) in [
        ("refused", 422, "tool-refused", "no such class"),
        ("forbidden", 403, "tool-forbidden", "not your city"),
        ("not found", 404, "tool-not-found", "no such city"),
        ("conflict", 409, "tool-conflict", "the seat is taken"),
        ("away", 503, "unavailable", "the station is away"),
    ] {
        let response = ask(FAIL, "fail", how).await;
        assert_problem(&response, status, kind);
        assert_eq!(response.json()["detail"], detail);
        assert!(response.headers.get("retry-after").is_none());
        assert!(response.fault.is_none());
    }
    assert_eq!(ask(FAIL, "fail", "away 7").await.headers["retry-after"], "7");
}

#[tokio::test]
async fn what_went_wrong_inside_stays_inside() {
    for how in ["broken", "internal", "unwritable"] {
        let response = ask(FAIL, "fail", how).await;
        assert_problem(&response, 500, "internal");
        let fault = response.fault.unwrap();
        assert!(fault.to_string().contains("hunter2"), "{fault}");
        assert_eq!(fault.signature().name, "fail");
    }
}

#[tokio::test]
async fn a_panic_is_answered_and_reported_to_the_vendor() {
    for query in ["", "?at-once"] {
        let path = format!("/tools/{PANIC}:invoke{query}");
        let response = client().post(&path, "{}").await;
        assert_problem(&response, 500, "internal");
        let fault = response.fault.unwrap().to_string();
        assert!(fault.starts_with("tool `panic` version 1: it panicked: "), "{fault}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_does_not_end_is_stopped() {
    let client = limited(Limits::new().handler_timeout(Duration::from_secs(30)));
    let start = tokio::time::Instant::now();
    let response = client.post(&format!("/tools/{WAIT}:invoke"), please("wait", "")).await;
    assert_problem(&response, 504, "timeout");
    assert_eq!(start.elapsed().as_secs(), 30);
    assert!(response.fault.unwrap().to_string().contains("30s"));
}

#[tokio::test]
async fn a_context_that_refuses_keeps_its_status_and_headers() {
    let response = ask(REJECT, "reject", "401").await;
    assert_problem(&response, 401, "context-rejected");
    assert_eq!(response.headers["www-authenticate"], "Bearer");
    assert_eq!(response.json()["detail"], "no token");
    assert_problem(&ask(REJECT, "reject", "503").await, 503, "unavailable");
    assert_problem(&ask(REJECT, "reject", "500").await, 500, "internal");
}

#[tokio::test]
async fn a_context_that_answers_for_itself_is_left_alone() {
    let response = ask(REJECT, "reject", "problem").await;
    assert_eq!(
        (response.status.as_u16(), response.json()["type"].as_str()),
        (403, Some("urn:mine"))
    );
    let response = ask(REJECT, "reject", "302").await;
    assert_eq!(
        (response.status.as_u16(), &response.headers["location"]),
        (302, &"/login".parse().unwrap())
    );
}

#[tokio::test]
async fn another_method_is_refused_with_those_there_are() {
    let get =
        ["/tools".to_owned(), format!("/tools/{LOOKUP}"), format!("/tools/{LOOKUP}/versions/1")];
    let methods = [Method::PUT, Method::DELETE, Method::PATCH, Method::OPTIONS, Method::TRACE];
    for method in methods.iter().chain([&Method::POST]) {
        for path in &get {
            let request = Request::builder().method(method).uri(path);
            let response = client().request(request.body(Body::empty()).unwrap()).await;
            assert_problem(&response, 405, "method-not-allowed");
            assert_eq!(response.headers["allow"], "GET, HEAD", "{method} {path}");
        }
    }
    for method in methods.iter().chain([&Method::GET]) {
        let request = Request::builder().method(method).uri(lookup_path());
        let response = client().request(request.body(Body::empty()).unwrap()).await;
        assert_problem(&response, 405, "method-not-allowed");
        assert_eq!(response.headers["allow"], "POST", "{method}");
    }
}

#[tokio::test]
async fn a_body_that_does_not_say_it_is_json_is_not_read() {
    let send = async |headers: &[(&str, &str)]| {
        let mut request = Request::post(lookup_path());
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        client().request(request.body(lookup_body().into()).unwrap()).await
    };
    for accepted in [
        "application/json",
        "APPLICATION/JSON",
        "application/json; charset=utf-8",
        "application/vnd.vendor+json;v=1",
    ] {
        assert_eq!(send(&[("content-type", accepted)]).await.status, 200, "{accepted}");
    }
    for refused in
        ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", "json", ""]
    {
        let response = send(&[("content-type", refused)]).await;
        assert_problem(&response, 415, "unsupported-media-type");
    }
    assert_problem(&send(&[]).await, 415, "unsupported-media-type");
    let json = ("content-type", "application/json");
    let zipped = send(&[json, ("content-encoding", "gzip")]).await;
    assert_problem(&zipped, 415, "unsupported-media-type");
    assert_eq!(send(&[json, ("content-encoding", "identity")]).await.status, 200);
}

/// A body in pieces of unknown length.
fn chunked(pieces: Vec<String>) -> Body {
    let pieces = pieces.into_iter().map(|piece| Ok::<_, std::io::Error>(Bytes::from(piece)));
    Body::from_stream(tokio_stream(pieces.collect()))
}

/// A stream that is made of a list.
fn tokio_stream<T: Unpin + Send + 'static>(
    items: Vec<T>,
) -> impl futures_core::Stream<Item = T> + Send {
    struct List<T>(std::vec::IntoIter<T>);
    impl<T: Unpin> futures_core::Stream for List<T> {
        type Item = T;
        fn poll_next(
            mut self: std::pin::Pin<&mut Self>,
            _: &mut std::task::Context<'_>,
        ) -> std::task::Poll<Option<T>> {
            std::task::Poll::Ready(self.0.next())
        }
    }
    List(items.into_iter())
}

#[tokio::test]
async fn a_body_of_exactly_the_limit_is_read_and_one_byte_more_is_not() {
    let body = lookup_body();
    let client = limited(Limits::new().max_body_bytes(body.len()));
    let (head, tail) = body.split_at(10);
    let pieces =
        |more: &str| chunked(vec![head.to_owned(), String::new(), format!("{tail}{more}")]);
    for exact in [Body::from(body.clone()), pieces("")] {
        assert_eq!(client.request(post(&lookup_path(), exact)).await.status, 200);
    }
    for more in [Body::from(format!("{body} ")), pieces(" ")] {
        let response = client.request(post(&lookup_path(), more)).await;
        assert_problem(&response, 413, "body-too-large");
    }
}

#[tokio::test]
async fn the_limit_is_256_kib_by_default() {
    let body = |length: usize| lookup_body() + &" ".repeat(length - lookup_body().len());
    let path = lookup_path();
    assert_eq!(client().post(&path, body(256 * 1024)).await.status, 200);
    let response = client().post(&path, body(256 * 1024 + 1)).await;
    assert_problem(&response, 413, "body-too-large");
}

/// Pieces of a body, each after a pause.
fn slow(pieces: usize, pause: Duration) -> Body {
    struct Slow(usize, Duration, std::pin::Pin<Box<tokio::time::Sleep>>);
    impl futures_core::Stream for Slow {
        type Item = std::io::Result<Bytes>;
        fn poll_next(
            mut self: std::pin::Pin<&mut Self>,
            context: &mut std::task::Context<'_>,
        ) -> std::task::Poll<Option<Self::Item>> {
            std::task::ready!(self.2.as_mut().poll(context));
            let next = tokio::time::Instant::now() + self.1;
            self.2.as_mut().reset(next);
            self.0 = self.0.saturating_sub(1);
            let piece = (self.0 > 0).then(|| Ok(Bytes::from_static(b" ")));
            std::task::Poll::Ready(piece)
        }
    }
    Body::from_stream(Slow(pieces, pause, Box::pin(tokio::time::sleep(pause))))
}

#[tokio::test(start_paused = true)]
async fn a_body_that_pauses_or_drags_on_is_given_up() {
    let start = tokio::time::Instant::now();
    let stalled = client().request(post(&lookup_path(), slow(3, Duration::from_secs(60)))).await;
    assert_problem(&stalled, 408, "request-timeout");
    assert_eq!(start.elapsed().as_secs(), 5);
    let start = tokio::time::Instant::now();
    let dragging = client().request(post(&lookup_path(), slow(60, Duration::from_secs(4)))).await;
    assert_problem(&dragging, 408, "request-timeout");
    assert_eq!(start.elapsed().as_secs(), 14);
}

#[tokio::test]
async fn what_is_not_json_is_named_with_line_and_column() {
    for body in ["", "{", "nul", "{\"name\":\n\"lookup\",}", "\u{feff}{}"] {
        let response = client().post(&lookup_path(), body).await;
        assert_problem(&response, 400, "malformed-json");
    }
    let response = client().post(&lookup_path(), "{\"name\":\n\"lookup\",}").await;
    let detail = response.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.starts_with("2:10: "), "{detail}");
}

#[tokio::test]
async fn a_body_that_breaks_off_is_refused() {
    let pieces = vec![Ok(Bytes::from("{")), Err(std::io::Error::other("reset"))];
    let body = Body::from_stream(tokio_stream(pieces));
    let response = client().request(post(&lookup_path(), body)).await;
    assert_problem(&response, 400, "malformed-json");
}
