//! Probes: what a supervisor gets while a server works, is full, and stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use a2t::{Health, Limits, Server};
use tokio::net::TcpStream;
use tokio::time::Instant;

use crate::sockets::{Client, Running, invoke, request};
use crate::tools::{Probe, WAIT, please, toolset};

async fn start(health: Health, limits: Limits) -> Running {
    let probe = Probe::default();
    let server = Server::new(toolset(), probe.clone()).limits(limits).health(health);
    Running::of(server, probe).await
}

async fn status(server: &Running, path: &str) -> u16 {
    server.connect().await.ask(&request("GET", path, "")).await.status
}

#[tokio::test]
async fn probes_are_answered_beside_the_tools() {
    let server = start(Health::new(), Limits::new()).await;
    let mut client = server.connect().await;
    for path in ["/livez", "/readyz"] {
        let response = client.ask(&request("GET", path, "")).await;
        assert_eq!((response.status, response.text().as_str()), (200, r#"{"status":"pass"}"#));
        assert_eq!(response.header("cache-control"), Some("no-store"));
        let head = client.ask(&request("HEAD", path, "")).await;
        assert_eq!((head.status, head.header("content-length")), (200, Some("17")));
        let post = client.ask(&request("POST", path, "{}")).await;
        assert_eq!((post.status, post.header("allow")), (405, Some("GET, HEAD")));
    }
    assert_eq!(client.ask(&request("GET", "/livez/", "")).await.status, 404);
}

#[tokio::test]
async fn there_are_none_unless_they_are_asked_for() {
    let server = crate::sockets::start(Limits::new()).await;
    assert_eq!(status(&server, "/livez").await, 404);
}

#[tokio::test]
async fn their_paths_are_the_programs_choice() {
    let health = Health::new().live("/health").ready("/ready");
    let server = start(health, Limits::new()).await;
    assert_eq!(status(&server, "/health").await, 200);
    assert_eq!(status(&server, "/ready").await, 200);
    assert_eq!(status(&server, "/readyz").await, 404);
}

#[tokio::test]
async fn a_server_without_a_free_permit_answers_probes() {
    let limits = Limits::new()
        .max_concurrent_calls(1)
        .max_buffered_bytes(1)
        .max_body_bytes(16 * 1024)
        .blocking_threads(1);
    let server = start(Health::new(), limits).await;
    let mut busy = server.connect().await;
    busy.send(&invoke(WAIT, &please("wait", ""))).await;
    server.probe.until_started(1).await;
    let mut refused = server.connect().await;
    assert_eq!(refused.ask(&invoke(WAIT, &please("wait", ""))).await.status, 503);
    assert_eq!(status(&server, "/livez").await, 200);
    assert_eq!(status(&server, "/readyz").await, 200);
    let large = "x".repeat(20 * 1024);
    let mut client = server.connect().await;
    assert_eq!(client.ask(&request("GET", "/livez", &large)).await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn a_check_says_if_it_is_ready() {
    let ready = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&ready);
    let health = Health::new().check(move || {
        let ready = asked.load(Ordering::Relaxed);
        async move { ready }
    });
    let server = start(health, Limits::new()).await;
    let response = server.connect().await.ask(&request("GET", "/readyz", "")).await;
    assert_eq!((response.status, response.kind().as_str()), (503, "not-ready"));
    assert_eq!(status(&server, "/livez").await, 200);
    ready.store(true, Ordering::Relaxed);
    assert_eq!(status(&server, "/readyz").await, 200);
    let panics = Health::new().check(|| -> std::future::Ready<bool> { panic!("a check") });
    assert_eq!(status(&start(panics, Limits::new()).await, "/readyz").await, 503);
    let late = Health::new().check(std::future::pending).check_timeout(Duration::from_secs(7));
    let (server, begin) = (start(late, Limits::new()).await, Instant::now());
    assert_eq!(status(&server, "/readyz").await, 503);
    assert_eq!(begin.elapsed().as_secs(), 7);
}

#[tokio::test(start_paused = true)]
async fn a_stopping_server_is_not_ready_before_it_stops_listening() {
    let server = start(Health::new(), Limits::new().shutdown_delay(Duration::from_secs(10))).await;
    let mut kept = server.connect().await;
    assert_eq!(kept.ask(&request("GET", "/readyz", "")).await.status, 200);
    let address = server.address;
    let begin = Instant::now();
    let ended = server.stop();
    while kept.ask(&request("GET", "/readyz", "")).await.status == 200 {
        tokio::task::yield_now().await;
    }
    let mut late = Client::new(TcpStream::connect(address).await.unwrap());
    let listed = late.ask(&request("GET", "/tools", "")).await;
    assert_eq!((listed.status, listed.header("connection")), (200, None));
    assert_eq!(late.ask(&request("GET", "/livez", "")).await.status, 200);
    ended.await.unwrap();
    assert!(begin.elapsed() >= Duration::from_secs(10), "{:?}", begin.elapsed());
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn a_draining_server_is_not_ready() {
    let server = start(Health::new(), Limits::new()).await;
    let (mut busy, mut kept) = (server.connect().await, server.connect().await);
    busy.send(&invoke(WAIT, &please("wait", ""))).await;
    server.probe.until_started(1).await;
    assert_eq!(kept.ask(&request("GET", "/readyz", "")).await.status, 200);
    let (address, probe) = (server.address, server.probe.clone());
    let ended = server.stop();
    while TcpStream::connect(address).await.is_ok() {
        tokio::task::yield_now().await;
    }
    let response = kept.ask(&request("GET", "/readyz", "")).await;
    assert_eq!((response.status, response.kind().as_str()), (503, "not-ready"));
    assert_eq!(response.header("connection"), Some("close"));
    probe.release.notify_waiters();
    assert_eq!(busy.response().await.status, 200);
    ended.await.unwrap();
}
