//! A vendor whose replies never end: a fetch gives up within its limits, even if the HTTP library
//! reads much in one go.
#![allow(clippy::unwrap_used)]

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use a2t_codegen::fetch::{self, Endpoint, Error, Limits};

/// More than the buffers of both sockets and what is read within the limit, and less than the HTTP
/// library reads before it lets a timer of its thread have its turn. A build with optimisations
/// reads more within the limit.
const ENOUGH: usize = if cfg!(debug_assertions) { 32 << 20 } else { usize::MAX };

/// Bytes that the server has sent by the end of the fetch, and its outcome.
fn endless(head: &str, again: &str) -> (Error, usize) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let root = format!("http://{}", listener.local_addr().unwrap());
    let sent = Arc::new(AtomicUsize::new(0));
    let (counted, head) = (sent.clone(), head.to_owned());
    let again = again.repeat(65_536_usize.div_ceil(again.len()));
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 4096]);
        let _ = stream.write_all(head.as_bytes());
        flood(&mut stream, again.as_bytes(), &counted);
    });
    let mut limits = Limits::default();
    limits.attempt = Duration::from_millis(200);
    limits.document = 64 << 10;
    let endpoint = Endpoint::new(&root).unwrap().limits(limits);
    let error = fetch::catalog(&endpoint).unwrap_err();
    (error, sent.load(Ordering::Relaxed))
}

/// Sends the same again and again until the client has gone.
fn flood(stream: &mut TcpStream, again: &[u8], counted: &AtomicUsize) {
    while stream.write_all(again).is_ok() {
        counted.fetch_add(again.len(), Ordering::Relaxed);
    }
}

#[test]
fn interim_replies() {
    let hints = format!(
        "HTTP/1.1 103 Early Hints\r\n{}\r\n",
        "link: </style.css>; rel=preload\r\n".repeat(90)
    );
    for again in
        ["HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 102 Processing\r\nx: 1\r\n\r\n", &hints]
    {
        let (error, sent) = endless("", again);
        assert!(matches!(error, Error::Timeout { .. }), "{again}: {error}");
        assert!(sent < ENOUGH, "{again}: {sent} bytes, {error}");
    }
}

#[test]
fn parts_of_one_reply() {
    let chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    for (head, again) in [
        ("", "\r\n"),
        ("", " "),
        ("HTTP/1.1 200 ", "O"),
        ("HTTP/1.1 200 OK\r\n", "x: 1\r\n"),
        ("HTTP/1.1 200 OK\r\nx: ", "1"),
        (chunked, "1\r\n \r\n"),
        (&format!("{chunked}1;x="), "x"),
        (&format!("{chunked}1;x="), "x;x="),
        (chunked, "0"),
        (&format!("{chunked}0\r\n"), "x: 1\r\n"),
        (&format!("{chunked}0\r\nx: "), "1"),
        ("HTTP/1.1 200 OK\r\n\r\n", "[]"),
    ] {
        let (error, sent) = endless(head, again);
        let given_up = matches!(
            error,
            Error::Timeout { .. } | Error::TooLarge { .. } | Error::Unreachable { .. }
        );
        assert!(given_up, "{head}{again}: {error}");
        assert!(sent < ENOUGH, "{head}{again}: {sent} bytes, {error}");
    }
}
