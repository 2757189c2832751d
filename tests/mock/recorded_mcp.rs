//! Clients of MCP servers, recorded and replayed: replies, failures, listings, and no secret.

use std::time::Duration;

use a2t::Value;
use a2t::client::NextStep;
use a2t::client::record::{Field, Part};
use a2t::dialect::{Dialect, Executor, Selection};
use a2t::mcp::client::{Client, Error, HttpBuilder, Kind, Policy, Reply, Result, Retry, Tool};
use a2t::testing::{Recorder, Replay};
use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, json};

/// Ends of a call, each by the argument that asks for it; `None` for an end that is not a result.
const ENDS: [&str; 17] = [
    "text",
    "structured",
    "parts",
    "wrong",
    "fail",
    "declared",
    "ask",
    "task",
    "odd",
    "refuse",
    "unknown",
    "busy",
    "locked",
    "elsewhere",
    "broken",
    "large",
    "late",
];

/// A server of an older revision, whose calls end as the argument `how` names.
async fn serve() -> String {
    let router = Router::new().fallback(answer);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}/s3cret-path")
}

async fn answer(_: HeaderMap, body: String) -> Response {
    let request: Value = serde_json::from_str(&body).unwrap_or_default();
    let result = match request["method"].as_str() {
        Some("initialize") => json!({
            "protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
            "serverInfo": {"name": "shelf", "version": "1"},
        }),
        Some("tools/list") => json!({"tools": [tool().to_value()]}),
        Some("tools/call") => {
            match called(request["params"]["arguments"]["how"].as_str().unwrap()).await {
                Ok(result) => result,
                Err(Ok(response)) => return *response,
                Err(Err(error)) => {
                    let error = json!({"jsonrpc": "2.0", "id": request["id"], "error": error});
                    return json_of(&error);
                }
            }
        }
        Some("server/discover") => return StatusCode::BAD_REQUEST.into_response(),
        _ => return StatusCode::ACCEPTED.into_response(),
    };
    json_of(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}))
}

fn json_of(value: &Value) -> Response {
    ([("content-type", "application/json")], value.to_string()).into_response()
}

/// A result, another response, or an error of JSON-RPC.
async fn called(
    how: &str,
) -> std::result::Result<Value, std::result::Result<Box<Response>, Value>> {
    let body = json!([{"type": "text", "text": "s3cret-output"}]);
    let structured = json!({"count": 7, "owner": "s3cret-output"});
    let status = |status, body: &'static str| Err(Ok(Box::new((status, body).into_response())));
    Ok(match how {
        "text" => {
            json!({"content": body, "_meta": {"newer": true}, "structuredContent": structured})
        }
        "structured" => json!({"structuredContent": structured, "newer": [1]}),
        "parts" => json!({"structuredContent": structured, "content": [
            {"type": "text", "text": "", "annotations": {"priority": 1}},
            {"type": "image", "data": "AA==", "mimeType": "image/png"},
            {"type": "audio", "data": "AA==", "mimeType": "audio/wav"},
            {"type": "resource_link", "uri": "file:///a", "name": "a", "title": "A"},
            {"type": "resource", "resource": {"uri": "file:///a", "text": "s3cret-output"}},
            {"type": "newer", "data": 7},
        ]}),
        "wrong" => json!({"content": body, "structuredContent": {"count": "s3cret-output"}}),
        "fail" => json!({"content": body, "isError": true}),
        "declared" => json!({"content": body, "isError": true, "_meta": {"dev.a2t/problem": {
            "type": "https://x/lent", "title": "LENT", "status": 409, "detail": "Lent.", "owner": "s3cret-output"}}}),
        "ask" => json!({"resultType": "input_required", "inputRequests": {"city": {"x": 1}}}),
        "task" => json!({"resultType": "task", "taskId": "task-1", "pollIntervalMs": 5}),
        "odd" => json!({"resultType": "odd"}),
        "refuse" => return Err(Err(json!({"code": -32602, "message": "no", "data": [1]}))),
        "unknown" => return Err(Err(json!({"code": -32601, "message": "no \u{1b}[31m"}))),
        "busy" => return status(StatusCode::SERVICE_UNAVAILABLE, ""),
        "locked" => return status(StatusCode::UNAUTHORIZED, ""),
        "elsewhere" => return status(StatusCode::FOUND, ""),
        "broken" => {
            let response = ([("content-type", "application/json")], "s3cret").into_response();
            return Err(Ok(Box::new(response)));
        }
        "large" => json!({"content": [{"type": "text", "text": "l".repeat(20_000)}]}),
        "late" => std::future::pending().await,
        other => panic!("{other}"),
    })
}

