//! Servers written by hand, which answer each request with any bytes that a test wants.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// A server whose requests are kept.
#[derive(Clone, Default)]
pub(crate) struct Raw {
    pub(crate) requests: Arc<Mutex<Vec<Request>>>,
    pub(crate) connections: Arc<AtomicU32>,
}

#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) head: String,
    pub(crate) body: Value,
}

impl Request {
    pub(crate) fn method(&self) -> &str {
        self.body["method"].as_str().unwrap_or_default()
    }

    /// A whole response with this result.
    pub(crate) fn result(&self, result: Value) -> Vec<u8> {
        let message = json!({"jsonrpc": "2.0", "id": self.body["id"], "result": result});
        json_response(&message)
    }

    /// The response to the first message of the newer revision.
    pub(crate) fn discovered(&self) -> Vec<u8> {
        self.result(json!({"resultType": "complete", "supportedVersions": ["2026-07-28"],
            "capabilities": {"tools": {}}, "ttlMs": 0, "cacheScope": "private"}))
    }
}

pub(crate) fn json_response(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    let length = body.len();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length:";
    format!("{head} {length}\r\n\r\n{body}").into_bytes()
}

pub(crate) fn status(line: &str, headers: &str) -> Vec<u8> {
    format!("HTTP/1.1 {line}\r\n{headers}content-length: 0\r\n\r\n").into_bytes()
}

/// The beginning of a stream of events.
pub(crate) const EVENTS: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";

/// Writes the same again and again until the other side stops reading; returns how many bytes were
/// taken.
pub(crate) async fn endless(stream: &mut TcpStream, chunk: &[u8]) -> usize {
    let mut taken = 0;
    let chunk = chunk.repeat(1 + 8192 / chunk.len());
    while stream.write_all(&chunk).await.is_ok() {
        taken += chunk.len();
        tokio::task::yield_now().await;
    }
    taken
}

impl Raw {
    /// Serves on a free port, and returns the address.
    pub(crate) async fn serve<F>(
        &self,
        answer: impl Fn(Request, TcpStream) -> F + Clone + Send + Sync + 'static,
    ) -> String
    where
        F: Future<Output = Option<TcpStream>> + Send + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = self.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                server.connections.fetch_add(1, Ordering::SeqCst);
                let (server, answer) = (server.clone(), answer.clone());
                tokio::spawn(async move {
                    let mut stream = Some(stream);
                    while let Some(mut open) = stream.take() {
                        let Some(request) = read(&mut open).await else { return };
                        server.requests.lock().unwrap().push(request.clone());
                        stream = answer(request, open).await;
                    }
                });
            }
        });
        format!("http://{address}/mcp")
    }

    pub(crate) fn asked(&self, method: &str) -> usize {
        self.requests.lock().unwrap().iter().filter(|request| request.method() == method).count()
    }

    pub(crate) fn connections(&self) -> u32 {
        self.connections.load(Ordering::SeqCst)
    }
}

async fn read(stream: &mut TcpStream) -> Option<Request> {
    let mut bytes = Vec::new();
    let end = loop {
        let mut chunk = [0; 4096];
        let read = stream.read(&mut chunk).await.ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&chunk[..read]);
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
    };
    let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let length: usize = length.map_or(0, |length| length.parse().unwrap());
    while bytes.len() < end + 4 + length {
        let mut chunk = [0; 4096];
        let read = stream.read(&mut chunk).await.ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&chunk[..read]);
    }
    let body = serde_json::from_slice(&bytes[end + 4..]).unwrap_or(Value::Null);
    Some(Request { head, body })
}
