//! Connections over TLS that their server closed right before a call, or announced to close.

use std::io::{Read as _, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use a2t::client::{Client, Retry};
use tls::{Identity, Stream, call, threads};

const REPLY: &str = r#"{"output_parameters":[{"name":"result","value":3}]}"#;

/// A server that closes after each reply without announcing it in HTTP, perhaps with the alert of
/// TLS; and reports when it has.
fn closing(identity: &Identity, alerts: bool) -> (String, Receiver<()>) {
    let (sender, closed) = channel();
    let url = threads(identity, &[], move |mut stream| {
        assert!(has_request(&mut stream));
        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", REPLY.len());
        stream.write_all(format!("{head}{REPLY}").as_bytes()).unwrap();
        if alerts {
            stream.conn.send_close_notify();
        }
        stream.flush().unwrap();
        drop(stream);
        let _ = sender.send(());
    });
    (url, closed)
}

/// A server that announces how long it keeps a connection, keeps it for longer, and replies in
/// parts; and the number of connections that it took.
fn saying(identity: &Identity, kept: &'static str) -> (String, Arc<AtomicUsize>) {
    let connections = Arc::new(AtomicUsize::new(0));
    let counted = connections.clone();
    let url = threads(identity, &[], move |mut stream| {
        counted.fetch_add(1, Ordering::SeqCst);
        let length = REPLY.len();
        let head = format!("HTTP/1.1 200 OK\r\nkeep-alive: {kept}\r\ncontent-length: {length}");
        let (first, second) = REPLY.split_at(9);
        while has_request(&mut stream) {
            for part in [&*format!("{head}\r\n\r\n"), first, second] {
                stream.write_all(part.as_bytes()).unwrap();
                stream.flush().unwrap();
                thread::sleep(Duration::from_millis(1));
            }
        }
    });
    (url, connections)
}

/// Reads a request, whose body of a call is its end; false if there is none.
fn has_request(stream: &mut Stream) -> bool {
    let (mut request, mut part) = (String::new(), [0; 4096]);
    while !request.ends_with('}') {
        let read = stream.read(&mut part).unwrap_or_default();
        if read == 0 {
            assert!(request.is_empty(), "half a request: {request}");
            return false;
        }
        request.push_str(&String::from_utf8_lossy(&part[..read]));
    }
    true
}

/// Clients whose every connection is over TLS to this server: as a host, and as a proxy that relays.
fn clients(identity: &Identity, url: &str) -> [Client; 2] {
    let [chain, _] = identity.files();
    let authority = std::fs::read(chain).unwrap();
    let through = Client::builder("http://vendor.invalid").proxy(url);
    [Client::builder(url), through]
        .map(|builder| builder.root_certificates(&authority).retry(Retry::Never).build().unwrap())
}

/// The program computes between the calls, so that its own runtime has not heard of the close when
/// the next one is written.
#[tokio::test]
async fn a_connection_that_was_closed_meanwhile_costs_no_call_whatever_is_retried() {
    let identity = Identity::new();
    for alerts in [true, false] {
        let (url, closed) = closing(&identity, alerts);
        for client in clients(&identity, &url) {
            for number in 0..100 {
                let called = call(&client).await;
                assert!(called.is_ok(), "{client:?}, call {number}, alerts {alerts}: {called:?}");
                closed.recv_timeout(Duration::from_secs(10)).unwrap();
            }
        }
    }
}

#[tokio::test]
async fn a_connection_is_not_used_beyond_the_time_that_its_server_said() {
    let identity = Identity::new();
    for (kept, expected) in [("timeout=1", 20), ("timeout=60", 1)] {
        for by_proxy in 0..2 {
            let (url, connections) = saying(&identity, kept);
            let client = &clients(&identity, &url)[by_proxy];
            for number in 0..20 {
                let called = call(client).await;
                assert!(called.is_ok(), "{client:?}, call {number}, {kept}: {called:?}");
            }
            assert_eq!(connections.load(Ordering::SeqCst), expected, "{client:?}, {kept}");
        }
    }
}
