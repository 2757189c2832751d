//! The server on a socket: slow and greedy clients, limits, faults, addresses.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::{BoundServer, Limits, Server, Toolset};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::routing::get;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::Instant;

use crate::sockets::{Client, Running, invoke, request, start};
use crate::tools::{FAIL, LOOKUP, PANIC, Probe, WAIT, please, toolset};

#[tokio::test]
async fn it_serves_the_tools_and_nothing_else() {
    let server = start(Limits::new()).await;
    let mut client = server.connect().await;
    let list = client.ask(&request("GET", "/tools", "")).await;
    assert_eq!((list.status, list.header("content-type")), (200, Some("application/json")));
    let elsewhere = client.ask(&request("GET", "/", "")).await;
    assert_eq!((elsewhere.status, elsewhere.kind()), (404, "not-found".to_owned()));
    let head = client.ask(&request("HEAD", "/tools", "")).await;
    assert_eq!(head.header("content-length"), list.header("content-length"));
}

#[tokio::test]
async fn a_panic_costs_one_reply_and_not_the_connection() {
    let server = start(Limits::new()).await;
    let mut client = server.connect().await;
    for _ in 0..3 {
        assert_eq!(client.ask(&invoke(PANIC, "{}")).await.status, 500);
        assert_eq!(client.ask(&request("GET", "/tools", "")).await.status, 200);
    }
}

#[tokio::test]
async fn a_panic_in_the_rest_of_the_api_is_caught_as_well() {
    async fn broken() {
        panic!("hunter2");
    }
    let router = Router::new().route("/broken", get(broken));
    let server = Running::of(Server::from_router(router), Probe::default()).await;
    let mut client = server.connect().await;
    for _ in 0..2 {
        let response = client.ask(&request("GET", "/broken", "")).await;
        assert_eq!((response.status, response.kind()), (500, "internal".to_owned()));
        assert!(!response.text().contains("hunter2"));
    }
}

#[tokio::test]
async fn faults_are_reported_to_the_handler_that_is_set() {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let tell = Arc::clone(&reports);
    let server = Server::new(toolset(), Probe::default())
        .on_fault(move |fault| tell.lock().unwrap().push(fault.to_string()));
    let server = Running::of(server, Probe::default()).await;
    let mut client = server.connect().await;
    assert_eq!(client.ask(&invoke(FAIL, &please("fail", ""))).await.status, 500);
    let refused = client.ask(&invoke(FAIL, &please("fail", "refused"))).await;
    assert_eq!(refused.status, 422);
    let reports = reports.lock().unwrap();
    assert_eq!(reports.len(), 1);
    assert!(
        reports[0].starts_with("tool `fail` version 1: the tool failed: postgres://"),
        "{reports:?}"
    );
}

#[tokio::test]
async fn a_report_that_panics_costs_one_reply() {
    let server = Server::new(toolset(), Probe::default()).on_fault(|_| panic!("hunter2"));
    let server = Running::of(server, Probe::default()).await;
    let mut client = server.connect().await;
    for _ in 0..2 {
        let response = client.ask(&invoke(PANIC, "{}")).await;
        assert_eq!((response.status, response.kind()), (500, "internal".to_owned()));
    }
}

