//! Requests that arrive in drops, in any part of them: each gives its connection back in time.

use std::time::Duration;

use a2t::{Health, Limits, Server};
use tokio::time::{Instant, sleep, timeout};

use crate::sockets::{Client, Running, invoke, request};
use crate::tools::{LOOKUP, Probe, invocation, toolset};

/// A client that sends its opening at once, and then a drop each second until it is hung up on.
pub(crate) struct Slow {
    pub(crate) name: &'static str,
    opening: String,
    /// Sent one by one, the last of them again and again.
    drops: Vec<&'static str>,
}

fn slow(name: &'static str, opening: impl Into<String>, drops: &[&'static str]) -> Slow {
    Slow { name, opening: opening.into(), drops: drops.to_vec() }
}

/// Every part of a request in which a client can take its time, for a path that takes bodies and one that is read.
pub(crate) fn clients(post: &str, get: &str) -> Vec<Slow> {
    let head = |lines: &str| {
        let whole = request("POST", post, "");
        let lines = format!("\r\ncontent-type: application/json\r\n{lines}\r\n");
        whole.replacen("\r\n\r\n", &lines, 1)
    };
    let (long, chunked) = ("content-length: 20000\r\n", "transfer-encoding: chunked\r\n");
    let whole = head(long);
    let (open, _) = whole.rsplit_once("\r\n").unwrap();
    let of_chunks = |rest: &str| head(chunked) + rest;
    let first = request("GET", get, "");
    let elsewhere = |method: &str, path: &str| {
        request(method, path, "").replacen("\r\n\r\n", &format!("\r\n{long}\r\n"), 1)
    };
    // Eight seconds of the head, then the body.
    let both: Vec<_> = ["x: y\r\n"; 8].into_iter().chain(["\r\n", " "]).collect();
    vec![
        slow("nothing", "", &[""]),
        slow("a request line", "", &["G", "E", "T", " ", "/"]),
        slow("a head", open, &["x: y\r\n"]),
        slow("a head, then its body", open, &both),
        slow("a body", whole.clone(), &[" "]),
        slow("a body that pauses", whole.clone(), &["", "", "", " "]),
        slow("no body at all", whole.clone(), &[""]),
        slow("the size of a chunk", of_chunks(""), &["0"]),
        slow("the extension of a chunk", of_chunks("1;x="), &["y"]),
        slow("chunks", of_chunks(""), &["1\r\n \r\n"]),
        slow("trailers", of_chunks("1\r\n \r\n0\r\n"), &["x: y\r\n"]),
        slow(
            "what it asked for leave to send",
            head(&format!("{long}expect: 100-continue\r\n")),
            &[""],
        ),
        slow("and that in drops", head(&format!("{long}expect: 100-continue\r\n")), &[" "]),
        slow("a head behind a request", format!("{first}{open}"), &["x: y\r\n"]),
        slow("a body behind a request", format!("{first}{whole}"), &[" "]),
        slow("a body that nothing reads", elsewhere("POST", "/elsewhere"), &[" "]),
        slow("a body of a GET", elsewhere("GET", get), &[" "]),
        slow("a body of a probe", elsewhere("GET", "/livez"), &[" "]),
        slow("a body of another type", whole.replace("/json", "/xml"), &[" "]),
        slow("empty lines", "", &["\r\n"]),
    ]
}

impl Slow {
    /// Sends until the server hangs up, and returns the time until then.
    pub(crate) async fn hold(&self, client: &mut Client) -> Duration {
        let start = Instant::now();
        client.send(&self.opening).await;
        dripping(client, &self.drops).await;
        start.elapsed()
    }
}

async fn dripping(client: &mut Client, drops: &[&'static str]) {
    let last = drops.last().unwrap();
    for drop in drops.iter().chain(std::iter::repeat(last)) {
        if timeout(Duration::from_secs(1), client.until_closed()).await.is_ok() {
            return;
        }
        client.send(drop).await;
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_holds_a_connection_is_closed_within_15_seconds() {
    for slow in clients(&format!("/tools/{LOOKUP}:invoke"), "/tools") {
        let server = Server::new(toolset(), Probe::default()).health(Health::new());
        let server = Running::of(server.limits(Limits::new()), Probe::default()).await;
        let held = slow.hold(&mut server.connect().await).await;
        assert!(held < Duration::from_secs(15), "{}: {held:?}", slow.name);
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_in_drops_that_ends_in_time_is_served() {
    let server = Running::of(Server::new(toolset(), Probe::default()), Probe::default()).await;
    let pairs = serde_json::json!([{"name": "City", "value": "Rome"}]);
    let call = invoke(LOOKUP, &invocation("lookup", pairs));
    let mut client = server.connect().await;
    // A connection that is kept has a whole new time for each request.
    for _ in 0..3 {
        for piece in call.as_bytes().chunks(call.len().div_ceil(8)) {
            sleep(Duration::from_secs(1)).await;
            client.send(piece).await;
        }
        assert_eq!(client.response().await.status, 200);
    }
}
