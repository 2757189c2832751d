//! The client over HTTP/2 and a server that closes connections, or leaves requests alone.

use std::io::{Read as _, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::client::{Client, Kind, Retry};
use tls::{Identity, Stream, call, threads};

use Deed::{GoesAwayBefore, GoesAwayBehind, Replies, RepliesAndCloses, Resets};

const REPLY: &str = r#"{"output_parameters":[{"name":"result","value":3}]}"#;

fn client(identity: &Identity, url: &str, retry: Retry) -> Client {
    let [chain, _] = identity.files();
    let authority = std::fs::read(chain).unwrap();
    Client::builder(url).root_certificates(authority).retry(retry).build().unwrap()
}

/// What a server does with a request that it has read.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Replies,
    /// The reply, a `PING` that the client answers, and when it is asked for the end of the connection,
    /// perhaps with a `GOAWAY`.
    RepliesAndCloses {
        says: bool,
    },
    /// `GOAWAY`, whose last request is the one before this.
    GoesAwayBefore,
    /// `GOAWAY` behind this request, which it does not answer.
    GoesAwayBehind,
    /// `RST_STREAM` with this code.
    Resets(u32),
}

// Types of frames.
const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GOAWAY: u8 = 7;

const REFUSES: Deed = Resets(7);
const FAILS: Deed = Resets(2);

/// A server on its own threads.
struct Server {
    url: String,
    /// Number of the requests that it read.
    requests: Arc<AtomicUsize>,
    close: Sender<()>,
    closed: Receiver<()>,
}

/// A server that does this to its requests, one after another, and the last of it to all others.
fn server(identity: &Identity, deeds: &'static [Deed]) -> Server {
    let requests = Arc::new(AtomicUsize::new(0));
    let counted = requests.clone();
    let ((close, asked), (sender, closed)) = (channel(), channel());
    let asked = Arc::new(Mutex::new(asked));
    let url = threads(identity, &[b"h2"], move |stream| {
        serve(Frames { stream, asked: asked.clone() }, deeds, &counted);
        let _ = sender.send(());
    });
    Server { url, requests, close, closed }
}

/// Frames as RFC 9113 has them, because no library's server does all of this.
struct Frames {
    stream: Stream,
    asked: Arc<Mutex<Receiver<()>>>,
}

impl Frames {
    /// Type, flags and stream.
    fn read(&mut self) -> Option<(u8, u8, u32)> {
        let mut head = [0; 9];
        self.stream.read_exact(&mut head).ok()?;
        self.stream
            .read_exact(&mut vec![0; usize::from(head[1]) << 8 | usize::from(head[2])])
            .ok()?;
        Some((head[3], head[4], u32::from_be_bytes(head[5..].try_into().unwrap())))
    }

    fn write(&mut self, frames: &[(u8, u8, u32, &[u8])]) -> Option<()> {
        let bytes = |(kind, flags, id, payload): &(u8, u8, u32, &[u8])| {
            let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
            [&length[1..], &[*kind, *flags], &id.to_be_bytes(), payload].concat()
        };
        let bytes: Vec<_> = frames.iter().flat_map(bytes).collect();
        self.stream.write_all(&bytes).and_then(|()| self.stream.flush()).ok()
    }

    fn goes_away(&mut self, last: u32) -> Option<()> {
        self.write(&[(GOAWAY, 0, 0, &(u64::from(last) << 32).to_be_bytes())])
    }

    /// Does this to a request; nothing if that closes the connection.
    fn does(&mut self, deed: Deed, id: u32) -> Option<()> {
        let head = (HEADERS, 4, id, &[0x88][..]);
        let reply = [head, (DATA, 1, id, REPLY.as_bytes()), (PING, 0, 0, &[7; 8])];
        match deed {
            Replies => self.write(&reply[..2]),
            RepliesAndCloses { says } => {
                self.write(&reply)?;
                while self.read()?.0 != PING {}
                self.asked.lock().unwrap().recv().ok()?;
                if says {
                    self.goes_away(id)?;
                }
                None
            }
            GoesAwayBefore => self.goes_away(id - 2),
            GoesAwayBehind => {
                self.goes_away(id)?;
                None
            }
            Resets(code) => self.write(&[(RST_STREAM, 0, id, &code.to_be_bytes())]),
        }
    }
}

