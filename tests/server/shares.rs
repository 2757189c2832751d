//! Shares of a server: slow bodies, running calls and other routes do not take each other's place.

use std::time::Duration;

use a2t::{Limits, Server, Toolset};
use axum::Router;
use axum::routing::get;

use crate::sockets::{Client, Running, invoke, request, start};
use crate::tools::{LOOKUP, Probe, WAIT, invocation, please, toolset};

/// A call of `lookup` that works.
fn lookup() -> String {
    let pairs = serde_json::json!([{"name": "City", "value": "Rome"}]);
    invoke(LOOKUP, &invocation("lookup", pairs))
}

/// Sends a request except for its last bytes, and waits until the server asks for the rest.
async fn begin(client: &mut Client, whole: &str) {
    let (head, body) = whole.split_once("\r\n\r\n").unwrap();
    client.send(&format!("{head}\r\nexpect: 100-continue\r\n\r\n")).await;
    assert_eq!(client.response().await.status, 100);
    client.send(&body[..body.len() - 5]).await;
    // The server reads it before more is sent.
    tokio::time::sleep(Duration::from_millis(1)).await;
}

#[tokio::test]
async fn bodies_that_arrive_slowly_shut_no_client_out() {
    let server = start(Limits::new().max_concurrent_calls(1)).await;
    let mut slow = Vec::new();
    for _ in 0..3 {
        let mut client = server.connect().await;
        begin(&mut client, &lookup()).await;
        slow.push(client);
    }
    let mut other = server.connect().await;
    assert_eq!(other.ask(&request("GET", "/tools", "")).await.status, 200);
    assert_eq!(other.ask(&lookup()).await.status, 200);
    for mut client in slow {
        let whole = lookup();
        client.send(&whole[whole.len() - 5..]).await;
        assert_eq!(client.response().await.status, 200);
    }
}

#[tokio::test]
async fn calls_take_no_permit_of_the_catalog_and_of_other_routes() {
    let limits = Limits::new().max_concurrent_calls(1);
    let probe = Probe::default();
    let tools: Toolset<Probe> = toolset();
    let router = Router::new()
        .route("/health", get(async || "well"))
        .merge(tools.into_router_with(limits))
        .with_state(probe.clone());
    let server = Running::of(Server::from_router(router), probe).await;
    let mut running = server.connect().await;
    running.send(&invoke(WAIT, &please("wait", ""))).await;
    server.probe.until_started(1).await;
    let mut other = server.connect().await;
    assert_eq!(other.ask(&lookup()).await.status, 503);
    assert_eq!(other.ask(&request("GET", "/health", "")).await.text(), "well");
    assert_eq!(other.ask(&request("GET", "/tools", "")).await.status, 200);
    server.probe.release.notify_waiters();
    assert_eq!(running.response().await.status, 200);
}

#[tokio::test]
async fn bytes_of_bodies_that_arrive_are_limited_together() {
    let whole = lookup();
    let body = whole.split_once("\r\n\r\n").unwrap().1.len();
    let server = start(Limits::new().max_buffered_bytes(body - 5)).await;
    let mut first = server.connect().await;
    begin(&mut first, &whole).await;
    let mut second = server.connect().await;
    // The first body is in the server's memory once a second one is refused.
    loop {
        begin(&mut second, &whole).await;
        second.send(&whole[whole.len() - 5..]).await;
        let response = second.response().await;
        if response.status == 503 {
            assert_eq!(response.kind(), "overloaded");
            assert_eq!(response.header("retry-after"), Some("1"));
            break;
        }
    }
    let mut at_once = server.connect().await;
    assert_eq!(at_once.ask(&whole).await.status, 200);
    first.send(&whole[whole.len() - 5..]).await;
    assert_eq!(first.response().await.status, 200);
    assert_eq!(server.connect().await.ask(&whole).await.status, 200);
}
