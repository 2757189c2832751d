//! Requests with something wrong in their bytes: each is served or refused with a problem document, none ends in a 5xx.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use a2t::Limits;
use serde_json::Value;

use crate::sockets::{invoke, request, start};
use crate::tools::{LOOKUP, invocation};

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

/// A generator whose whole state is its seed (splitmix64).
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

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

/// The request after one to three cuts, flips and insertions.
fn mutated(seeded: &mut Seeded, request: &str) -> Vec<u8> {
    let mut bytes = request.as_bytes().to_vec();
    for _ in 0..=seeded.below(3) {
        let at = seeded.below(bytes.len() + 1);
        let end = (at + seeded.below(12)).min(bytes.len());
        match seeded.below(5) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << seeded.below(8)),
            _ => {
                let piece = PIECES[seeded.below(PIECES.len())];
                drop(bytes.splice(at..at, piece.iter().copied()));
            }
        }
    }
    bytes
}

/// One reply, and whatever follows it: status, content type and body.
struct Reply {
    status: u16,
    content_type: String,
    body: Vec<u8>,
}

/// Sends all bytes on a connection of their own, closes its sending side, and reads all replies.
fn replies(address: SocketAddr, bytes: &[u8]) -> Vec<Reply> {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // A server that has refused and hung up shows in what is read.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let mut reader = BufReader::new(stream);
    let mut replies = Vec::new();
    let head_only = bytes.starts_with(b"HEAD ");
    while let Some(reply) = reply(&mut reader, head_only) {
        replies.push(reply);
    }
    replies
}

fn reply(reader: &mut impl BufRead, head_only: bool) -> Option<Reply> {
    let mut line = String::new();
    if reader.read_line(&mut line).ok()? == 0 {
        return None;
    }
    let status = line.split(' ').nth(1).unwrap_or_else(|| panic!("no status: {line:?}"));
    let status: u16 = status.parse().unwrap();
    let (mut length, mut content_type) = (0, String::new());
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        match line.trim_end().split_once(": ") {
            None => break,
            Some(("content-length", digits)) => length = digits.parse().unwrap(),
            Some(("content-type", kind)) => kind.clone_into(&mut content_type),
            Some(("transfer-encoding", coding)) => panic!("a reply without a length: {coding}"),
            Some(_) => {}
        }
    }
    let mut body = vec![0; if head_only { 0 } else { length }];
    reader.read_exact(&mut body).unwrap();
    Some(Reply { status, content_type, body })
}

fn judge(reply: &Reply) -> Result<(), String> {
    let Reply { status, content_type, body } = reply;
    match status {
        // These have no problem to tell.
        100 | 200..=299 | 304 => return Ok(()),
        400..=499 => {}
        _ => return Err(format!("status {status}")),
    }
    if content_type != "application/problem+json" {
        return Err(format!("{status} of type {content_type:?}"));
    }
    let problem: Value = serde_json::from_slice(body).map_err(|error| error.to_string())?;
    let kind = problem["type"].as_str().unwrap_or_default();
    if problem["status"] != *status || !kind.starts_with("urn:a2t:problem:") {
        return Err(format!("no problem of status {status}: {problem}"));
    }
    Ok(())
}

async fn are_answered_in_words(many: u64, seed: u64) {
    let server = start(Limits::new()).await;
    let address = server.address;
    let workers = (0..4).map(|worker| {
        tokio::task::spawn_blocking(move || {
            let mut refused = 0;
            for number in (worker..many).step_by(4) {
                let mut seeded = Seeded(seed.wrapping_add(number << 20));
                let requests = requests();
                let bytes =
                    mutated(&mut seeded, &requests[(number % requests.len() as u64) as usize]);
                for reply in replies(address, &bytes) {
                    let shown = String::from_utf8_lossy(&bytes);
                    judge(&reply).unwrap_or_else(|wrong| {
                        panic!("{wrong}\nseed {seed}, request {number}:\n{shown:?}")
                    });
                    refused += usize::from(reply.status >= 400);
                }
            }
            refused
        })
    });
    let mut refused = 0;
    for worker in workers.collect::<Vec<_>>() {
        refused += worker.await.unwrap();
    }
    println!("{refused} refused of {many}, seed {seed}");
    assert!(refused as u64 > many / 2, "{refused} of {many} are refused, seed {seed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_with_wrong_bytes_are_answered_in_words() {
    are_answered_in_words(2_000, seed()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "100,000 requests"]
async fn a_hundred_thousand_requests_with_wrong_bytes_are_answered_in_words() {
    are_answered_in_words(100_000, seed()).await;
}

/// Another one in each run; `A2T_SEED` repeats a run.
fn seed() -> u64 {
    let given = std::env::var("A2T_SEED").ok().and_then(|seed| seed.parse().ok());
    given.unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.unwrap().subsec_nanos().into()
    })
}
