//! Servers over HTTP that mean harm, or break: each ends in the error that it is, soon and bounded.

use std::time::{Duration, Instant};

use a2t_mcp::client::{Client, Error, HttpBuilder, Kind, Policy, Reply};
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::server::raw::{EVENTS, Raw, Request, endless, json_response, status};
use super::server::{add, arguments, plain, tool};

const LIMIT: usize = 64 << 10;

fn builder(url: &str) -> HttpBuilder {
    Client::http_builder(url)
        .attempt_timeout(Duration::from_millis(700))
        .total_timeout(Duration::from_secs(3))
        .max_attempts(1)
        .max_reply_bytes(LIMIT)
        .on_drift(Policy::Ignore)
}

async fn call(client: &Client) -> Result<Reply, Error> {
    client.call_tool(&tool(&plain("echo")), Default::default()).await
}

/// The error of a call whose handshake went well and whose answer is this.
async fn answered<F>(
    answer: impl Fn(Request, TcpStream) -> F + Clone + Send + Sync + 'static,
) -> Error
where
    F: Future<Output = Option<TcpStream>> + Send + 'static,
{
    let url = Raw::default()
        .serve(move |request, stream| healthy_until_called(request, stream, answer.clone()))
        .await;
    let begun = Instant::now();
    let error = call(&builder(&url).build().unwrap()).await.unwrap_err();
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}: {error}", begun.elapsed());
    error
}

async fn healthy_until_called<F>(
    request: Request,
    mut stream: TcpStream,
    answer: impl Fn(Request, TcpStream) -> F,
) -> Option<TcpStream>
where
    F: Future<Output = Option<TcpStream>>,
{
    if request.method() != "server/discover" {
        return answer(request, stream).await;
    }
    stream.write_all(&request.discovered()).await.ok()?;
    Some(stream)
}

async fn written(mut stream: TcpStream, bytes: &[u8]) -> Option<TcpStream> {
    stream.write_all(bytes).await.ok()?;
    Some(stream)
}

fn is_too_large(error: &Error) -> bool {
    matches!(error.kind(), Kind::TooLarge { limit: LIMIT })
}

#[tokio::test]
async fn a_body_of_a_gigabyte_is_not_read() {
    let announced =
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1073741824\r\n\r\n";
    let error = answered(move |_, mut stream| async move {
        stream.write_all(announced.as_bytes()).await.ok()?;
        let taken = endless(&mut stream, &[b' '; 4096]).await;
        assert!(taken < 16 << 20, "{taken} bytes were taken");
        None
    });
    let error = error.await;
    assert!(is_too_large(&error), "{error}");
}

#[tokio::test]
async fn a_body_without_end_is_not_read() {
    let chunked =
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    let error = answered(move |_, mut stream| async move {
        stream.write_all(chunked.as_bytes()).await.ok()?;
        endless(&mut stream, b"10\r\n                \r\n").await;
        None
    });
    let error = error.await;
    assert!(is_too_large(&error), "{error}");
}

#[tokio::test]
async fn a_stream_without_end_is_not_read() {
    for chunk in [&b": comment\n"[..], b"data: x\n", b"data: {}", b"\n\n", b"id: 1\n\n",
        b"data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":1,\"progress\":1}}\n\n"]
    {
        let error = answered(move |_, mut stream| async move {
            stream.write_all(EVENTS).await.ok()?;
            endless(&mut stream, chunk).await;
            None
        });
        let error = error.await;
        assert!(is_too_large(&error), "{}: {error}", String::from_utf8_lossy(chunk));
    }
}

#[tokio::test]
async fn headers_without_end_are_not_read() {
    let error = answered(|_, mut stream| async move {
        stream.write_all(b"HTTP/1.1 200 OK\r\n").await.ok()?;
        let taken = endless(&mut stream, b"x-endless: 1\r\n").await;
        assert!(taken < 16 << 20, "{taken} bytes were taken");
        None
    });
    let error = error.await;
    assert!(matches!(error.kind(), Kind::Interrupted { .. }), "{error}");
}

#[tokio::test]
async fn a_silent_server_and_one_that_drips_are_given_up() {
    let silent = answered(|_, stream| async {
        tokio::time::sleep(Duration::from_secs(60)).await;
        Some(stream)
    });
    let drips = answered(|_, mut stream| async move {
        stream.write_all(EVENTS).await.ok()?;
        while stream.write_all(b":").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        None
    });
    for error in [silent.await, drips.await] {
        assert!(matches!(error.kind(), Kind::Timeout { .. }), "{error}");
        assert!(error.is_outcome_unknown(), "{error}");
    }
}

