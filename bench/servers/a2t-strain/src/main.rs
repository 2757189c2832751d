//! Tools that answer at once, wait, compute and return much, under the limits that a server has by
//! default. Prints its port; serves until standard input ends.

use std::hint::black_box;
use std::io;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use a2t::{Limits, Server};
use tokio::io::AsyncReadExt;

/// So many calls of `wait` run at one time, which makes their number in a second one that a driver reaches.
const IN_FLIGHT: usize = 64;
const LONG: usize = 512 * 1024;

/// Answers at once.
#[a2t::tool(version = 1, id = "5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c91", quick)]
fn answer(
    /// Any text.
    text: String,
) -> Text {
    Text { text }
}

/// Waits for a tenth of a second, as for a database.
#[a2t::tool(version = 1, id = "5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c92")]
async fn wait(
    /// Any text.
    text: String,
) -> Text {
    tokio::time::sleep(Duration::from_millis(100)).await;
    Text { text }
}

/// Computes for a millisecond.
#[a2t::tool(version = 1, id = "5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c93")]
fn compute(
    /// Any text.
    text: String,
) -> Text {
    black_box(rounds(millisecond()));
    Text { text }
}

/// Says half a megabyte.
#[a2t::tool(version = 1, id = "5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c94", quick)]
fn say(
    /// Text to be said again and again.
    text: String,
) -> Text {
    Text { text: text.repeat(LONG / text.len().max(1)) }
}

#[derive(a2t::Output)]
struct Text {
    /// Text of the answer.
    text: String,
}

/// Rounds that take a millisecond of a processor that has nothing else to do.
fn millisecond() -> u64 {
    static ROUNDS: OnceLock<u64> = OnceLock::new();
    *ROUNDS.get_or_init(|| {
        const MANY: u64 = 20_000_000;
        let began = Instant::now();
        black_box(rounds(MANY));
        MANY / u64::try_from(began.elapsed().as_millis()).unwrap_or(1).max(1)
    })
}

fn rounds(rounds: u64) -> u64 {
    (0..rounds).fold(1, |sum, round| black_box(sum ^ round).rotate_left(7))
}

#[tokio::main]
async fn main() -> io::Result<()> {
    millisecond();
    let server = Server::new(a2t::toolset![answer, wait, compute, say], ());
    let server = server.limits(Limits::new().max_concurrent_calls(IN_FLIGHT));
    let server = server.bind("127.0.0.1:0").await.map_err(io::Error::other)?;
    println!("{}", server.local_addr().port());
    let ended = async {
        let _ = tokio::io::stdin().read(&mut [0]).await;
    };
    server.serve_until(ended).await.map_err(io::Error::other)
}
