//! How a server ends: what has begun is finished, what does not finish is cut.

use std::sync::atomic::Ordering;
use std::time::Duration;

use a2t::{Limits, Server};
use tokio::net::TcpStream;
use tokio::time::Instant;

use crate::sockets::{Client, invoke, request, start};
use crate::tools::{LOOKUP, Probe, WAIT, please, toolset};

#[tokio::test]
async fn a_request_that_has_begun_is_finished() {
    let server = start(Limits::new()).await;
    let mut client = server.connect().await;
    client.send(&invoke(WAIT, &please("wait", ""))).await;
    server.probe.until_started(1).await;
    let probe = server.probe.clone();
    let address = server.address;
    let ended = server.stop();
    while TcpStream::connect(address).await.is_ok() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    probe.release.notify_waiters();
    let response = client.response().await;
    assert_eq!(response.status, 200);
    client.until_closed().await;
    ended.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_request_that_does_not_end_is_cut() {
    let limits = Limits::new().handler_timeout(Duration::from_secs(3600));
    let server = start(limits).await;
    let mut client = server.connect().await;
    client.send(&invoke(WAIT, &please("wait", ""))).await;
    server.probe.until_started(1).await;
    let ended = server.probe.ended.clone();
    let start = Instant::now();
    server.stop().await.unwrap();
    assert_eq!(start.elapsed().as_secs(), 30);
    client.until_closed().await;
    assert_eq!(ended.load(Ordering::SeqCst), 0);
}

#[tokio::test(start_paused = true)]
async fn idle_and_silent_clients_do_not_delay_the_end() {
    let server = start(Limits::new()).await;
    let mut idle = server.connect().await;
    assert_eq!(idle.ask(&request("GET", "/tools", "")).await.status, 200);
    let mut silent = server.connect().await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let start = Instant::now();
    server.stop().await.unwrap();
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    idle.until_closed().await;
    silent.until_closed().await;
}

/// A client that sends a request about every second may send one at this moment.
#[tokio::test(start_paused = true)]
async fn a_connection_that_was_just_used_is_kept_a_little_longer() {
    let server = start(Limits::new()).await;
    let mut client = server.connect().await;
    assert_eq!(client.ask(&request("GET", "/tools", "")).await.status, 200);
    let start = Instant::now();
    let ended = server.stop();
    tokio::time::sleep(Duration::from_millis(1200)).await;
    let last = client.ask(&request("GET", "/tools", "")).await;
    assert_eq!((last.status, last.header("connection")), (200, Some("close")));
    client.until_closed().await;
    ended.await.unwrap();
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_stalled_body_delays_the_end_no_longer_than_any_other_time() {
    let server = start(Limits::new()).await;
    let mut client = server.connect().await;
    let whole = invoke(LOOKUP, "{\"name\":\"lookup\"}");
    client.send(&whole[..whole.len() - 1]).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let start = Instant::now();
    server.stop().await.unwrap();
    assert_eq!(start.elapsed().as_secs(), 4);
    assert_eq!(client.response().await.status, 408);
}

#[tokio::test]
async fn connections_that_wait_in_the_socket_are_served() {
    let server = Server::new(toolset(), Probe::default());
    let server = server.bind("127.0.0.1:0").await.unwrap();
    let mut clients = Vec::new();
    for _ in 0..20 {
        let mut client = Client::new(TcpStream::connect(server.local_addr()).await.unwrap());
        client.send(&request("GET", "/tools?pageLimit=1", "")).await;
        clients.push(client);
    }
    server.serve_until(async {}).await.unwrap();
    for mut client in clients {
        assert_eq!(client.response().await.status, 200);
    }
}

#[cfg(unix)]
fn terminate_myself() {
    let me = std::process::id().to_string();
    let killed = std::process::Command::new("kill").args(["-TERM", &me]).status();
    assert!(killed.unwrap().success());
}

#[cfg(unix)]
#[tokio::test]
async fn a_signal_ends_it_and_a_second_one_at_once() {
    let probe = Probe::default();
    let server = Server::new(toolset(), probe.clone());
    let server = server.bind("127.0.0.1:0").await.unwrap();
    let mut client = Client::new(TcpStream::connect(server.local_addr()).await.unwrap());
    let mut serving = tokio::spawn(server.serve());
    // Once it answers, it also listens for the signal.
    client.send(&invoke(WAIT, &please("wait", ""))).await;
    probe.until_started(1).await;
    terminate_myself();
    let address = client.peer();
    while TcpStream::connect(address).await.is_ok() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert!(!serving.is_finished());
    terminate_myself();
    (&mut serving).await.unwrap().unwrap();
    client.until_closed().await;
    assert_eq!(probe.ended.load(Ordering::SeqCst), 0);
}