#[tokio::test(start_paused = true)]
async fn a_head_that_never_ends_is_cut_off_in_time() {
    let server = start(Limits::new()).await;
    for opening in ["", "GET /tools HTTP/1.1\r\nhost: localhost\r\nx-slow: "] {
        let mut client = server.connect().await;
        client.send(opening).await;
        let start = Instant::now();
        client.until_closed().await;
        assert_eq!(start.elapsed().as_secs(), 10, "{opening:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_head_in_drops_is_cut_off_as_soon() {
    let server = start(Limits::new()).await;
    let mut client = server.connect().await;
    client.send("GET /tools HTTP/1.1\r\nhost: localhost\r\n").await;
    let start = Instant::now();
    for _ in 0..5 {
        tokio::time::sleep(Duration::from_secs(1)).await;
        client.send("x-drop: 1\r\n").await;
    }
    client.until_closed().await;
    assert_eq!(start.elapsed().as_secs(), 10);
}

#[tokio::test(start_paused = true)]
async fn an_idle_connection_is_closed() {
    let server = start(Limits::new()).await;
    let mut client = server.connect().await;
    assert_eq!(client.ask(&request("GET", "/tools", "")).await.status, 200);
    let start = Instant::now();
    client.until_closed().await;
    assert_eq!(start.elapsed().as_secs(), 10);
}

#[tokio::test(start_paused = true)]
async fn a_body_that_stalls_is_answered_and_cut_off() {
    let server = start(Limits::new()).await;
    let mut client = server.connect().await;
    let whole = invoke(LOOKUP, "{\"name\":\"lookup\"}");
    client.send(&whole[..whole.len() - 5]).await;
    let start = Instant::now();
    let response = client.response().await;
    assert_eq!((response.status, response.kind()), (408, "request-timeout".to_owned()));
    client.until_closed().await;
    assert_eq!(start.elapsed().as_secs(), 5);
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused_unread() {
    let server = start(Limits::new()).await;
    let mut client = server.connect().await;
    let path = format!("/tools/{LOOKUP}:invoke");
    client
        .send(&format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             content-length: 1073741824\r\n\r\n"
        ))
        .await;
    let response = client.response().await;
    assert_eq!((response.status, response.kind()), (413, "body-too-large".to_owned()));
}

#[tokio::test]
async fn requests_beyond_the_limit_are_shed_and_the_others_are_not() {
    let server = start(Limits::new().max_concurrent_calls(2)).await;
    let mut running = Vec::new();
    for count in 1..=2 {
        let mut client = server.connect().await;
        client.send(&invoke(WAIT, &please("wait", ""))).await;
        server.probe.until_started(count).await;
        running.push(client);
    }
    let mut third = server.connect().await;
    let response = third.ask(&invoke(WAIT, &please("wait", ""))).await;
    assert_eq!((response.status, response.kind()), (503, "overloaded".to_owned()));
    assert_eq!(response.header("retry-after"), Some("1"));
    server.probe.release.notify_waiters();
    for mut client in running {
        assert_eq!(client.response().await.status, 200);
    }
    assert_eq!(third.ask(&request("GET", "/tools", "")).await.status, 200);
}

#[tokio::test]
async fn connections_beyond_the_limit_are_refused_with_a_reason() {
    let server = start(Limits::new().max_connections(1)).await;
    let mut first = server.connect().await;
    assert_eq!(first.ask(&request("GET", "/tools", "")).await.status, 200);
    let mut second = server.connect().await;
    let response = second.ask(&request("GET", "/tools", "")).await;
    assert_eq!((response.status, response.kind()), (503, "overloaded".to_owned()));
    assert_eq!(response.header("retry-after"), Some("1"));
    second.until_closed().await;
    drop(first);
    while server.connect().await.ask(&request("GET", "/tools", "")).await.status == 503 {}
}

/// An endless body that reports when it was dropped.
struct Endless(Arc<AtomicBool>);

impl futures_core::Stream for Endless {
    type Item = std::io::Result<bytes::Bytes>;

    fn poll_next(
        self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        std::task::Poll::Ready(Some(Ok(bytes::Bytes::from_static(&[b'x'; 65_536]))))
    }
}

impl Drop for Endless {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_that_stops_reading_is_cut_off() {
    let dropped = Arc::new(AtomicBool::new(false));
    let tell = Arc::clone(&dropped);
    let endless = get(async move || Body::from_stream(Endless(tell.clone())));
    let router = Router::new().route("/endless", endless);
    let server = Running::of(Server::from_router(router), Probe::default()).await;
    let mut client = server.connect().await;
    client.send(&request("GET", "/endless", "")).await;
    let start = Instant::now();
    while !dropped.load(Ordering::SeqCst) {
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    assert!(start.elapsed() >= Duration::from_secs(10), "{:?}", start.elapsed());
    assert!(start.elapsed() <= Duration::from_secs(12), "{:?}", start.elapsed());
    drop(client);
}

#[tokio::test]
async fn extractors_learn_who_is_calling() {
    async fn who(ConnectInfo(peer): ConnectInfo<std::net::SocketAddr>) -> String {
        peer.ip().to_string()
    }
    let router = Router::new().route("/who", get(who));
    let server = Running::of(Server::from_router(router), Probe::default()).await;
    let response = server.connect().await.ask(&request("GET", "/who", "")).await;
    assert_eq!(response.text(), "127.0.0.1");
}

fn empty() -> Server {
    Server::new(Toolset::from_entries([]), ())
}

#[tokio::test]
async fn an_address_that_is_taken_is_named() {
    let taken: BoundServer = empty().bind("127.0.0.1:0").await.unwrap();
    let address = taken.local_addr();
    let error = empty().bind(address).await.unwrap_err();
    let words = error.to_string();
    assert!(words.starts_with(&format!("cannot listen on {address}: ")), "{words}");
    assert!(words.contains("choose another port"), "{words}");
    assert_eq!(format!("{error:?}"), words);
}

#[tokio::test]
async fn an_address_that_is_none_is_named() {
    let error = empty().bind("127.0.0.1:eighty").await.unwrap_err().to_string();
    assert!(error.starts_with("cannot find the address \"127.0.0.1:eighty\": "), "{error}");
    assert!(error.contains("such as 127.0.0.1:8080"), "{error}");
}

#[tokio::test]
async fn a_call_whose_client_went_away_is_finished_and_releases_its_permit() {
    let server = start(Limits::new().max_concurrent_calls(1)).await;
    let mut client = Client::new(TcpStream::connect(server.address).await.unwrap());
    client.send(&invoke(WAIT, &please("wait", ""))).await;
    server.probe.until_started(1).await;
    drop(client);
    let call = invoke(FAIL, &please("fail", ""));
    assert_eq!(server.connect().await.ask(&call).await.status, 503);
    server.probe.release.notify_waiters();
    while server.connect().await.ask(&call).await.status == 503 {}
    assert_eq!(server.probe.ended.load(Ordering::SeqCst), 1);
}

/// A body of 8 MiB is taken in pieces of 64 KiB, each after a pause.
#[tokio::test]
async fn a_client_that_reads_slowly_but_steadily_gets_all_of_a_reply() {
    const LENGTH: usize = 8 * 1024 * 1024;
    let large = get(async || vec![b'x'; LENGTH]);
    let router = Router::new().route("/large", large);
    let limits = Limits::new().write_timeout(Duration::from_millis(500));
    let server = Running::of(Server::from_router(router).limits(limits), Probe::default()).await;
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(64 * 1024).unwrap();
    let mut stream = socket.connect(server.address).await.unwrap();
    stream.write_all(request("GET", "/large", "").as_bytes()).await.unwrap();
    let (mut read, mut piece) = (0, vec![0; 64 * 1024]);
    while read < LENGTH {
        tokio::time::sleep(Duration::from_millis(30)).await;
        let more = stream.read(&mut piece).await.unwrap();
        assert!(more > 0, "closed after {read} bytes");
        read += more;
    }
}

/// Set where the number of files is limited.
#[cfg(unix)]
const SHORT: &str = "A2T_SHORT_OF_DESCRIPTORS";

/// A process that runs out of file descriptors while it has a client.
#[cfg(unix)]
#[test]
fn a_listener_that_has_no_descriptor_is_reported_once_and_goes_on() {
    let again = std::env::current_exe().unwrap();
    let mut limited = std::process::Command::new("sh");
    limited.args([
        "-c",
        "ulimit -n 64; exec \"$0\" --exact listening::short_of_descriptors --ignored",
    ]);
    limited.env(SHORT, "yes");
    let output = limited.arg(again).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[cfg(unix)]
#[tokio::test]
#[ignore = "run by another test, in a process that may open few files"]
async fn short_of_descriptors() {
    if std::env::var_os(SHORT).is_none() {
        return println!(
            "skipped: a_listener_that_has_no_descriptor_is_reported_once_and_goes_on runs it"
        );
    }
    let reports = Arc::new(Mutex::new(Vec::new()));
    let tell = Arc::clone(&reports);
    let server = Server::new(toolset(), Probe::default())
        .on_accept_error(move |error| tell.lock().unwrap().push(error.to_string()));
    let server = Running::of(server, Probe::default()).await;
    let mut files = Vec::new();
    while let Ok(file) = std::fs::File::open("/dev/null") {
        assert!(files.len() < 64, "the number of files is limited");
        files.push(file);
    }
    files.pop();
    let mut client = server.connect().await;
    client.send(&request("GET", "/tools", "")).await;
    while reports.lock().unwrap().is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    // Several attempts later it was reported once, and an attempt is not made at once.
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(reports.lock().unwrap().len(), 1);
    drop(files);
    assert_eq!(client.response().await.status, 200);
}
