//! A vendor whose socket misbehaves: every fault ends in the right typed error, within the limits.
#![allow(clippy::unwrap_used)]

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use a2t_codegen::fetch::{self, Endpoint, Error, Limits};

/// Behaviour of the vendor once it has answered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    /// Ends the connection in good order.
    Close,
    /// Leaves bytes unread, so that the connection is reset.
    Reset,
    /// Sends nothing more.
    Hold,
}

/// Serves one connection; holds it until the receiver is dropped.
fn vendor(answer: Vec<u8>, then: Then) -> (String, std::sync::mpsc::Sender<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let root = format!("http://{}", listener.local_addr().unwrap());
    let (held, until): (_, Receiver<()>) = channel();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        if then == Then::Reset {
            let _ = stream.read(&mut [0; 1]);
        } else {
            head(&mut stream);
        }
        let _ = stream.write_all(&answer);
        if then == Then::Hold {
            let _ = until.recv();
        }
    });
    (root, held)
}

/// Reads a request to its empty line.
fn head(stream: &mut TcpStream) {
    let mut seen = Vec::new();
    while !seen.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        if stream.read(&mut byte).unwrap_or(0) == 0 {
            return;
        }
        seen.push(byte[0]);
    }
}

fn error(answer: impl Into<Vec<u8>>, then: Then) -> Error {
    let (root, _held) = vendor(answer.into(), then);
    let mut limits = Limits::default();
    limits.attempt = Duration::from_millis(300);
    limits.document = 64 << 10;
    let error = fetch::catalog(&Endpoint::new(&root).unwrap().limits(limits)).unwrap_err();
    let acts = |character: char| character != '\n' && character.is_control();
    assert!(!error.to_string().contains(acts), "{error}");
    error
}

const OK: &str = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

#[test]
fn silence_is_a_timeout_wherever_it_begins() {
    for answer in [
        String::new(),
        "HTTP/1.1 200 OK\r\ncontent-ty".to_owned(),
        format!("{OK}content-length: 20\r\n\r\n"),
        format!("{OK}content-length: 20\r\n\r\n{{\"items\""),
        format!("{OK}transfer-encoding: chunked\r\n\r\n5\r\n{{\"ite\r\n"),
    ] {
        let error = error(answer, Then::Hold);
        assert!(matches!(error, Error::Timeout { .. }), "{error}");
    }
}

#[test]
fn a_connection_that_breaks_is_unreachable() {
    for answer in [
        String::new(),
        "HTTP/1.1 200".to_owned(),
        "SSH-2.0-OpenSSH_9.9\r\n".to_owned(),
        "\u{1b}[2J\r\n\r\n".to_owned(),
        "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n{}".to_owned(),
        "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}".to_owned(),
        format!("{OK}content-length: 20\r\n\r\n{{\"items\""),
        format!("{OK}transfer-encoding: chunked\r\n\r\n5\r\n{{\"ite"),
        format!("{OK}transfer-encoding: chunked\r\n\r\nzz\r\n{{}}\r\n0\r\n\r\n"),
        format!("{OK}{}\r\n", "x-more: 1\r\n".repeat(10_000)),
        format!("{OK}x-long: {}\r\n\r\n{{}}", "a".repeat(1 << 20)),
    ] {
        let error = error(answer.clone(), Then::Close);
        assert!(matches!(error, Error::Unreachable { .. }), "{answer:.80}: {error}");
    }
}

#[test]
fn a_connection_that_is_reset_is_unreachable() {
    for answer in ["", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"] {
        let error = error(answer, Then::Reset);
        assert!(matches!(error, Error::Unreachable { .. }), "{error}");
    }
}

#[test]
fn a_body_that_is_larger_than_the_limit_is_not_read_to_its_end() {
    let pad = "x".repeat(1 << 20);
    for answer in [
        format!("{OK}content-length: {}\r\n\r\n{pad}", 1_u64 << 40),
        format!("{OK}connection: close\r\n\r\n{pad}"),
    ] {
        let error = error(answer, Then::Hold);
        assert!(matches!(error, Error::TooLarge { .. }), "{error}");
    }
}

#[test]
fn a_body_that_is_shorter_than_its_document_or_compressed_is_no_catalog() {
    let mut zipped =
        format!("{OK}content-encoding: gzip\r\ncontent-length: 6\r\n\r\n").into_bytes();
    zipped.extend([0x1f, 0x8b, 8, 0, 0, 0]);
    for answer in [
        format!("{OK}content-length: 5\r\n\r\n{{\"items\":[]}}").into_bytes(),
        b"HTTP/1.1 204 No Content\r\n\r\n".to_vec(),
        zipped,
    ] {
        let error = error(answer, Then::Close);
        assert!(matches!(error, Error::Invalid { .. }), "{error}");
    }
}

#[test]
fn a_redirect_is_reported_and_never_followed() {
    for status in [301, 302, 303, 307, 308] {
        let other = TcpListener::bind("127.0.0.1:0").unwrap();
        other.set_nonblocking(true).unwrap();
        let location = format!("http://{}/tools", other.local_addr().unwrap());
        let answer =
            format!("HTTP/1.1 {status} Moved\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n");
        let error = error(answer, Then::Close);
        assert!(
            matches!(&error, Error::Redirect { location: reported, .. } if *reported == location),
            "{error}"
        );
        assert!(other.accept().is_err(), "{status} was followed");
    }
}

#[test]
fn a_redirect_is_reported_without_the_secrets_in_its_address() {
    let location = "https://ada:pa55word@elsewhere.example/tools?api_key=pa55word&page=2";
    let answer = format!("HTTP/1.1 302 Found\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n");
    let error = error(answer, Then::Close);
    let report = format!("{error} {error:?}");
    assert!(!report.contains("pa55word"), "{report}");
    assert!(report.contains("elsewhere.example/tools") && report.contains("page=2"), "{report}");
}
