//! A server on a free port, and a client that sees bytes.

use std::net::SocketAddr;

use a2t::{Limits, Server};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::tools::{Probe, toolset};

/// A server that runs until it is stopped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) probe: Probe,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<()>,
}

pub(crate) async fn start(limits: Limits) -> Running {
    let probe = Probe::default();
    let server = Server::new(toolset(), probe.clone()).limits(limits);
    Running::of(server, probe).await
}

impl Running {
    pub(crate) async fn of<S>(server: Server<S>, probe: Probe) -> Self {
        let server = server.bind("127.0.0.1:0").await.unwrap();
        let address = server.local_addr();
        let (stop, stopped) = oneshot::channel();
        let ended = tokio::spawn(async move {
            let stopped = async {
                // A test that ends without a stop drops the sender.
                let _ = stopped.await;
            };
            server.serve_until(stopped).await.unwrap();
        });
        Self { address, probe, stop, ended }
    }

    pub(crate) async fn connect(&self) -> Client {
        Client::new(TcpStream::connect(self.address).await.unwrap())
    }

    pub(crate) fn stop(self) -> JoinHandle<()> {
        self.stop.send(()).unwrap();
        self.ended
    }
}

/// A request with a JSON body, or with none.
pub(crate) fn request(method: &str, path: &str, body: &str) -> String {
    let content = match body.len() {
        0 => String::new(),
        length => format!("content-type: application/json\r\ncontent-length: {length}\r\n"),
    };
    format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\n{content}\r\n{body}")
}

pub(crate) fn invoke(id: &str, body: &str) -> String {
    request("POST", &format!("/tools/{id}:invoke"), body)
}

/// One connection.
pub(crate) struct Client {
    stream: TcpStream,
    read: Vec<u8>,
    head: bool,
}

impl Client {
    pub(crate) fn new(stream: TcpStream) -> Self {
        // What a test sends in pieces arrives in pieces; under a paused clock the system would hold them back.
        let _ = stream.set_nodelay(true);
        let read = Vec::new();
        Self { stream, read, head: false }
    }

    pub(crate) fn peer(&self) -> SocketAddr {
        self.stream.peer_addr().unwrap()
    }

    pub(crate) async fn send(&mut self, text: impl AsRef<[u8]>) {
        let bytes = text.as_ref();
        self.head = bytes.starts_with(b"HEAD ");
        // A server that has hung up shows in what is read.
        let _ = self.stream.write_all(bytes).await;
    }

    /// Closes the sending side.
    pub(crate) async fn finish(&mut self) -> std::io::Result<()> {
        self.stream.shutdown().await
    }

    pub(crate) async fn ask(&mut self, request: &str) -> Received {
        self.send(request).await;
        self.response().await
    }

    /// Reads one response; its length is declared.
    pub(crate) async fn response(&mut self) -> Received {
        self.next().await.expect("closed before the head ended")
    }

    /// Reads one response, or nothing where the server has closed the connection.
    pub(crate) async fn next(&mut self) -> Option<Received> {
        let end = loop {
            match self.read.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
                Some(end) => break end + 4,
                None if self.more().await => {}
                None if self.read.is_empty() => return None,
                None => panic!("closed before the head ended"),
            }
        };
        let head = String::from_utf8(self.read.drain(..end).collect()).unwrap();
        let mut received = Received {
            status: head.split(' ').nth(1).unwrap().parse().unwrap(),
            head,
            body: Vec::new(),
        };
        let length = received.header("content-length").unwrap_or("0").parse().unwrap();
        let length: usize = if self.head { 0 } else { length };
        while self.read.len() < length {
            assert!(self.more().await, "closed before the body ended");
        }
        received.body = self.read.drain(..length).collect();
        Some(received)
    }

    /// Reads until the server closes the connection.
    pub(crate) async fn until_closed(&mut self) {
        while self.more().await {}
    }

    /// Reads until the server closes the connection, and counts the bytes.
    pub(crate) async fn rest(&mut self) -> usize {
        let mut count = self.read.len();
        while self.more().await {
            count += std::mem::take(&mut self.read).len();
        }
        count
    }

    async fn more(&mut self) -> bool {
        let read = self.stream.read_buf(&mut self.read).await;
        read.unwrap_or_default() > 0
    }
}

/// One response.
pub(crate) struct Received {
    pub(crate) status: u16,
    head: String,
    body: Vec<u8>,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let found = lines.find(|(header, _)| header.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    /// The last part of a problem's type.
    pub(crate) fn kind(&self) -> String {
        let problem: Value = serde_json::from_slice(&self.body).unwrap();
        let kind = problem["type"].as_str().unwrap();
        kind.rsplit(':').next().unwrap().to_owned()
    }
}
