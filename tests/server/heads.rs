//! Heads that are refused, each with a problem document, by the layer that refuses them.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use a2t::{Limits, Server};
use axum::Router;
use axum::body::Body;
use axum::routing::get;
use futures_core::Stream;
use http::StatusCode;

use crate::sockets::{Received, Running, request, start};
use crate::tools::{LOOKUP, Probe, invocation, toolset};

/// The reply to these bytes, on a new connection.
async fn reply(server: &Running, bytes: &str) -> Received {
    let mut client = server.connect().await;
    client.ask(bytes).await
}

fn lookup() -> String {
    let pairs = serde_json::json!([{"name": "City", "value": "Rome"}]);
    request("POST", &format!("/tools/{LOOKUP}:invoke"), &invocation("lookup", pairs))
}

fn assert_refused(received: &Received, status: u16, kind: &str, case: &str) {
    assert_eq!(received.header("content-type"), Some("application/problem+json"), "{case:.40}");
    assert_eq!((received.status, received.kind()), (status, kind.to_owned()), "{case:.40}");
}

#[tokio::test]
async fn what_is_not_http_is_refused_in_words() {
    let server = start(Limits::new().max_header_bytes(100_000)).await;
    let many = "x: y\r\n".repeat(101);
    for (bytes, status, kind) in [
        ("nonsense\r\n\r\n", 400, "malformed-request"),
        ("GET /tools HTTP/1.1\r\nhost : x\r\n\r\n", 400, "malformed-request"),
        ("GET /tools HTTP/3.1\r\nhost: localhost\r\n\r\n", 400, "malformed-request"),
        (&format!("GET /tools HTTP/1.1\r\nhost: localhost\r\n{many}\r\n"), 431, "head-too-large"),
        (&request("GET", &format!("/{}", "x".repeat(70_000)), ""), 414, "uri-too-long"),
    ] {
        let mut client = server.connect().await;
        let received = client.ask(bytes).await;
        assert_refused(&received, status, kind, bytes);
        assert_eq!(received.header("connection"), Some("close"));
        assert!(received.header("date").is_some());
        client.until_closed().await;
    }
}

#[tokio::test]
async fn a_head_has_a_limit_in_bytes() {
    let server = start(Limits::new()).await;
    let head = |bytes: usize| {
        format!("GET /tools HTTP/1.1\r\nhost: localhost\r\nx: {}\r\n\r\n", "y".repeat(bytes))
    };
    assert_eq!(reply(&server, &head(32_000)).await.status, 200);
    // All of the last one is sent before its reply is read, which a closed socket would take back.
    for bytes in [33_000, 400_000, 1_000_000] {
        let received = reply(&server, &head(bytes)).await;
        assert_refused(&received, 431, "head-too-large", "large");
    }
    let mut client = server.connect().await;
    assert_eq!(client.ask(&request("GET", "/tools", "")).await.status, 200);
    assert_refused(&client.ask(&head(40_000)).await, 431, "head-too-large", "kept");
}

