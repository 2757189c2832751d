//! Calls of a client of MCP servers: the spans and metrics of any client, the position in the trace on
//! both ways, and no secret in them.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::mcp::client::fake::Failure;
use a2t::mcp::client::{Client, HttpBuilder, Retry, Tool};
use a2t::telemetry::TraceContext;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use telemetry::{Log, Metrics, Recorded};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

/// Calls as a server got them: the headers of the trace, and `_meta`.
type Calls = Arc<Mutex<Vec<(String, String, Value)>>>;

/// A server of an older revision whose calls end as the argument `how` names.
async fn server() -> (String, Calls) {
    let calls = Calls::default();
    let router = Router::new().fallback(answer).with_state(calls.clone());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    (format!("http://{address}/mcp"), calls)
}

async fn answer(State(calls): State<Calls>, headers: http::HeaderMap, body: String) -> Response {
    let request: Value = serde_json::from_str(&body).unwrap_or_default();
    let result = match request["method"].as_str() {
        Some("initialize") => json!({
            "protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
            "serverInfo": {"name": "shelf", "version": "1"},
        }),
        Some("tools/call") => {
            let header = |name| headers.get(name).map_or("", |value| value.to_str().unwrap());
            let context = (header("traceparent").to_owned(), header("tracestate").to_owned());
            let meta = request["params"]["_meta"].clone();
            let number = {
                let mut calls = calls.lock().unwrap();
                calls.push((context.0, context.1, meta));
                calls.len()
            };
            let content = json!([{"type": "text", "text": "s3cret-output"}]);
            match request["params"]["arguments"]["how"].as_str().unwrap() {
                "s3cret-fail" => json!({"content": content, "isError": true}),
                "s3cret-busy" if number == 1 => {
                    return (http::StatusCode::SERVICE_UNAVAILABLE, "s3cret-busy").into_response();
                }
                "s3cret-wait" => std::future::pending().await,
                _ => json!({"content": content}),
            }
        }
        Some("server/discover") => return http::StatusCode::BAD_REQUEST.into_response(),
        _ => return http::StatusCode::ACCEPTED.into_response(),
    };
    let answer = json!({"jsonrpc": "2.0", "id": request["id"], "result": result}).to_string();
    ([("content-type", "application/json")], answer).into_response()
}

fn tool(name: &str) -> Tool {
    let properties = json!({"how": {"type": "string", "maxLength": 12}});
    let schema = json!({"type": "object", "properties": properties, "required": ["how"]});
    Tool::read(&json!({"name": name, "inputSchema": schema}), "").unwrap()
}

fn builder(url: &str) -> HttpBuilder {
    Client::http_builder(url)
        .bearer_token("s3cret-token")
        .header("x-api-key", "s3cret-key")
        .on_drift(a2t::mcp::client::Policy::Ignore)
        .http(|http| http.trace_context(|| TraceContext::parse(PARENT, "vendor=s3cret-state")))
}

async fn call(client: &Client, tool: &Tool, how: &str) {
    let arguments = json!({"how": how}).as_object().cloned().unwrap();
    let _: Result<_, _> = client.call_tool(tool, arguments).await;
}

fn spans(log: &Log, tool: &str) -> Vec<Recorded> {
    log.find("a2t.client.call", "gen_ai.tool.name", tool)
}

#[tokio::test]
async fn a_call_is_a_span_with_its_attempts_in_the_trace_of_the_program() {
    let (log, metrics) = (Log::install(), Metrics::install());
    let (url, calls) = server().await;
    let client = builder(&url).retry(Retry::Always).build().unwrap();
    call(&client, &tool("mcp_retried"), "s3cret-busy").await;
    let recorded = spans(&log, "mcp_retried");
    let [span] = recorded.as_slice() else { panic!("{recorded:?}") };
    for (field, value) in [
        ("otel.name", "execute_tool mcp_retried"),
        ("gen_ai.operation.name", "execute_tool"),
        ("a2t.tool.id", ""),
        ("a2t.tool.version", ""),
        ("a2t.call.id", ""),
        ("a2t.attempts", "2"),
        ("a2t.outcome", "ok"),
        ("error.type", ""),
        ("trace_id", TRACE),
    ] {
        assert_eq!(span.field(field), value, "{field}");
    }
    let calls = calls.lock().unwrap();
    assert_eq!(calls.len(), 2);
    let mut own = Vec::new();
    for (parent, state, meta) in calls.iter() {
        assert_eq!(
            (meta["traceparent"].as_str(), meta["tracestate"].as_str()),
            (Some(&**parent), Some(&**state))
        );
        assert_eq!(state, "vendor=s3cret-state");
        let context = TraceContext::parse(parent, "").unwrap();
        assert_eq!(context.trace_id().to_string(), TRACE);
        let attempts = log.find("a2t.client.attempt", "span_id", &context.span_id().to_string());
        assert_eq!(attempts.len(), 1, "{parent}");
        assert_eq!(attempts[0].field("parent_span_id"), "00f067aa0ba902b7");
        own.push(attempts[0].field("error.type").to_owned());
    }
    assert_eq!(own, ["unavailable", ""]);
    let labels = "tool=mcp_retried,version=";
    for (metric, value) in [
        (format!("a2t_client_calls_total{{{labels},outcome=ok}}"), 1.0),
        (format!("a2t_client_attempts_total{{{labels},outcome=ok}}"), 1.0),
        (format!("a2t_client_attempts_total{{{labels},outcome=unavailable}}"), 1.0),
        (format!("a2t_client_call_duration_seconds{{{labels}}}"), 1.0),
        (format!("a2t_client_calls_in_flight{{{labels}}}"), 0.0),
    ] {
        assert_eq!(metrics.find(&metric).get(&metric), Some(&value), "{metric}");
    }
}

