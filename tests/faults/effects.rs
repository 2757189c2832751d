//! A server that dies before or after a tool had its effect, before or after it reported it: how
//! often the tool runs for one call.

use std::collections::HashMap;
use std::io::Write as _;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::client::{Client, Retry};

use super::faulty::{faulty, read_request};
use super::seeded::Seeded;
use super::{REPLY, call};

/// How many calls are made; each has its own seed.
const CALLS: u64 = 1_000;

/// How often the tool had its effect, by the key of the call.
type Effects = Arc<Mutex<HashMap<String, u32>>>;

struct Server {
    url: String,
    effects: Effects,
}

impl Server {
    /// Whether it `honours` keys is whether it runs the tool once for each.
    fn new(honours: bool) -> Self {
        let effects = Effects::default();
        let (counted, fate) = (effects.clone(), Arc::new(Mutex::new(Seeded(7))));
        let url = faulty(move |stream| {
            let fate = fate.lock().unwrap().below(8);
            serve(stream, fate, honours, &counted);
        });
        Self { url, effects }
    }

    fn client(&self, retry: Retry) -> Client {
        let builder = super::builder(&self.url).retry(retry).retry_budget(u32::MAX);
        builder.backoff(Duration::ZERO, Duration::ZERO).build().unwrap()
    }
}

/// Dies as fate has it, or lives and answers.
fn serve(mut stream: TcpStream, fate: u64, honours: bool, effects: &Effects) {
    if fate == 0 {
        return; // before it read anything
    }
    let request = read_request(&mut stream);
    let key = request.lines().find_map(|line| line.strip_prefix("idempotency-key: "));
    let key = key.unwrap_or_default().to_owned();
    if fate == 1 {
        return; // before the effect
    }
    if fate == 2 {
        let shed = r#"{"type":"urn:a2t:problem:overloaded"}"#;
        return answer(stream, "503 Service Unavailable", shed, shed.len());
    }
    let mut ran = effects.lock().unwrap();
    let ran = ran.entry(key).or_default();
    *ran += u32::from(!honours || *ran == 0);
    match fate {
        3 => {} // after the effect
        4 => answer(stream, "500 Internal Server Error", "", 0),
        5 => answer(stream, "200 OK", REPLY, REPLY.len() / 2), // within the reply
        _ => answer(stream, "200 OK", REPLY, REPLY.len()),
    }
}

fn answer(mut stream: TcpStream, status: &str, body: &str, sent: usize) {
    let length = body.len();
    let head =
        format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n");
    // The client may be gone.
    let _ = stream.write_all(head.as_bytes());
    let _ = stream.write_all(&body.as_bytes()[..sent]);
    let _ = stream.shutdown(Shutdown::Write);
}

/// What one call came to: whether it succeeded, whether its error warns that the tool may have run,
/// and how often the tool did run.
async fn outcome(server: &Server, client: &Client) -> (bool, bool, u32) {
    let result = call(client).await;
    let effects = std::mem::take(&mut *server.effects.lock().unwrap());
    assert!(effects.len() <= 1, "{effects:?}");
    let unknown = result.as_ref().is_err_and(|error| error.is_outcome_unknown());
    (result.is_ok(), unknown, effects.into_values().sum())
}

#[tokio::test]
async fn a_tool_runs_once_where_keys_are_honoured() {
    let server = Server::new(true);
    let client = server.client(Retry::Always);
    let mut successes = 0;
    for number in 0..CALLS {
        let (succeeded, unknown, effects) = outcome(&server, &client).await;
        assert!(effects == 1 || (!succeeded && effects == 0), "call {number}: {effects}");
        assert!(succeeded || unknown || effects == 0, "call {number}");
        successes += u64::from(succeeded);
    }
    assert!(successes > CALLS / 2, "{successes}");
}

#[tokio::test]
async fn a_tool_runs_at_most_once_where_they_are_not_and_an_error_says_if_it_may_have() {
    let server = Server::new(false);
    for retry in [Retry::default(), Retry::WhenNotRun, Retry::Never] {
        let client = server.client(retry);
        for number in 0..CALLS {
            let (succeeded, unknown, effects) = outcome(&server, &client).await;
            assert!(effects <= 1, "call {number}: {effects}");
            assert!(!succeeded || effects == 1, "call {number}");
            assert!(succeeded || unknown || effects == 0, "call {number}");
        }
    }
}

/// The counting can fail: this is what a retry without keys does.
#[tokio::test]
async fn a_tool_runs_twice_where_it_was_said_that_it_may() {
    let server = Server::new(false);
    let client = server.client(Retry::Always);
    let mut most = 0;
    for _ in 0..CALLS {
        most = most.max(outcome(&server, &client).await.2);
    }
    assert!(most > 1, "{most}");
}
