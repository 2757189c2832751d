//! Connections over TLS that their server closed right before a call.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use a2t::client::{Arguments, Client, Retry};
use rustls::crypto::ring::default_provider;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use tls::Identity;

const REPLY: &str = r#"{"output_parameters":[{"name":"result","value":3}]}"#;

/// A server on threads of its own that closes after each reply without saying so in HTTP, perhaps
/// with the alert of TLS; and tells when it has.
fn closing(identity: &Identity, alerts: bool) -> (String, Receiver<()>) {
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    let config = Arc::new(config.with_cert_resolver(Arc::new(identity.certificates())));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    let (told, closed) = channel();
    thread::spawn(move || {
        for stream in listener.incoming().take(1_000).flatten() {
            stream.set_nodelay(true).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
            answer(
                StreamOwned::new(ServerConnection::new(config.clone()).unwrap(), stream),
                alerts,
            );
            let _ = told.send(());
        }
    });
    (url, closed)
}

fn answer(mut stream: StreamOwned<ServerConnection, TcpStream>, alerts: bool) {
    let (mut request, mut part) = (String::new(), [0; 4096]);
    // The body of a call ends the request.
    while !request.ends_with('}') {
        let read = stream.read(&mut part).unwrap();
        assert!(read > 0, "half a request: {request}");
        request.push_str(&String::from_utf8_lossy(&part[..read]));
    }
    let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", REPLY.len());
    stream.write_all(format!("{head}{REPLY}").as_bytes()).unwrap();
    if alerts {
        stream.conn.send_close_notify();
    }
    stream.flush().unwrap();
}

/// The program computes between the calls, so that its own runtime has not heard of the close when
/// the next one is written.
#[tokio::test]
async fn a_connection_that_was_closed_meanwhile_costs_no_call_whatever_is_retried() {
    let identity = Identity::new();
    let [chain, _] = identity.files();
    let authority = std::fs::read(chain).unwrap();
    for alerts in [true, false] {
        let (url, closed) = closing(&identity, alerts);
        let client = Client::builder(url).retry(Retry::Never).root_certificates(&authority);
        let client = client.build().unwrap();
        for number in 0..200 {
            let mut arguments = Arguments::new();
            arguments.push("a", 1);
            arguments.push("b", 2);
            let called = client.invoke(tls::SIGNATURE, &arguments).await;
            assert!(called.is_ok(), "call {number}, alerts {alerts}: {called:?}");
            closed.recv_timeout(Duration::from_secs(10)).unwrap();
        }
    }
}