/// A process that speaks the newer revision, answers one call, and ends at the next one. It writes
/// the first call into the file `OUT`.
#[cfg(unix)]
const PROCESS: &str = r#"read line
echo '{"jsonrpc":"2.0","id":0,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}}'
read line; printf '%s' "$line" > "$OUT"
echo '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"s3cret-output"}]}}'
read line; echo s3cret-stderr >&2; exit 3"#;

#[cfg(unix)]
#[tokio::test]
async fn calls_of_a_child_process_are_reported_alike_and_report_their_place_in_meta() {
    let (log, metrics) = (Log::install(), Metrics::install());
    let file = std::env::temp_dir().join(format!("a2t-telemetry-{}.json", std::process::id()));
    let client = Client::command_builder("sh", ["-c", PROCESS])
        .env("OUT", &file)
        .env("KEY", "s3cret-environment")
        .on_drift(a2t::mcp::client::Policy::Ignore)
        .retry(Retry::Never)
        .trace_context(|| TraceContext::parse(PARENT, "vendor=s3cret-state"))
        .build();
    for how in ["s3cret-fine", "s3cret-end"] {
        call(&client, &tool("mcp_process"), how).await;
    }
    let asked = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(file).unwrap();
    let asked: Value = serde_json::from_str(&asked).unwrap();
    let meta = &asked["params"]["_meta"];
    assert_eq!(meta["tracestate"], "vendor=s3cret-state", "{asked}");
    let context = TraceContext::parse(meta["traceparent"].as_str().unwrap(), "").unwrap();
    assert_eq!(context.trace_id().to_string(), TRACE);
    let attempts = log.find("a2t.client.attempt", "span_id", &context.span_id().to_string());
    let [attempt] = attempts.as_slice() else { panic!("{attempts:?}") };
    assert_eq!(attempt.field("parent_span_id"), "00f067aa0ba902b7");
    let recorded = spans(&log, "mcp_process");
    let fields = ["a2t.outcome", "error.type", "a2t.attempts", "trace_id"];
    let recorded: Vec<_> =
        recorded.iter().map(|span| fields.map(|field| span.field(field))).collect();
    assert_eq!(recorded, [["ok", "", "1", TRACE], ["interrupted", "interrupted", "1", TRACE]]);
    for outcome in ["ok", "interrupted"] {
        let labels = format!("{{tool=mcp_process,version=,outcome={outcome}}}");
        for metric in ["a2t_client_calls_total", "a2t_client_attempts_total"] {
            let metric = format!("{metric}{labels}");
            assert_eq!(metrics.find(&metric).get(&metric), Some(&1.0), "{metric}");
        }
    }
    assert!(!log.text().contains("s3cret"));
}

include!("../../codegen/golden/mcp_time.rs");

#[tokio::test]
async fn calls_of_a_fake_are_reported_as_a_client_s() {
    let (log, metrics) = (Log::install(), Metrics::install());
    let fake = mcp_time::Fake::new();
    fake.get_current_time("s3cret").send().await.unwrap();
    fake.fail::<mcp_time::reply::GetCurrentTime>(Failure::tool("s3cret"));
    fake.get_current_time("s3cret").send().await.unwrap_err();
    fake.convert_time("s3cret", "s3cret", "s3cret").send().await.unwrap_err();
    let ends = |tool| {
        let recorded = spans(&log, tool);
        let fields = ["a2t.outcome", "error.type", "a2t.attempts"];
        let ends = recorded.iter().map(|span| fields.map(|field| span.field(field).to_owned()));
        ends.collect::<Vec<_>>()
    };
    assert_eq!(ends("get_current_time"), [["ok", "", "0"], ["refused", "tool_error", "0"]]);
    assert_eq!(ends("convert_time"), [["invalid", "invalid", "0"]]);
    let labels = "{tool=get_current_time,version=,outcome=refused}";
    let metric = format!("a2t_client_calls_total{labels}");
    assert_eq!(metrics.find(&metric).get(&metric), Some(&1.0));
    let attempts = metrics.find("a2t_client_attempts_total{tool=get_current_time");
    assert!(attempts.is_empty(), "{attempts:?}");
    assert!(!log.text().contains("s3cret"));
}

#[tokio::test]
async fn every_end_is_reported_and_nothing_that_is_secret() {
    let (log, metrics) = (Log::install(), Metrics::install());
    let (url, _) = server().await;
    let tool = tool("mcp_ends");
    let client = builder(&url).retry(Retry::Never).build().unwrap();
    for how in ["s3cret-fine", "s3cret-fail", "s3cret-too-long"] {
        call(&client, &tool, how).await;
    }
    let waiting = call(&client, &tool, "s3cret-wait");
    assert!(tokio::time::timeout(Duration::from_millis(50), waiting).await.is_err());
    let away = builder("http://127.0.0.1:9/mcp").retry(Retry::Never).build().unwrap();
    call(&away, &tool, "s3cret-away").await;
    let ends = [
        ("ok", "", "1"),
        ("refused", "tool_error", "1"),
        ("invalid", "invalid", "0"),
        ("cancelled", "cancelled", "1"),
        ("connect", "connect", "1"),
    ];
    let recorded = spans(&log, "mcp_ends");
    let fields = ["a2t.outcome", "error.type", "a2t.attempts"];
    let recorded: Vec<_> =
        recorded.iter().map(|span| fields.map(|field| span.field(field))).collect();
    assert_eq!(recorded, ends.map(|(outcome, error, attempts)| [outcome, error, attempts]));
    for text in [log.text(), format!("{:?}", metrics.find(""))] {
        let found = text.find("s3cret").map(|at| &text[at.saturating_sub(200)..at + 40]);
        assert_eq!(found, None);
    }
}