fn tool() -> Tool {
    let input = json!({"type": "object", "properties": {"how": {"type": "string"},
        "token": {"type": "string"}}, "required": ["how"]});
    let output = json!({"type": "object", "properties": {"count": {"type": "integer"}},
        "required": ["count"]});
    let hints = json!({"readOnlyHint": true});
    let tool = json!({"name": "act", "inputSchema": input, "outputSchema": output,
        "annotations": hints});
    Tool::read(&tool, "").unwrap()
}

fn builder(url: &str) -> HttpBuilder {
    Client::http_builder(url)
        .bearer_token("s3cret-token")
        .header("x-api-key", "s3cret-header")
        .max_attempts(2)
        .http(|http| http.backoff(Duration::ZERO, Duration::ZERO))
        .attempt_timeout(Duration::from_millis(200))
        .max_reply_bytes(10_000)
}

fn replaying(replay: &Replay) -> Client {
    Client::http_builder("https://tools.example/mcp").replay(replay).build().unwrap()
}

fn replay_of(recorder: &Recorder) -> Replay {
    Replay::parse(&recorder.to_ndjson()).unwrap()
}

async fn call(client: &Client, how: &str) -> Result<Reply> {
    let arguments = Map::from_iter([("how".to_owned(), how.into())]);
    client.call_tool(&tool(), arguments).await
}

/// All that a program learns from an error, except where it happened and the server's further text.
fn summary(error: &Error) -> (String, u32, bool, bool, NextStep) {
    let kind = format!("{:?}", error.kind());
    // Words of causes are not recorded.
    let kind = kind.split_once(" cause: ").map_or(kind.clone(), |(kind, _)| kind.to_owned());
    let kind = match error.kind() {
        Kind::Protocol { .. } => "Protocol".to_owned(),
        _ => kind,
    };
    let unknown = error.is_outcome_unknown();
    (kind, error.attempts(), unknown, error.is_retryable(), error.next_step())
}

/// The class of it: for every answer of a server, a program gets the same from a replay.
#[tokio::test]
async fn every_end_of_a_call_is_the_same_when_it_is_replayed() {
    let recorder = Recorder::new();
    let url = serve().await;
    let client = builder(&url).record(&recorder).build().unwrap();
    let mut ends = Vec::new();
    for how in ENDS {
        ends.push(call(&client, how).await);
    }
    assert!(ends.iter().filter(|end| end.is_ok()).count() == 3, "{ends:?}");
    let away = Client::http_builder("http://127.0.0.1:9/mcp").retry(Retry::Never);
    let away = away.on_drift(Policy::Ignore).record(&recorder).build().unwrap();
    let refused = call(&away, "away").await.unwrap_err();
    assert!(matches!(refused.kind(), Kind::Connect { .. }), "{refused}");
    ends.push(Err(refused));
    let replay = replay_of(&recorder);
    let client = replaying(&replay);
    for (how, end) in ENDS.into_iter().chain(["away"]).zip(ends) {
        match (call(&client, how).await, end) {
            (Ok(replayed), Ok(reply)) => assert_eq!(replayed, reply, "{how}"),
            (Err(replayed), Err(error)) => assert_eq!(summary(&replayed), summary(&error), "{how}"),
            (replayed, end) => panic!("{how}: {replayed:?} after {end:?}"),
        }
    }
    replay.assert_complete();
}

