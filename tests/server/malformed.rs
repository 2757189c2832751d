//! Requests with something wrong in their bytes: each is served or refused with a problem document, none ends in a 5xx.

use std::net::SocketAddr;
use std::time::Duration;

use a2t::Limits;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::seeded::Seeded;
use crate::sockets::{Client, Received, invoke, request, start};
use crate::tools::{LOOKUP, invocation};

/// The longest time that a server takes for any bytes.
const PATIENCE: Duration = Duration::from_secs(20);
/// Number of requests that are on their way at one time.
const WORKERS: u64 = 4;

/// Pieces that a request is made worse with.
const PIECES: [&[u8]; 28] = [
    b"\r\n",
    b"\n",
    b"\r",
    b"\0",
    b" ",
    b"\t",
    b":",
    b"%",
    b"%00",
    b"%2f..%2f",
    b"\xff",
    b"\xed\xa0\x80",
    b"{",
    b"}]",
    b"\"",
    b",",
    b"\\ud800",
    b"1e999",
    b"18446744073709551616",
    b"null",
    b"HTTP/1.0",
    b"?pageLimit=-1&",
    b"content-length: 9\r\n",
    b"content-length: -1\r\n",
    b"transfer-encoding: chunked\r\n",
    b"transfer-encoding: gzip, chunked\r\n",
    b"host: elsewhere.example\r\n",
    b"expect: 200-ok\r\n",
];

fn requests() -> Vec<String> {
    let pairs =
        serde_json::json!([{"name": "City", "value": "Rome"}, {"name": "days", "value": 3}]);
    let body = invocation("lookup", pairs);
    vec![
        invoke(LOOKUP, &body),
        request("POST", &format!("/tools/{LOOKUP}/versions/2:invoke"), &body),
        request("GET", "/tools?pageLimit=2&tag=weather", ""),
        request("GET", &format!("/tools/{LOOKUP}"), ""),
        request("GET", &format!("/tools/{LOOKUP}/versions"), ""),
        request("GET", "/tools/openapi.json", ""),
    ]
}

fn verify(received: &Received) -> Result<(), String> {
    match received.status {
        // These have no problem document.
        100 | 200..=299 | 304 => return Ok(()),
        400..=499 => {}
        status => return Err(format!("status {status}")),
    }
    let content_type = received.header("content-type");
    if content_type != Some("application/problem+json") {
        return Err(format!("{} of type {content_type:?}", received.status));
    }
    let text = received.text();
    let problem: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let kind = problem["type"].as_str().unwrap_or_default();
    if problem["status"] != received.status || !kind.starts_with("urn:a2t:problem:") {
        return Err(format!("no problem of status {}: {problem}", received.status));
    }
    Ok(())
}

/// Sends all bytes on a new connection, closes its sending side, and checks all replies; returns
/// the number of refusals.
async fn refused(address: SocketAddr, bytes: &[u8]) -> Result<u64, String> {
    let mut client = Client::new(TcpStream::connect(address).await.unwrap());
    client.send(bytes).await;
    // The server may have refused it and hung up already.
    let _ = client.finish().await;
    let mut refused = 0;
    while let Some(received) = client.next().await {
        assert_eq!(received.header("transfer-encoding"), None, "a reply without a length");
        verify(&received)?;
        refused += u64::from(received.status >= 400);
    }
    Ok(refused)
}

/// Every fourth of `many` requests, from the number of the worker on.
async fn work(address: SocketAddr, worker: u64, many: u64, seed: u64) -> u64 {
    let (requests, mut all) = (requests(), 0);
    for number in (worker..many).step_by(WORKERS as usize) {
        let request = &requests[(number % requests.len() as u64) as usize];
        let bytes = Seeded(seed.wrapping_add(number << 20)).worsen(request, &PIECES);
        let ended = timeout(PATIENCE, refused(address, &bytes)).await;
        let ended = ended.unwrap_or_else(|_| Err("the connection stays open".to_owned()));
        all += ended.unwrap_or_else(|wrong| {
            panic!("{wrong}\nrequest {number}:\n{:?}", String::from_utf8_lossy(&bytes))
        });
    }
    all
}

async fn are_answered_in_words(many: u64) {
    let server = start(Limits::new()).await;
    let (address, Seeded(seed)) = (server.address, Seeded::new());
    let workers = (0..WORKERS).map(|worker| tokio::spawn(work(address, worker, many, seed)));
    let mut refused = 0;
    for worker in workers.collect::<Vec<_>>() {
        refused += worker.await.unwrap();
    }
    println!("{refused} refused of {many}");
    assert!(refused > many / 2, "{refused} of {many} are refused");
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_with_wrong_bytes_are_answered_in_words() {
    are_answered_in_words(2_000).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "100,000 requests"]
async fn a_hundred_thousand_requests_with_wrong_bytes_are_answered_in_words() {
    are_answered_in_words(100_000).await;
}
