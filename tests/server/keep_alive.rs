//! Connections that are kept: refused bodies spoil nothing, and the last reply announces that it
//! is.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use a2t::{Limits, Server};
use tokio::sync::oneshot;

use crate::sockets::{invoke, request, start};
use crate::tools::{LOOKUP, Probe, UNKNOWN, WAIT, invocation, please, toolset};

fn lookup() -> String {
    let pairs = serde_json::json!([{"name": "City", "value": "Rome"}]);
    invoke(LOOKUP, &invocation("lookup", pairs))
}

#[tokio::test]
async fn a_refused_body_does_not_break_the_next_call_of_its_connection() {
    let server = start(Limits::new()).await;
    let mut client = server.connect().await;
    let large = " ".repeat(40_000);
    let refused = [
        (404, request("POST", &format!("/tools/{UNKNOWN}:invoke"), &large)),
        (404, request("POST", "/elsewhere", &large)),
        (405, request("PUT", "/tools", &large)),
        (415, lookup().replace("application/json", "text/plain")),
    ];
    for (status, request) in refused.iter().cycle().take(40) {
        let response = client.ask(request).await;
        assert_eq!((response.status, response.header("connection")), (*status, None));
        assert_eq!(client.ask(&lookup()).await.status, 200);
    }
}

#[tokio::test]
async fn a_body_that_is_too_large_to_read_away_ends_the_connection_as_announced() {
    let server = start(Limits::new()).await;
    for path in ["/elsewhere".to_owned(), format!("/tools/{LOOKUP}:invoke")] {
        let mut client = server.connect().await;
        // All of it is sent before the reply is read, which a closed socket would take back.
        client.send(&request("POST", &path, &" ".repeat(2_000_000))).await;
        let response = client.response().await;
        assert_eq!(response.header("connection"), Some("close"), "{path}");
        assert!(matches!(response.status, 404 | 413), "{path}");
        client.until_closed().await;
    }
}

#[tokio::test]
async fn a_refused_body_that_waits_to_be_asked_for_is_not_asked_for() {
    let server = start(Limits::new()).await;
    let mut client = server.connect().await;
    let head = "POST /elsewhere HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\nexpect: 100-continue\r\n\r\n";
    let response = client.ask(head).await;
    assert_eq!((response.status, response.header("connection")), (404, Some("close")));
    client.until_closed().await;
}

#[tokio::test]
async fn a_client_that_has_nothing_more_to_say_gets_its_reply() {
    let server = start(Limits::new()).await;
    let mut client = server.connect().await;
    client.send(&invoke(WAIT, &please("wait", ""))).await;
    client.finish().await.unwrap();
    server.probe.until_started(1).await;
    server.probe.release.notify_waiters();
    assert_eq!(client.response().await.status, 200);
    client.until_closed().await;
}

/// One stop under load of so many clients, with pauses of fewer microseconds than this: calls that were sent, and those of them that no reply came to.
fn stopped_under_load(calls: usize, clients: usize, pause: u64) -> (usize, usize) {
    let answered = Arc::new(AtomicUsize::new(0));
    let (address, stop, ended) = serve();
    let clients: Vec<_> = (0..clients)
        .map(|client| {
            let answered = Arc::clone(&answered);
            thread::spawn(move || call_until_closed(address, client, pause, &answered))
        })
        .collect();
    while answered.load(Ordering::Relaxed) < calls {
        thread::yield_now();
    }
    stop.send(()).unwrap();
    let lost = clients.into_iter().map(|client| client.join().unwrap());
    let lost = lost.filter(|lost| *lost).count();
    ended.join().unwrap();
    (answered.load(Ordering::Relaxed) + lost, lost)
}

fn serve() -> (SocketAddr, oneshot::Sender<()>, thread::JoinHandle<()>) {
    let (stop, stopped) = oneshot::channel::<()>();
    let (tell, received) = std::sync::mpsc::channel();
    let ended = thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.unwrap().block_on(async {
            let server = Server::new(toolset(), Probe::default()).bind("127.0.0.1:0").await;
            let server = server.unwrap();
            tell.send(server.local_addr()).unwrap();
            let stopped = async { stopped.await.unwrap_or_default() };
            server.serve_until(stopped).await.unwrap();
        });
    });
    (received.recv().unwrap(), stop, ended)
}

/// Calls over one connection until a reply announces its end. `true` if a call got no reply.
fn call_until_closed(
    address: SocketAddr,
    client: usize,
    pause: u64,
    answered: &AtomicUsize,
) -> bool {
    let call = lookup().into_bytes();
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    for round in 0.. {
        // Pauses that differ, so that the end meets connections in every state.
        if pause > 0 {
            thread::sleep(Duration::from_micros((round * 37 + client as u64 * 101) % pause));
        }
        if stream.write_all(&call).is_err() {
            return true;
        }
        match reply(&mut stream) {
            Some(head) => {
                answered.fetch_add(1, Ordering::Relaxed);
                if head.to_ascii_lowercase().contains("connection: close") {
                    return false;
                }
            }
            None => return true,
        }
    }
    false
}

/// Head of the reply; `None` if the connection ended before the reply did.
fn reply(stream: &mut TcpStream) -> Option<String> {
    let (mut read, mut buffer) = (Vec::new(), [0; 4096]);
    loop {
        let more = stream.read(&mut buffer).ok().filter(|more| *more > 0)?;
        read.extend_from_slice(&buffer[..more]);
        let text = String::from_utf8_lossy(&read).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.split("content-length: ").nth(1)?.lines().next()?;
            if body.len() == length.parse::<usize>().ok()? {
                return Some(head.to_owned());
            }
        }
    }
}

#[test]
fn a_stop_under_load_loses_no_call() {
    for _ in 0..3 {
        let (calls, lost) = stopped_under_load(1_000, 16, 700);
        assert_eq!(lost, 0, "of {calls}");
    }
}

#[test]
#[ignore = "100,000 calls, two minutes"]
fn a_hundred_stops_under_load_lose_none_of_100_000_calls() {
    let stops = (0..100).map(|_| stopped_under_load(1_000, 16, 700));
    let (calls, lost) = stops.fold((0, 0), |sum, (calls, lost)| (sum.0 + calls, sum.1 + lost));
    assert!(calls >= 100_000);
    assert_eq!(lost, 0, "of {calls}");
}

/// Clients that send each call right after a reply.
#[test]
#[ignore = "24,000 calls, half a minute"]
fn twenty_stops_under_full_load_lose_none_of_24_000_calls() {
    let stops = (0..20).map(|_| stopped_under_load(1_200, 50, 0));
    let (calls, lost) = stops.fold((0, 0), |sum, (calls, lost)| (sum.0 + calls, sum.1 + lost));
    assert!(calls >= 24_000);
    assert_eq!(lost, 0, "of {calls}");
}