#[tokio::test]
async fn a_request_has_one_host_and_a_plain_body() {
    let server = start(Limits::new()).await;
    let chunked = "content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n";
    let invoke = |headers: &str| format!("POST /tools/{LOOKUP}:invoke HTTP/1.1\r\n{headers}");
    for refused in [
        "GET /tools HTTP/1.1\r\n\r\n".to_owned(),
        "GET /tools HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\n\r\n".to_owned(),
        "GET /tools HTTP/1.0\r\nhost: localhost\r\nhost: localhost:1\r\n\r\n".to_owned(),
        invoke("host: localhost\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
        invoke(
            "host: localhost\r\ntransfer-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        ),
        invoke(&format!("host: localhost\r\ntransfer-encoding: chunked\r\n{chunked}")),
    ] {
        assert_refused(&reply(&server, &refused).await, 400, "malformed-request", &refused);
    }
    let taken = invoke(&format!("host: localhost\r\n{chunked}"));
    assert_eq!(reply(&server, &taken).await.kind(), "malformed-json");
    assert_eq!(reply(&server, "GET /tools HTTP/1.0\r\n\r\n").await.status, 200);
}

#[tokio::test]
async fn a_body_has_one_type_and_no_coding() {
    let server = start(Limits::new()).await;
    let with = |header: &str| {
        lookup().replacen("host: localhost\r\n", &format!("host: localhost\r\n{header}"), 1)
    };
    for refused in [
        "content-type: application/json\r\n",
        "content-type: text/plain\r\n",
        "content-encoding: GZIP\r\n",
        "content-encoding: identity, gzip\r\n",
        "content-encoding: identity\r\ncontent-encoding: br\r\n",
        "content-encoding: gzip;q=1\r\n",
    ] {
        let received = reply(&server, &with(refused)).await;
        assert_refused(&received, 415, "unsupported-media-type", refused);
    }
    for taken in ["content-encoding: Identity\r\n", "content-encoding: \r\n", "x: y\r\n"] {
        assert_eq!(reply(&server, &with(taken)).await.status, 200, "{taken}");
    }
    for (media, status) in [
        ("Application/JSON; charset=utf-8", 200),
        ("application/problem+JSON", 200),
        ("application/jsonp", 415),
        ("text/json", 415),
        ("application", 415),
        ("äpplication/json", 415),
    ] {
        let other = lookup().replace("application/json", media);
        assert_eq!(reply(&server, &other).await.status, status, "{media}");
    }
}

#[tokio::test]
async fn what_follows_a_request_is_refused_in_words_as_well() {
    let server = start(Limits::new()).await;
    for (first, status) in [(lookup(), 200), (request("GET", "/elsewhere", ""), 404)] {
        let mut client = server.connect().await;
        // Both are in the server's buffer before it replies to the first.
        assert_eq!(client.ask(&format!("{first}nonsense\r\n\r\n")).await.status, status);
        assert_refused(&client.response().await, 400, "malformed-request", &first);
        client.until_closed().await;
    }
}

/// One text again and again, each written by itself, because the next is late.
struct Pieces {
    text: &'static str,
    left: usize,
    ready: bool,
}

impl Stream for Pieces {
    type Item = Result<&'static str, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.ready = !self.ready;
        if self.ready {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let left = self.left.checked_sub(1);
        self.left = left.unwrap_or(0);
        Poll::Ready(left.map(|_| Ok(self.text)))
    }
}

#[tokio::test]
async fn replies_of_the_router_stay_as_they_are() {
    let empty = get(async || (StatusCode::BAD_REQUEST, [("connection", "close")]));
    let bare =
        "HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\ndate: x\r\n\r\n";
    let quoting = get(async move || {
        let length = (3 * bare.len()).to_string();
        (
            [("content-length", length)],
            Body::from_stream(Pieces { text: bare, left: 3, ready: false }),
        )
    });
    let router = Router::new().route("/empty", empty).route("/quoting", quoting);
    let server = Running::of(Server::from_router(router), Probe::default()).await;
    let received = reply(&server, &request("GET", "/empty", "")).await;
    assert_eq!((received.status, received.text()), (400, String::new()));
    // More is read while the pieces are on their way.
    let mut client = server.connect().await;
    client.send(&request("GET", "/quoting", "")).await;
    client.send(&request("GET", "/empty", "")).await;
    assert_eq!(client.response().await.text(), bare.repeat(3));
    assert_eq!(client.response().await.text(), "");
}

#[tokio::test]
async fn requests_for_other_hosts_and_of_other_pages_are_refused_on_the_own_machine() {
    let server = start(Limits::new()).await;
    let mut client = server.connect().await;
    let rebound = lookup().replacen("host: localhost", "host: tools.example.com", 1);
    let refused = client.ask(&rebound).await;
    assert_eq!((refused.status, refused.kind()), (421, "host-refused".to_owned()));
    let advice = r#"`a2t::Server::allow_host(\"tools.example.com\")`"#;
    assert!(refused.text().contains(advice), "{}", refused.text());
    let page = lookup().replacen("\r\n", "\r\norigin: https://evil.example\r\n", 1);
    let refused = client.ask(&page).await;
    assert_eq!((refused.status, refused.kind()), (403, "origin-refused".to_owned()));
    // Nothing is wrong with the connection.
    assert_eq!(client.ask(&lookup()).await.status, 200);
    let allowed = Server::new(toolset(), Probe::default())
        .allow_host("tools.example.com")
        .allow_origin("https://evil.example");
    let server = Running::of(allowed, Probe::default()).await;
    let mut client = server.connect().await;
    assert_eq!(client.ask(&rebound).await.status, 200);
    assert_eq!(client.ask(&page).await.status, 200);
}
