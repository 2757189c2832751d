//! Faults of a connection and of the bytes on it, each ending in the error that it is.

use std::io::Write as _;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use a2t::client::{Error, Kind};
use tokio::time::timeout;

use super::call;
use super::faulty::{faulty, hold, read_request};

/// How often each fault is met.
const TIMES: usize = 10;

/// Far beyond every deadline of these tests: a call that takes this long does not end.
const NEVER: Duration = Duration::from_secs(30);

/// Meets the fault again and again, checks each error, and that nothing of the calls is left.
fn meet(url: &str, expected: fn(&Kind) -> bool, unknown: bool) {
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build().unwrap();
    runtime.block_on(async {
        let short = Duration::from_millis(60);
        let client = super::builder(url).max_reply_bytes(2_000).connect_timeout(short);
        let client = client.attempt_timeout(2 * short).total_timeout(NEVER);
        let client = client.build().unwrap();
        for _ in 0..TIMES {
            let error: Error = timeout(NEVER, call(&client)).await.unwrap().unwrap_err();
            assert!(expected(error.kind()), "{error} from {url}");
            assert_eq!(error.is_outcome_unknown(), unknown, "{error}");
        }
        drop(client);
        nothing_runs().await;
    });
}

/// Waits until the runtime has no task; connections need a moment to see that they are over.
pub(super) async fn nothing_runs() {
    let metrics = tokio::runtime::Handle::current().metrics();
    let idle = async {
        while metrics.num_alive_tasks() > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    let message = "tasks are left";
    assert!(timeout(NEVER, idle).await.is_ok(), "{message}: {}", metrics.num_alive_tasks());
}

/// A server that reads a request and answers with these bytes, then does this.
fn answering(bytes: impl AsRef<[u8]>, then: fn(TcpStream)) -> String {
    let bytes: Arc<[u8]> = bytes.as_ref().into();
    faulty(move |mut stream| {
        read_request(&mut stream);
        // The client may have had enough.
        let _ = stream.write_all(&bytes);
        then(stream);
    })
}

fn close(stream: TcpStream) {
    let _ = stream.shutdown(Shutdown::Write);
    // Unread bytes would make a reset of it.
    hold(&mut { stream });
}

fn stall(mut stream: TcpStream) {
    hold(&mut stream);
}

const fn is_timeout(kind: &Kind) -> bool {
    matches!(kind, Kind::Timeout { .. })
}

const fn is_broken(kind: &Kind) -> bool {
    matches!(kind, Kind::Interrupted { .. })
}

const fn is_malformed(kind: &Kind) -> bool {
    matches!(kind, Kind::Malformed { .. })
}

const fn is_too_large(kind: &Kind) -> bool {
    matches!(kind, Kind::TooLarge { .. })
}

/// A listener whose queue is full takes no further connection, without any message.
#[test]
fn a_black_hole() {
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build().unwrap();
    let listener = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        socket.listen(1).unwrap()
    });
    let address = listener.local_addr().unwrap();
    let full = Duration::from_millis(200);
    let queue: Vec<_> =
        (0..8).map_while(|_| TcpStream::connect_timeout(&address, full).ok()).collect();
    assert!(queue.len() < 8, "the queue is not full");
    let expected = |kind: &Kind| matches!(kind, Kind::Connect { .. });
    meet(&format!("http://{address}"), expected, false);
}

#[test]
fn a_server_that_accepts_and_is_silent() {
    meet(&faulty(stall), is_timeout, true);
}

#[test]
fn a_server_that_never_accepts() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    meet(&url, is_timeout, true);
}

#[test]
fn half_of_the_headers_and_then_silence() {
    meet(&answering("HTTP/1.1 200 OK\r\ncontent-le", stall), is_timeout, true);
}

#[test]
fn half_of_the_body_and_then_silence() {
    let half = "HTTP/1.1 200 OK\r\ncontent-length: 40\r\n\r\n{\"output_para";
    meet(&answering(half, stall), is_timeout, true);
}