/// Serves a connection until one of the two closes it.
fn serve(mut frames: Frames, deeds: &[Deed], requests: &AtomicUsize) -> Option<()> {
    frames.stream.read_exact(&mut [0; 24]).ok()?;
    frames.write(&[(SETTINGS, 0, 0, &[])])?;
    loop {
        match frames.read()? {
            (SETTINGS, 0, _) => frames.write(&[(SETTINGS, 1, 0, &[])])?,
            // The end of a request.
            (DATA, 1, id) => {
                let number = requests.fetch_add(1, Ordering::SeqCst);
                frames.does(*deeds.get(number).or(deeds.last()).unwrap(), id)?;
            }
            _ => {}
        }
    }
}

/// The program computes between the calls, so that its own runtime has not heard of the close when
/// the next one is written; it did write since it read the reply.
#[tokio::test]
async fn a_connection_that_was_closed_meanwhile_costs_no_call_whatever_is_retried() {
    let identity = Identity::new();
    for deed in [&[RepliesAndCloses { says: true }], &[RepliesAndCloses { says: false }]] {
        let server = server(&identity, deed);
        let client = client(&identity, &server.url, Retry::Never);
        for number in 0..50 {
            let called = call(&client).await;
            assert!(called.is_ok(), "call {number}, {deed:?}: {called:?}");
            server.close.send(()).unwrap();
            server.closed.recv_timeout(Duration::from_secs(10)).unwrap();
        }
    }
}

#[tokio::test]
async fn a_request_that_its_server_left_alone_is_sent_once_more_whatever_is_retried() {
    let identity = Identity::new();
    for (deeds, calls, expected) in [
        (&[Replies, GoesAwayBefore, Replies] as &[_], 2, 3),
        (&[Replies, GoesAwayBefore, REFUSES, Replies], 2, 4),
        (&[REFUSES, REFUSES, Replies], 1, 3),
    ] {
        let server = server(&identity, deeds);
        let client = client(&identity, &server.url, Retry::Never);
        for _ in 0..calls {
            let called = call(&client).await;
            assert!(called.is_ok(), "{deeds:?}: {called:?}");
        }
        assert_eq!(server.requests.load(Ordering::SeqCst), expected, "{deeds:?}");
    }
}

#[tokio::test]
async fn a_request_that_is_always_left_alone_did_not_run_and_is_sent_as_the_policy_says() {
    let identity = Identity::new();
    let always = server(&identity, &[REFUSES]);
    let error = call(&client(&identity, &always.url, Retry::Never)).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Connect { .. }), "{error}");
    assert!(!error.is_outcome_unknown(), "{error}");
    assert_eq!(always.requests.load(Ordering::SeqCst), 3);
    let thrice = server(&identity, &[REFUSES, REFUSES, REFUSES, Replies]);
    call(&client(&identity, &thrice.url, Retry::WhenNotRun)).await.unwrap();
    assert_eq!(thrice.requests.load(Ordering::SeqCst), 4);
}

#[tokio::test]
async fn a_request_that_its_server_may_have_run_is_not_sent_once_more() {
    let identity = Identity::new();
    for deeds in [&[GoesAwayBehind], &[FAILS]] {
        let server = server(&identity, deeds);
        let error = call(&client(&identity, &server.url, Retry::WhenNotRun)).await.unwrap_err();
        assert!(matches!(error.kind(), Kind::Interrupted { .. }), "{deeds:?}: {error}");
        assert!(error.is_outcome_unknown(), "{deeds:?}: {error}");
        assert_eq!(server.requests.load(Ordering::SeqCst), 1, "{deeds:?}");
    }
}
