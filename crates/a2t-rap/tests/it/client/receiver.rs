//! The receiver and strangers: a body is read only behind the URL of a call, and all bodies together have a limit.

use std::net::SocketAddr;
use std::time::Duration;

use a2t_rap::client::Runtime;
use a2t_store::Memory;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::stand::{Stand, answer, runtime_at, tool, year};

const PATIENCE: Duration = Duration::from_secs(30);
/// Maximum size of a callback.
const LARGE: usize = 8 * 1024 * 1024;

/// A call that waits, and the address of its receiver.
async fn waiting(limits: a2t::Limits) -> (Stand, Runtime, Value, SocketAddr) {
    let mut stand = Stand::with(json!([tool("report")])).await;
    let (runtime, address) = runtime_at(Memory::default(), |builder| builder, limits).await;
    runtime.load(&stand.base).await.unwrap();
    runtime.call("thread", "report", year(2014)).id("call_1").await.unwrap();
    let call = stand.next("/invoke").await;
    (stand, runtime, call, address)
}

/// A connection that has sent the head of a large callback, and so many bytes of it.
async fn sending(address: SocketAddr, url: &str, bytes: usize) -> TcpStream {
    let path = url.split_once("://").unwrap().1.split_once('/').unwrap().1;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST /{path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         content-length: {LARGE}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    // It may be refused meanwhile.
    let _ = stream.write_all(&vec![b' '; bytes]).await;
    stream
}

async fn status(stream: &mut TcpStream) -> u16 {
    let mut head = [0; 12];
    timeout(PATIENCE, stream.read_exact(&mut head)).await.expect("a reply in time").unwrap();
    String::from_utf8_lossy(&head).split(' ').nth(1).unwrap().parse().unwrap()
}

#[tokio::test]
async fn nothing_is_read_of_a_body_whose_url_no_call_was_given() {
    // Those that wait for a body would be cut off sooner or later: the reply has another status then.
    let (_stand, _runtime, call, address) = waiting(a2t::Limits::new()).await;
    let url = call["callback_url"].as_str().unwrap();
    let token = url.rsplit('/').next().unwrap();
    let rest: String = token.chars().skip(43).collect();
    let forged = url.replace(token, &format!("{}{rest}", "A".repeat(43)));
    for stranger in [&forged, &url.replace(token, "x")] {
        assert_eq!(status(&mut sending(address, stranger, 0).await).await, 404, "{stranger}");
    }
    // Nor behind one whose call has its answer.
    assert_eq!(answer(&call, "mild").await, 200);
    while status(&mut sending(address, url, 0).await).await != 200 {}
}

#[tokio::test]
async fn callbacks_count_in_the_bytes_of_all_bodies_of_their_server() {
    let limits = a2t::Limits::new().max_buffered_bytes(LARGE / 8);
    let (_stand, _runtime, call, address) = waiting(limits).await;
    let url = call["callback_url"].as_str().unwrap();
    for _ in 0..2 {
        // The bytes are given back each time.
        assert_eq!(status(&mut sending(address, url, LARGE / 4).await).await, 503);
    }
    assert_eq!(answer(&call, "mild").await, 200);
}