#[test]
fn one_byte_at_a_time() {
    let url = faulty(|mut stream| {
        read_request(&mut stream);
        let head = b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n".iter();
        for byte in head.chain(&[b' '; 1_000]) {
            if stream.write_all(&[*byte]).is_err() {
                return;
            }
            thread::sleep(Duration::from_millis(3));
        }
    });
    meet(&url, is_timeout, true);
}

#[test]
fn a_reset_instead_of_a_reply() {
    // Closed with bytes unread, a connection is reset.
    let url = faulty(|stream| {
        thread::sleep(Duration::from_millis(u64::from(stream.peer_addr().unwrap().port()) % 3))
    });
    meet(&url, is_broken, true);
}

#[test]
fn a_body_cut_short() {
    let cut = "HTTP/1.1 200 OK\r\ncontent-length: 40\r\n\r\n{\"output_para";
    meet(&answering(cut, close), is_broken, true);
    let chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n8\r\n{\"out";
    meet(&answering(chunked, close), is_broken, true);
}

#[test]
fn a_length_that_is_less_than_the_body() {
    let reply = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 9\r\n\r\n{\"output_parameters\":[]}";
    meet(&answering(reply, close), is_malformed, true);
}

#[test]
fn lengths_that_contradict_each_other() {
    let reply = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 24\r\n\r\n{\"output_parameters\":[]}";
    meet(&answering(reply, close), is_broken, true);
}

#[test]
fn a_body_larger_than_the_limit_announced_or_not() {
    let body = "x".repeat(2_001);
    for head in [
        "content-length: 2001\r\n\r\n",
        "content-length: 9223372036854775807\r\n\r\n",
        "\r\n",
        "transfer-encoding: chunked\r\n\r\n7d1\r\n",
    ] {
        let reply = format!("HTTP/1.1 200 OK\r\nconnection: close\r\n{head}{body}");
        meet(&answering(reply, stall), is_too_large, true);
    }
}

/// It is not unpacked, as the client did not ask for a packed one.
#[test]
fn a_compressed_bomb() {
    let packed = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xed, 0xc1, 1, 1];
    let head = "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\nconnection: close\r\ncontent-length: 14\r\n\r\n";
    let reply = [head.as_bytes(), &packed].concat();
    meet(&answering(reply, close), is_malformed, true);
}

#[test]
fn endless_headers() {
    let head = format!("HTTP/1.1 200 OK\r\n{}", "x-more: of the same\r\n".repeat(200));
    meet(&answering(head, stall), is_broken, true);
}

#[test]
fn what_is_not_http() {
    meet(&answering("SSH-2.0-OpenSSH_9.2\r\n", close), is_broken, true);
}

#[test]
fn another_protocol_that_no_client_asked_for() {
    let reply =
        "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n";
    meet(&answering(reply, close), is_malformed, true);
}

#[test]
fn redirects_to_another_host_which_gets_no_request() {
    let requests = Arc::new(AtomicUsize::new(0));
    let seen = requests.clone();
    let elsewhere = faulty(move |_| {
        seen.fetch_add(1, Ordering::Relaxed);
    });
    for status in [301, 302, 303, 307, 308] {
        let reply = format!(
            "HTTP/1.1 {status} Moved\r\nconnection: close\r\nlocation: {elsewhere}/tools\r\ncontent-length: 0\r\n\r\n"
        );
        let expected = |kind: &Kind| matches!(kind, Kind::Redirected { .. });
        meet(&answering(reply, close), expected, false);
    }
    let meta = format!("<meta http-equiv=\"refresh\" content=\"0; url={elsewhere}\">");
    let reply = format!(
        "HTTP/1.1 200 OK\r\nconnection: close\r\nrefresh: 0; url={elsewhere}\r\ncontent-length: {}\r\n\r\n{meta}",
        meta.len()
    );
    meet(&answering(reply, close), is_malformed, true);
    assert_eq!(requests.load(Ordering::Relaxed), 0);
}
