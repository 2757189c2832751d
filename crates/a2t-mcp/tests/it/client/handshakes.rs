//! Answers to the first messages, over HTTP and of child processes: what is tried next, and the
//! text of an error.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use a2t_mcp::client::{Client, Error, Kind, Policy};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::server::raw::{EVENTS, Raw, Request, json_response, status};
use super::server::{plain, tool};

fn client(url: &str) -> Client {
    Client::http_builder(url)
        .attempt_timeout(Duration::from_secs(3))
        .max_attempts(1)
        .on_drift(Policy::Ignore)
        .build()
        .unwrap()
}

async fn written(mut stream: TcpStream, bytes: &[u8]) -> Option<TcpStream> {
    stream.write_all(bytes).await.ok()?;
    Some(stream)
}

fn initialized(version: &str) -> Value {
    json!({"protocolVersion": version, "capabilities": {"tools": {}},
        "serverInfo": {"name": "older", "version": "1"}})
}

fn refusal(id: &Value, code: i64, data: &Value) -> Value {
    let error = json!({"code": code, "message": "no", "data": data});
    json!({"jsonrpc": "2.0", "id": id, "error": error})
}

/// What a server does with a message.
#[derive(Clone)]
enum Act {
    Result(Value),
    Refuses(i64, Value),
    Status(&'static str),
    Text(&'static str),
    Silence,
    Closes,
}

async fn act(act: Act, request: Request, stream: TcpStream) -> Option<TcpStream> {
    let id = &request.body["id"];
    match act {
        Act::Result(result) => written(stream, &request.result(result)).await,
        Act::Refuses(code, data) => {
            written(stream, &json_response(&refusal(id, code, &data))).await
        }
        Act::Status(line) => written(stream, &status(line, "")).await,
        Act::Text(text) => written(stream, text.as_bytes()).await,
        Act::Silence => {
            tokio::time::sleep(Duration::from_secs(60)).await;
            None
        }
        Act::Closes => None,
    }
}

/// Serves these answers to `server/discover` and `initialize`.
async fn serve(discover: Act, initialize: Act) -> (Raw, String) {
    let raw = Raw::default();
    let url = raw
        .serve(move |request, stream| {
            let (discover, initialize) = (discover.clone(), initialize.clone());
            async move {
                match request.method() {
                    "server/discover" => act(discover, request, stream).await,
                    "initialize" => act(initialize, request, stream).await,
                    _ => written(stream, &status("202 Accepted", "")).await,
                }
            }
        })
        .await;
    (raw, url)
}

const HTML: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 2\r\n\r\nhi";

#[tokio::test]
async fn the_older_handshake_follows_whatever_an_older_server_answers_to_the_newer_one() {
    let only_older = json!({"resultType": "complete", "supportedVersions": ["2025-06-18"],
        "capabilities": {}, "ttlMs": 0, "cacheScope": "private"});
    for (answer, discover) in [
        ("{}", Act::Result(json!({}))),
        ("null", Act::Result(Value::Null)),
        ("older versions", Act::Result(only_older)),
        ("method not found", Act::Refuses(-32601, Value::Null)),
        ("unsupported version", Act::Refuses(-32022, json!({"supported": ["2025-06-18"]}))),
        ("400", Act::Status("400 Bad Request")),
        ("404", Act::Status("404 Not Found")),
        ("500", Act::Status("500 Internal Server Error")),
        ("a page", Act::Text(HTML)),
        ("nothing", Act::Silence),
        ("a closed connection", Act::Closes),
    ] {
        let (raw, url) = serve(discover, Act::Result(initialized("2025-06-18"))).await;
        let client = client(&url);
        assert_eq!(client.revision().await.unwrap(), "2025-06-18", "{answer}");
        assert_eq!(raw.asked("initialize"), 1, "{answer}");
    }
}

#[tokio::test]
async fn an_answer_that_is_not_that_of_a_server_is_the_error() {
    for line in [
        "401 Unauthorized",
        "403 Forbidden",
        "429 Too Many Requests",
        "502 Bad Gateway",
        "503 Service Unavailable",
        "504 Gateway Timeout",
    ] {
        let (raw, url) = serve(Act::Status(line), Act::Result(initialized("2025-06-18"))).await;
        let error = client(&url).revision().await.unwrap_err();
        assert!(matches!(error.kind(), Kind::Refused { .. } | Kind::Unavailable { .. }), "{error}");
        assert_eq!(raw.asked("initialize"), 0, "{line}");
    }
}

#[tokio::test]
async fn a_version_that_a_server_offers_in_its_refusal_is_taken() {
    for (offered, taken) in [
        (json!(["2024-11-05"]), "2024-11-05"),
        (json!(["2024-11-05", "2025-03-26", "1999-01-01"]), "2025-03-26"),
    ] {
        let raw = Raw::default();
        let url = raw
            .serve(move |request, stream| {
                let offered = offered.clone();
                async move {
                    let wanted = request.body["params"]["protocolVersion"].as_str();
                    let answer = match (request.method(), wanted) {
                        ("initialize", Some(wanted))
                            if offered[0] == wanted || wanted == "2025-03-26" =>
                        {
                            Act::Result(initialized(wanted))
                        }
                        ("initialize", _) => Act::Refuses(-32602, json!({"supported": offered})),
                        ("server/discover", _) => Act::Refuses(-32601, Value::Null),
                        _ => Act::Status("202 Accepted"),
                    };
                    act(answer, request, stream).await
                }
            })
            .await;
        assert_eq!(client(&url).revision().await.unwrap(), taken);
        assert_eq!(raw.asked("initialize"), 2);
    }
}

async fn refused(initialize: Act) -> Error {
    let (_, url) = serve(Act::Refuses(-32601, Value::Null), initialize).await;
    client(&url).revision().await.unwrap_err()
}

#[tokio::test]
async fn an_error_says_what_a_handshake_lacks() {
    let without = |member: &str| {
        let mut result = initialized("2025-06-18");
        result.as_object_mut().unwrap().remove(member);
        result
    };
    for (answer, expected) in [
        (Act::Result(without("protocolVersion")), "lacks `protocolVersion`, a string"),
        (Act::Result(without("capabilities")), "lacks `capabilities`, an object"),
        (Act::Result(without("serverInfo")), "lacks `serverInfo`, an object"),
        (Act::Result(json!({})), "lacks `protocolVersion`, a string"),
        (Act::Result(Value::Null), "the result of `initialize` is null, expected an object"),
        (
            Act::Refuses(-32602, json!({"supported": ["1.0"]})),
            "the server refuses it: no (-32602); it supports the revisions 1.0",
        ),
        (Act::Refuses(-32603, Value::Null), "the server refuses it: no (-32603)"),
    ] {
        let error = refused(answer).await;
        assert!(matches!(error.kind(), Kind::Handshake { .. }), "{error}");
        let text = error.to_string();
        assert!(text.contains(expected), "{text}");
        assert!(text.contains("expected a server of MCP, revision 2024-11-05 or later"), "{text}");
        assert!(
            !["Some(", "Result {", "Custom"].iter().any(|debug| text.contains(debug)),
            "{text}"
        );
    }
}

#[tokio::test]
async fn an_address_of_http_sse_gets_the_one_to_use() {
    for (line, path) in [("405 Method Not Allowed", "/sse"), ("404 Not Found", "/tools/SSE/")] {
        let (_, url) = serve(Act::Status(line), Act::Status(line)).await;
        let root = url.trim_end_matches("/mcp");
        let error = client(&format!("{root}{path}")).revision().await.unwrap_err();
        let folder = path.to_lowercase().replace("/sse/", "").replace("/sse", "");
        let used = format!("which is often `{root}{folder}/mcp`");
        assert!(error.to_string().contains(&used), "{error}");
        let key = "Zk3Jd92kLmQpX7vB1nTq";
        let error = client(&format!("{root}/{key}/sse")).revision().await.unwrap_err();
        assert!(error.to_string().contains(&format!("`{root}/…/mcp`")), "{error}");
        assert!(!error.to_string().contains(key), "{error}");
    }
    let (_, url) = serve(Act::Status("404 Not Found"), Act::Status("404 Not Found")).await;
    let error = client(&url).revision().await.unwrap_err();
    assert!(error.to_string().contains("check the URL"), "{error}");
}

/// A server that forgets its first session, with this answer, at the second call.
async fn forgetful(line: &'static str, body: &'static str) -> (Raw, String) {
    let (raw, calls, sessions) =
        (Raw::default(), Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let url = raw
        .serve(move |request, stream| {
            let (calls, sessions) = (calls.clone(), sessions.clone());
            async move {
                let bytes = match request.method() {
                    "server/discover" => status("400 Bad Request", ""),
                    "initialize" => {
                        let session = sessions.fetch_add(1, Ordering::SeqCst) + 1;
                        let result =
                            String::from_utf8(request.result(initialized("2025-06-18"))).unwrap();
                        let head = format!("HTTP/1.1 200 OK\r\nmcp-session-id: s{session}");
                        result.replacen("HTTP/1.1 200 OK", &head, 1).into_bytes()
                    }
                    "tools/call" if calls.fetch_add(1, Ordering::SeqCst) == 1 => {
                        let length = body.len();
                        format!("HTTP/1.1 {line}\r\ncontent-length: {length}\r\n\r\n{body}")
                            .into_bytes()
                    }
                    "tools/call" => {
                        let session = request
                            .head
                            .lines()
                            .find_map(|line| line.strip_prefix("mcp-session-id: "));
                        let text = json!({"type": "text", "text": session.unwrap_or("none")});
                        request.result(json!({"content": [text]}))
                    }
                    _ => status("202 Accepted", ""),
                };
                written(stream, &bytes).await
            }
        })
        .await;
    (raw, url)
}

#[tokio::test]
async fn a_session_that_is_lost_is_opened_again_also_with_status_400() {
    for (line, body) in [
        ("404 Not Found", ""),
        ("400 Bad Request", "Bad Request: No valid session ID provided"),
        (
            "400 Bad Request",
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: No valid session ID provided"}}"#,
        ),
        (
            "400 Bad Request",
            r#"{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"Bad Request: No valid session ID provided"}}"#,
        ),
        (
            "400 Bad Request",
            r#"{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: Server not initialized"},"id":null}"#,
        ),
    ] {
        let (raw, url) = forgetful(line, body).await;
        let client = client(&url);
        for session in ["s1", "s2"] {
            let reply = client.call_tool(&tool(&plain("where")), Default::default()).await;
            assert_eq!(reply.unwrap().text(), session, "{body}");
        }
        assert_eq!(raw.asked("initialize"), 2, "{body}");
    }
}

#[tokio::test]
async fn a_refusal_with_status_400_is_not_a_lost_session() {
    for body in [
        "bad arguments",
        r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no session of that name"}}"#,
    ] {
        let (raw, url) = forgetful("400 Bad Request", body).await;
        let client = client(&url);
        client.call_tool(&tool(&plain("where")), Default::default()).await.unwrap();
        client.call_tool(&tool(&plain("where")), Default::default()).await.unwrap_err();
        assert_eq!(raw.asked("initialize"), 1, "{body}");
    }
}

#[tokio::test]
async fn media_types_compare_without_case_and_streams_have_noise() {
    let message = |request: &Request| {
        let content = json!({"content": [{"type": "text", "text": "hello"}]});
        json!({"jsonrpc": "2.0", "id": request.body["id"], "result": content})
    };
    for (head, before, after) in [
        ("Application/JSON; Charset=UTF-8", "", ""),
        ("APPLICATION/VND.X+JSON", "\u{feff}", ""),
        ("Text/Event-Stream; charset=UTF-8", "data: ", "\n\n"),
        ("text/event-stream", "event: ping\ndata: now\n\nevent: message\ndata: ", "\n\n"),
        (
            "text/event-stream",
            "event: endpoint\ndata: /messages\n\nevent: keepalive\n\n: ping\n\ndata: ",
            "\n\n",
        ),
        (
            "text/event-stream",
            "data: {\"method\":\"notifications/message\",\"jsonrpc\":\"2.0\",\"params\":{\"level\":\"WARN\"}}\n\ndata: hi\n\ndata: [",
            "]\n\n",
        ),
    ] {
        let raw = Raw::default();
        let url = raw.serve(move |request, stream| async move {
            if request.method() != "tools/call" {
                return written(stream, &request.discovered()).await;
            }
            let body = format!("{before}{}{after}", message(&request));
            let length = body.len();
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: {head}\r\ncontent-length: {length}\r\n\r\n"
            );
            written(stream, format!("{head}{body}").as_bytes()).await
        });
        let reply = client(&url.await).call_tool(&tool(&plain("echo")), Default::default()).await;
        assert_eq!(reply.unwrap().text(), "hello", "{head} {before}");
    }
}

#[tokio::test]
async fn a_stream_without_an_answer_shows_what_it_had() {
    let raw = Raw::default();
    let url = raw.serve(|request, mut stream| async move {
        if request.method() != "tools/call" {
            return written(stream, &request.discovered()).await;
        }
        stream
            .write_all(&[EVENTS, b"event: endpoint\ndata: /messages?id=1\n\n"].concat())
            .await
            .ok()?;
        None
    });
    let error = client(&url.await).call_tool(&tool(&plain("echo")), Default::default()).await;
    let text = error.unwrap_err().to_string();
    assert!(
        text.contains("its last event that is no message is `endpoint: /messages?id=1`"),
        "{text}"
    );
}

/// A child process that answers its lines with these, one after the other.
#[cfg(unix)]
fn process(answers: &[&str]) -> Client {
    let answers = answers.iter().map(|answer| format!("read line; echo '{answer}'; "));
    let script =
        format!("echo x >> \"$FILE\"; {}read line; read line", answers.collect::<String>());
    let file = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("handshake-starts");
    let _ = std::fs::remove_file(&file);
    Client::command_builder("sh", ["-c", &script]).env("FILE", &file).build()
}

#[cfg(unix)]
#[tokio::test]
async fn a_child_process_goes_through_the_handshakes_without_a_second_start() {
    let no = r#"{"jsonrpc":"2.0","id":0,"error":{"code":-32601,"message":"no"}}"#;
    let old = r#"{"jsonrpc":"2.0","id":0,"error":{"code":-32602,"message":"no","data":{"supported":["2024-11-05"]}}}"#;
    let yes = format!(r#"{{"jsonrpc":"2.0","id":0,"result":{}}}"#, initialized("2024-11-05"));
    let empty = r#"{"jsonrpc":"2.0","id":0,"result":{}}"#;
    for answers in
        [&[no, &yes][..], &[empty, &yes], &[no, old, &yes], &[r#"{"id":null,"error":"no"}"#, &yes]]
    {
        let client = process(answers);
        assert_eq!(client.revision().await.unwrap(), "2024-11-05", "{answers:?}");
        let file = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("handshake-starts");
        assert_eq!(std::fs::read_to_string(file).unwrap(), "x\n", "{answers:?}");
    }
    let error = process(&[no, empty]).revision().await.unwrap_err();
    assert!(error.to_string().contains("lacks `protocolVersion`"), "{error}");
}