#[tokio::test]
async fn a_server_that_is_silent_from_the_start_is_given_up_and_the_tool_has_not_run() {
    let raw = Raw::default();
    let url = raw.serve(|_, stream| async {
        tokio::time::sleep(Duration::from_secs(60)).await;
        Some(stream)
    });
    let error = call(&builder(&url.await).build().unwrap()).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Timeout { .. }), "{error}");
    assert!(!error.is_outcome_unknown(), "{error}");
}

#[tokio::test]
async fn a_redirect_takes_nothing_to_another_host() {
    let other = Raw::default();
    let elsewhere = other.serve(|_, stream| written_owned(stream, status("200 OK", ""))).await;
    for line in ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"] {
        let location = format!("location: {elsewhere}?key=s3cret\r\n");
        let error = answered(move |_, stream| written_owned(stream, status(line, &location)));
        let error = error.await;
        let Kind::Redirected { location: Some(to), .. } = error.kind() else { panic!("{error}") };
        assert_eq!(*to, format!("{elsewhere}?key=…"));
        assert!(!format!("{error} {error:?}").contains("s3cret"), "{error:?}");
    }
    assert_eq!(other.connections(), 0);
}

async fn written_owned(stream: TcpStream, bytes: Vec<u8>) -> Option<TcpStream> {
    written(stream, &bytes).await
}

