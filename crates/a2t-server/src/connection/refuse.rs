//! Connections beyond the limit get an answer, each for a moment, a few at a time.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use a2t_core::wire::problem::{Kind, Problem};
use a2t_tool::telemetry::RequestId;
use tokio::io::AsyncWrite;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// Connections that are refused at one time; more are just closed.
const AT_ONE_TIME: usize = 256;
/// Time that a refused client has to take the answer.
const ANSWER_TIME: Duration = Duration::from_secs(1);

pub(crate) struct Refusals {
    free: Arc<Semaphore>,
}

impl Refusals {
    pub(crate) fn new() -> Self {
        Self { free: Arc::new(Semaphore::new(AT_ONE_TIME)) }
    }

    /// Answers 503 without reading the request.
    pub(crate) fn refuse(&self, stream: TcpStream) {
        let Ok(permit) = Arc::clone(&self.free).try_acquire_owned() else {
            return;
        };
        tokio::spawn(async move {
            // A client that does not take the answer is on its own.
            let _ = timeout(ANSWER_TIME, write(stream, &answer())).await;
            drop(permit);
        });
    }
}

fn answer() -> Vec<u8> {
    let detail = "the server has as many connections as it takes; nothing was done";
    let id = RequestId::fresh();
    let body = Problem::new(Kind::Overloaded, detail).with_request_id(id.as_str()).to_json();
    let head = format!(
        "HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\n\
         content-type: {}\r\nx-request-id: {id}\r\ncontent-length: {}\r\n\r\n",
        Problem::MEDIA_TYPE,
        body.len(),
    );
    [head.into_bytes(), body].concat()
}

/// Writes the answer, then reads until the client closes: closing a socket with unread bytes would
/// take the answer back.
async fn write(mut stream: TcpStream, answer: &[u8]) -> io::Result<()> {
    let mut left = answer;
    while !left.is_empty() {
        let written = poll_fn(|context| Pin::new(&mut stream).poll_write(context, left)).await?;
        left = left.get(written..).unwrap_or_default();
    }
    poll_fn(|context| Pin::new(&mut stream).poll_shutdown(context)).await?;
    let mut sink = [0; 4096];
    loop {
        stream.readable().await?;
        match stream.try_read(&mut sink) {
            Ok(0) => return Ok(()),
            Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
            _ => {}
        }
    }
}