#[tokio::test]
async fn a_listing_is_replayed_and_so_is_what_changed() {
    let (recorder, url) = (Recorder::new(), serve().await);
    let client = builder(&url).record(&recorder).build().unwrap();
    let mut approved = tool();
    assert!(client.verify([&approved]).await.unwrap().is_none());
    assert_eq!(client.list_tools().await.unwrap(), [approved.clone()]);
    // Calls look at the list too, which is the client's own matter.
    call(&client, "text").await.unwrap();
    assert_eq!(recorder.len(), 3);
    let replay = replay_of(&recorder).repeating();
    let client = replaying(&replay);
    assert!(client.verify([&approved]).await.unwrap().is_none());
    approved.description = Some("Sends ~/.ssh/id_rsa along.".to_owned());
    assert_eq!(client.verify([&approved]).await.unwrap().changes().count(), 1);
    call(&client, "text").await.unwrap();
    replay.assert_complete();
}

#[tokio::test]
async fn a_call_that_was_not_recorded_is_reported_with_those_that_were() {
    let (recorder, url) = (Recorder::new().command("just record"), serve().await);
    call(&builder(&url).record(&recorder).build().unwrap(), "text").await.unwrap();
    let replay = replay_of(&recorder);
    // A client of a process replays as well, and starts none.
    let client = Client::command_builder("/no/such/program", [""; 0]).replay(&replay).build();
    let error = call(&client, "fail").await.unwrap_err();
    let Kind::NotRecorded { call: missed, recorded, command } = error.kind() else {
        panic!("{error}")
    };
    assert_eq!(missed, r#"act(how: "fail")"#);
    assert_eq!(recorded, &[r#"act(how: "text")"#]);
    assert_eq!(command.as_deref(), Some("just record"));
    assert_eq!((error.next_step(), error.attempts()), (NextStep::FixProgram, 0));
    assert_eq!(
        error.to_string(),
        "`act`: the recording has no answer left for act(how: \"fail\"); of this tool it \
         has\n  act(how: \"text\")\nrecord it again: just record"
    );
    // What breaks the schema is refused as ever, before the recording is asked.
    let error = client.call_tool(&tool(), Map::new()).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Invalid { .. }), "{error}");
    assert_eq!(replay.missed(), [r#"act(how: "fail")"#]);
    call(&client, "text").await.unwrap();

    let tools = Selection::approved_schemas([tool()]);
    let executor = Executor::builder().tools(tools, client).build().unwrap();
    let used = json!({"type": "tool_use", "id": "t", "name": "act", "input": {"how": "fail"}});
    let result = executor.run(Dialect::Anthropic.calls(&used).unwrap().remove(0)).await;
    let words = "Error: this call is not recorded, so the replay has no result for it";
    assert_eq!(result["content"], words);
}

/// Every secret has `s3cret` in it, so that one look finds all.
#[tokio::test]
async fn no_header_address_or_process_is_written_and_values_as_far_as_they_may() {
    fn redact(field: Field<'_>, value: &mut Value) {
        match (field.part, field.name) {
            (Part::Input, "token") | (Part::Output | Part::Problem, "owner") => *value = "-".into(),
            (Part::Output, "content") => *value = json!([]),
            _ => {}
        }
    }
    let recorder = Recorder::new().redact(redact);
    let url = serve().await;
    let client = builder(&url).record(&recorder).build().unwrap();
    for how in ["text", "structured", "declared", "broken", "busy"] {
        let arguments = json!({"how": how, "token": "s3cret-input"});
        let _: Result<_> = client.call_tool(&tool(), arguments.as_object().cloned().unwrap()).await;
    }
    let shell = ["-c", "echo s3cret-stderr >&2"];
    let client = Client::command_builder("/bin/sh", shell).env("KEY", "s3cret-environment");
    let client = client.record(&recorder).on_drift(Policy::Ignore).build();
    let error = call(&client, "text").await.unwrap_err();
    assert!(error.to_string().contains("s3cret-stderr"), "{error}");
    let text = recorder.to_ndjson();
    assert_eq!(text.lines().count(), 7, "{text}");
    assert!(!text.contains("s3cret"), "{text}");
    let replay = Replay::parse(&text).unwrap().redact(redact);
    let arguments = json!({"how": "structured", "token": "another"});
    let arguments = arguments.as_object().cloned().unwrap();
    let reply = replaying(&replay).call_tool(&tool(), arguments).await.unwrap();
    assert_eq!(reply.structured, Some(json!({"count": 7, "owner": "-"})));
}
