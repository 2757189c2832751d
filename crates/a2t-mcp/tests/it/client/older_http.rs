//! Servers of the older revisions over HTTP: sessions, streams that end early and are resumed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use a2t_mcp::client::{Client, Policy};
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::server::raw::{EVENTS, Raw, Request, status};
use super::server::{plain, tool};

/// Sessions that were opened; the first one is forgotten after two calls.
#[derive(Clone, Default)]
struct Older {
    sessions: Arc<AtomicU32>,
    calls: Arc<AtomicU32>,
}

impl Older {
    async fn answer(self, request: Request, mut stream: TcpStream) -> Option<TcpStream> {
        let session = self.sessions.load(Ordering::SeqCst);
        let in_session = request.head.contains(&format!("mcp-session-id: s{session}\r\n"));
        let bytes = match request.method() {
            "initialize" => {
                let session = self.sessions.fetch_add(1, Ordering::SeqCst) + 1;
                assert_eq!(request.body["params"]["protocolVersion"], "2025-11-25");
                let result = json!({"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                    "serverInfo": {"name": "older", "version": "0"}});
                let message = json!({"jsonrpc": "2.0", "id": request.body["id"], "result": result});
                let head = format!(
                    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nmcp-session-id: s{session}\r\n\r\n"
                );
                stream
                    .write_all(format!("{head}event: message\ndata: {message}\n\n").as_bytes())
                    .await
                    .ok()?;
                return None;
            }
            "server/discover" => status("400 Bad Request", ""),
            _ if !in_session => status("404 Not Found", ""),
            "notifications/initialized" => status("202 Accepted", ""),
            "tools/call" => {
                assert!(
                    request.head.contains("mcp-protocol-version: 2025-06-18"),
                    "{}",
                    request.head
                );
                if self.calls.fetch_add(1, Ordering::SeqCst) == 1 {
                    // The session is lost once.
                    self.sessions.fetch_add(1, Ordering::SeqCst);
                    status("404 Not Found", "")
                } else {
                    let id = &request.body["id"];
                    let progress = json!({"jsonrpc": "2.0", "method": "notifications/progress",
                        "params": {"progressToken": 1, "progress": 0.5}});
                    let early = format!("id: {id}\nretry: 1\ndata:\n\ndata: {progress}\n\n");
                    stream.write_all(&[EVENTS, early.as_bytes()].concat()).await.ok()?;
                    return None;
                }
            }
            // What remains is the resumption of a stream.
            _ if request.head.starts_with("get ") => {
                let id =
                    request.head.lines().find_map(|line| line.strip_prefix("last-event-id: "))?;
                let id: u32 = id.parse().unwrap();
                let result = json!({"content": [{"type": "text", "text": format!("s{session}")}]});
                let message = json!({"jsonrpc": "2.0", "id": id, "result": result});
                let late = format!("data: {message}\n\n");
                stream.write_all(&[EVENTS, late.as_bytes()].concat()).await.ok()?;
                return None;
            }
            _ => status("405 Method Not Allowed", ""),
        };
        stream.write_all(&bytes).await.ok()?;
        Some(stream)
    }
}

#[tokio::test]
async fn sessions_are_kept_and_opened_anew_and_streams_resumed() {
    let (raw, older) = (Raw::default(), Older::default());
    let serving = older.clone();
    let url = raw.serve(move |request, stream| serving.clone().answer(request, stream)).await;
    let client = Client::http_builder(url).on_drift(Policy::Ignore).build().unwrap();
    for session in ["s1", "s3", "s3"] {
        let reply = client.call_tool(&tool(&plain("where")), Default::default()).await.unwrap();
        assert_eq!(reply.text(), session);
    }
    assert_eq!(client.revision().await.unwrap(), "2025-06-18");
    assert_eq!(client.server().await.unwrap().name, "older");
    assert_eq!((raw.asked("server/discover"), raw.asked("initialize")), (1, 2));
}