#[tokio::test]
async fn a_page_garbage_and_another_answer_are_not_results() {
    let page = b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 5\r\n\r\n<html";
    let garbage =
        b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 5\r\n\r\n[[[[[";
    let other = json_response(&json!({"jsonrpc": "2.0", "id": 99, "result": {"content": []}}));
    let none = json_response(&json!({"jsonrpc": "2.0", "result": {"content": []}}));
    let ended = [EVENTS, b"data: {}\n"].concat();
    for bytes in [page.to_vec(), garbage.to_vec(), other, none] {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let error = answered(move |_, stream| written_owned(stream, bytes.clone())).await;
        assert!(matches!(error.kind(), Kind::Protocol { .. }), "{text}: {error}");
    }
    let error = answered(move |_, mut stream| {
        let ended = ended.clone();
        async move {
            stream.write_all(&ended).await.ok()?;
            None
        }
    });
    let error = error.await;
    assert!(matches!(error.kind(), Kind::Protocol { .. }), "{error}");

    let packed =
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-encoding: gzip\r\n\
                   content-length: 2\r\n\r\n\x1f\x8b";
    let error = answered(move |_, stream| written_owned(stream, packed.to_vec())).await;
    assert!(error.to_string().contains("without a content coding"), "{error}");
    assert!(error.to_string().contains("`gzip`"), "{error}");
}

#[tokio::test]
async fn results_of_the_wrong_shape_say_what_they_are() {
    for (result, kind) in [
        (json!([]), "the result of `tools/call` is not an object"),
        (json!({}), "`content` of a result is not an array"),
        (json!({"content": {}}), "`content` of a result is not an array"),
        (json!({"content": [], "resultType": "magic"}), "`magic` is not a known `resultType`"),
        (
            json!({"resultType": "input_required", "inputRequests": {"city": {}}, "requestState": "x"}),
            "asks the user first (city)",
        ),
        (
            json!({"resultType": "task", "taskId": "t1", "status": "working"}),
            "goes on as the task `t1`",
        ),
        (
            json!({"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "x", "version": "1"}}),
            "handshake, unasked",
        ),
    ] {
        let error =
            answered(move |request, stream| written_owned(stream, request.result(result.clone())));
        let error = error.await.to_string();
        assert!(error.contains(kind), "{error}");
    }
}

#[tokio::test]
async fn a_status_says_what_to_do() {
    for (line, headers, words) in [
        ("401 Unauthorized", "www-authenticate: Bearer realm=\"x\"\r\n", "check the credentials"),
        ("404 Not Found", "", "check the URL"),
        ("429 Too Many", "retry-after: 7\r\n", "wait before the next call"),
        ("500 Oops", "", "try again later"),
        ("503 Busy", "", "try again later"),
    ] {
        let error = answered(move |_, stream| written_owned(stream, status(line, headers))).await;
        assert!(
            matches!(error.kind(), Kind::Refused { .. } | Kind::Unavailable { .. }),
            "{line}: {error}"
        );
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[tokio::test]
async fn control_characters_of_a_server_do_not_reach_the_terminal() {
    let result = json!({"content": [{"type": "text", "text": "\u{1b}[2J\u{202e}gone\r\n"}], "isError": true});
    let error =
        answered(move |request, stream| written_owned(stream, request.result(result.clone())));
    let error = error.await.to_string();
    assert!(!error.chars().any(|c| c.is_control() || c == '\u{202e}'), "{error:?}");
}

#[tokio::test]
async fn lists_that_never_end_are_given_up() {
    for next in [json!("again"), json!("x".repeat(5_000)), json!(7)] {
        let raw = Raw::default();
        let url = raw.serve(move |request, mut stream| {
            let next = next.clone();
            async move {
                let answer = match request.method() {
                    "server/discover" => request.discovered(),
                    _ => request
                        .result(json!({"resultType": "complete", "tools": [], "nextCursor": next,
                        "ttlMs": 0, "cacheScope": "private"})),
                };
                stream.write_all(&answer).await.ok()?;
                Some(stream)
            }
        });
        let client = builder(&url.await).build().unwrap();
        let error = client.list_tools().await.unwrap_err();
        assert!(matches!(error.kind(), Kind::Endless { .. } | Kind::Protocol { .. }), "{error}");
    }
}

#[tokio::test]
async fn a_busy_server_is_asked_again_only_if_the_tool_cannot_have_run_or_may_run_twice() {
    for (name, line, sent) in [
        ("echo", "503 Busy", 1),
        ("add", "503 Busy", 3),
        ("echo", "429 Slow", 3),
        ("add", "400 Bad", 1),
    ] {
        let raw = Raw::default();
        let url = raw.serve(move |request, stream| {
            healthy_until_called(request, stream, move |_, stream| {
                written_owned(stream, status(line, ""))
            })
        });
        let client = builder(&url.await).max_attempts(3).build().unwrap();
        let called = if name == "add" { add() } else { plain("echo") };
        let arguments = arguments(if name == "add" { json!({"a": 1, "b": 1}) } else { json!({}) });
        let error = client.call_tool(&tool(&called), arguments).await.unwrap_err();
        assert_eq!(
            (raw.asked("tools/call"), error.attempts()),
            (sent, sent as u32),
            "{name} {line}: {error}"
        );
    }
}

#[tokio::test]
async fn an_address_without_a_server_is_reported_after_all_attempts() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    drop(listener);
    let client = builder(&url).max_attempts(3).build().unwrap();
    let error = call(&client).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Connect { .. }), "{error}");
    assert_eq!((error.attempts(), error.is_outcome_unknown()), (3, false), "{error}");
    assert!(error.to_string().starts_with(&format!("`echo`: {url}: no connection")), "{error}");
}

#[tokio::test]
async fn addresses_and_headers_are_checked_before_anything_is_sent() {
    for url in ["tools.example/mcp", "ftp://tools.example", "https://ada:secret@tools.example/mcp"]
    {
        let error = Client::http(url).unwrap_err().to_string();
        assert!(!error.contains("secret"), "{error}");
    }
    let error = Client::http_builder("http://tools.example/mcp").bearer_token("t").build();
    assert!(error.unwrap_err().to_string().contains("unencrypted"));
    // A value of a query may be a key.
    let client = Client::http("https://tools.example/mcp?toolset=s3cret").unwrap();
    assert_eq!(client.location(), "https://tools.example/mcp?toolset=\u{2026}");
}

#[tokio::test]
async fn a_dropped_call_is_cancelled_at_the_server() {
    let raw = Raw::default();
    let (sender, ended) = tokio::sync::oneshot::channel();
    let sender = std::sync::Arc::new(std::sync::Mutex::new(Some(sender)));
    let url = raw.serve(move |request, stream| {
        let sender = sender.clone();
        healthy_until_called(request, stream, move |_, mut stream| {
            let sender = sender.clone();
            async move {
                // The connection ends when the call does.
                let mut byte = [0];
                let _ = tokio::io::AsyncReadExt::read(&mut stream, &mut byte).await;
                sender.lock().unwrap().take().map(|sender| sender.send(()));
                None
            }
        })
    });
    let client = builder(&url.await)
        .attempt_timeout(Duration::from_secs(50))
        .total_timeout(Duration::from_secs(50))
        .build()
        .unwrap();
    let dropped = tokio::time::timeout(Duration::from_millis(500), call(&client)).await;
    assert!(dropped.is_err());
    tokio::time::timeout(Duration::from_secs(10), ended).await.unwrap().unwrap();
}
