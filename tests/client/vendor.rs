//! A vendor on the loopback interface that answers with bytes as they are given.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// Answers each connection with the next of its replies, then with the last one.
pub(crate) struct Vendor {
    pub(crate) url: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Vendor {
    /// Answers with these bytes, head and body.
    pub(crate) async fn raw<T: AsRef<[u8]>>(replies: impl IntoIterator<Item = T>) -> Self {
        let replies: Vec<Vec<u8>> = replies.into_iter().map(|r| r.as_ref().to_vec()).collect();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = requests.clone();
        tokio::spawn(async move {
            for turn in 0.. {
                let (mut stream, _) = listener.accept().await.unwrap();
                let request = read_request(&mut stream).await;
                seen.lock().unwrap().push(request);
                let reply = &replies[turn.min(replies.len() - 1)];
                // The client may have had enough.
                let _ = stream.write_all(reply).await;
                let _ = stream.shutdown().await;
            }
        });
        Self { url, requests }
    }

    /// Answers 200 with these bodies.
    pub(crate) async fn ok<T: AsRef<str>>(bodies: impl IntoIterator<Item = T>) -> Self {
        Self::raw(bodies.into_iter().map(|body| reply("200 OK", "", body.as_ref()))).await
    }

    /// Head and body of each request so far.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

/// A whole reply.
pub(crate) fn reply(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\nconnection: close\r\n{headers}content-length: {length}\r\n\r\n{body}"
    )
}

async fn read_request(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let count = stream.read(&mut buffer).await.unwrap_or(0);
        text.extend_from_slice(&buffer[..count]);
        let request = String::from_utf8_lossy(&text).into_owned();
        if count == 0 || is_complete(&request) {
            return request;
        }
    }
}

pub(crate) fn is_complete(request: &str) -> bool {
    let Some((head, body)) = request.split_once("\r\n\r\n") else {
        return false;
    };
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    body.len() >= length.unwrap_or(0)
}
