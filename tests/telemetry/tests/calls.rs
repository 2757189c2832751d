//! Spans, lines of the log and metrics of calls, and 20 secrets of which none is among them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::client::{Arguments, Client};
use a2t::telemetry::TraceContext;
use a2t::{Limits, Server, Tool, ToolError, mcp, rap};
use axum::extract::FromRequestParts;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Extension, Router};
use http::request::Parts;
use serde_json::json;
use telemetry::{Log, Metrics, Recorded, is_readable};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

/// Answers, or ends otherwise.
///
/// # Returns
/// The place of the call in its trace.
#[a2t::tool(version = 1)]
async fn act(
    /// End of the call.
    how: String,
    #[a2t(context)] Extension(context): Extension<TraceContext>,
    #[a2t(context)] User(user): User,
) -> Result<String, ToolError> {
    assert_eq!(a2t::telemetry::current().as_ref(), Some(&context));
    match how.as_str() {
        "refuse" => Err(ToolError::refused("it is s3cret-refusal")),
        "fail" => Err(ToolError::internal("postgres://root:s3cret-source@db/tools")),
        "panic" => panic!("s3cret-panic"),
        "wait" => std::future::pending().await,
        _ => Ok(format!("{} {user}", context.traceparent())),
    }
}

/// Returns the trace on which its thread works.
///
/// # Returns
/// The trace.
#[a2t::tool(version = 3)]
fn compute() -> String {
    a2t::telemetry::current().map(|context| context.trace_id().to_string()).unwrap_or_default()
}

/// A context with secret data.
#[derive(Debug)]
struct User(String);

impl<S: Sync> FromRequestParts<S> for User {
    type Rejection = (http::StatusCode, String);

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        match parts.headers.get("x-user").map(|user| user.to_str()) {
            Some(Ok("nobody")) => {
                Err((http::StatusCode::UNAUTHORIZED, "no s3cret-context".to_owned()))
            }
            _ => Ok(Self("s3cret-output".to_owned())),
        }
    }
}

fn invoke(id: a2t::ToolId, name: &str, how: &str, headers: &str) -> String {
    let inputs = match name {
        "act" => json!([{"name": "how", "value": how}]),
        _ => json!([]),
    };
    let body = json!({"name": name, "input_parameters": inputs}).to_string();
    format!(
        "POST /tools/{id}:invoke?key=s3cret-query HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n{headers}\r\n{body}",
        body.len()
    )
}

fn act_with(how: &str, headers: &str) -> String {
    invoke(act::SIGNATURE.tool_id, "act", how, headers)
}

async fn start(router: Router) -> std::net::SocketAddr {
    let server = Server::from_router(router).bind("127.0.0.1:0").await.unwrap();
    let address = server.local_addr();
    tokio::spawn(server.serve());
    address
}

async fn ask(address: std::net::SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.unwrap();
    reply
}

fn tools() -> Router {
    let limits = Limits::new().handler_timeout(Duration::from_millis(50));
    a2t::toolset![act, compute].into_router_with(limits).with_state(())
}

/// The one span of the call with this id, and its one line of the log.
fn seen(log: &Log, id: &str) -> (Recorded, Recorded) {
    let spans = log.find("a2t.call", "a2t.request.id", id);
    let lines = log.find("a2t::access", "a2t.request.id", id);
    assert_eq!((spans.len(), lines.len()), (1, 1), "{id}: {spans:?} {lines:?}");
    (spans[0].clone(), lines[0].clone())
}

#[tokio::test]
async fn a_call_is_one_span_and_its_request_one_line() {
    let (log, _) = (Log::install(), Metrics::install());
    let address = start(Router::new().nest("/api/", tools()).merge(tools())).await;
    for (how, outcome, error, status) in [
        ("answer", "ok", "", "200"),
        ("refuse", "refused", "tool-refused", "422"),
        ("fail", "failed", "failed", "500"),
        ("panic", "panicked", "panicked", "500"),
        ("wait", "timed_out", "timed_out", "504"),
    ] {
        let headers = format!("x-request-id: id-{how}\r\ntraceparent: {PARENT}\r\n");
        let reply = ask(address, &act_with(how, &headers)).await;
        assert!(reply.starts_with(&format!("HTTP/1.1 {status}")), "{reply}");
        let (span, line) = seen(&log, &format!("id-{how}"));
        assert_eq!(span.field("gen_ai.tool.name"), "act");
        assert_eq!(span.field("gen_ai.operation.name"), "execute_tool");
        assert_eq!(span.field("otel.name"), "execute_tool act");
        assert_eq!(span.field("a2t.tool.id"), act::SIGNATURE.tool_id.to_string());
        assert_eq!((span.field("a2t.tool.version"), span.field("a2t.protocol")), ("1", "a2t"));
        assert_eq!((span.field("a2t.outcome"), span.field("error.type")), (outcome, error));
        let status_code = if status.starts_with('5') { "ERROR" } else { "" };
        assert_eq!(span.field("otel.status_code"), status_code);
        assert_eq!(span.field("trace_id"), TRACE);
        assert_eq!(span.field("parent_span_id"), "00f067aa0ba902b7");
        assert_eq!(line.field("http.request.method"), "POST");
        assert_eq!(line.field("http.route"), "/tools/{toolId}:invoke");
        assert_eq!(line.field("http.response.status_code"), status);
        assert!(is_readable(line.field("duration")), "{line:?}");
        assert!(line.field("http.response.body.size").parse::<u64>().unwrap() > 10);
        if how == "answer" {
            let context = format!("00-{TRACE}-{}-01", span.field("span_id"));
            assert!(reply.contains(&context), "{reply}");
        }
    }
    let nested =
        act_with("answer", "x-request-id: id-nested\r\n").replacen("/tools", "/api/tools", 1);
    ask(address, &nested).await;
    assert_eq!(seen(&log, "id-nested").1.field("http.route"), "/api/tools/{toolId}:invoke");
}

#[tokio::test]
async fn the_end_of_a_call_is_a_line_with_its_tool_its_outcome_and_its_time() {
    let (log, _) = (Log::install(), Metrics::install());
    let address = start(tools()).await;
    for (how, outcome) in [("answer", "ok"), ("refuse", "refused"), ("fail", "failed")] {
        ask(address, &act_with(how, "")).await;
        let ends = log.find("a2t::call", "outcome", outcome);
        let end = ends.iter().find(|end| end.name.is_empty()).unwrap();
        assert_eq!((end.field("gen_ai.tool.name"), end.field("level")), ("act", "INFO"), "{end:?}");
        assert!(is_readable(end.field("duration")), "{end:?}");
    }
}

#[tokio::test]
async fn a_fault_is_an_event_with_all_that_is_known_of_it_unless_the_program_takes_it() {
    let (log, _) = (Log::install(), Metrics::install());
    let known = a2t::authenticate(async |_| Ok::<_, a2t::AuthError>(a2t::Caller::new("alice")));
    let mcp = mcp::Service::new(a2t::toolset![act], ());
    let router = tools().nest_service("/mcp", mcp).layer(known);
    let address = start(router).await;
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "act", "arguments": {"how": "fail"}}});
    ask(address, &act_with("fail", "x-request-id: told-a2t\r\n")).await;
    ask(address, &post_mcp(&call, "x-request-id: told-mcp\r\n")).await;
    for id in ["told-a2t", "told-mcp"] {
        let events = log.find("a2t::fault", "a2t.request.id", id);
        let [event] = &*events else { panic!("{id}: {events:?}") };
        assert_eq!(event.field("level"), "ERROR");
        assert_eq!(event.field("gen_ai.tool.name"), "act");
        assert_eq!((event.field("a2t.tool.version"), event.field("a2t.caller.id")), ("1", "alice"));
        assert!(event.field("error").ends_with("postgres://root:s3cret-source@db/tools"));
    }
    let taken = Arc::new(Mutex::new(Vec::new()));
    let tell = Arc::clone(&taken);
    let server = Server::from_router(tools())
        .on_fault(move |fault| tell.lock().unwrap().push(fault.to_string()));
    let server = server.bind("127.0.0.1:0").await.unwrap();
    let address = server.local_addr();
    tokio::spawn(server.serve());
    ask(address, &act_with("fail", "x-request-id: taken\r\n")).await;
    assert_eq!(taken.lock().unwrap().len(), 1);
    assert!(log.find("a2t::fault", "a2t.request.id", "taken").is_empty());
}

fn post_mcp(call: &serde_json::Value, headers: &str) -> String {
    let body = call.to_string();
    format!(
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nmcp-protocol-version: 2025-06-18\r\nconnection: close\r\n\
         {headers}content-length: {}\r\n\r\n{body}",
        body.len()
    )
}

#[tokio::test]
async fn a_request_without_an_id_and_a_good_trace_gets_new_ones() {
    let (log, _) = (Log::install(), Metrics::install());
    let address = start(tools()).await;
    for wrong in
        ["00-0-0-01", "", &PARENT.to_uppercase(), &format!("{PARENT}\r\ntraceparent: {PARENT}")]
    {
        let reply = ask(address, &act_with("answer", &format!("traceparent: {wrong}\r\n"))).await;
        let id = reply.split("x-request-id: ").nth(1).unwrap().split("\r\n").next().unwrap();
        let (span, _) = seen(&log, id);
        let trace = span.field("trace_id");
        assert!(trace.len() == 32 && trace != TRACE && trace != "0".repeat(32), "{trace}");
        assert_eq!(span.field("parent_span_id"), "");
    }
}

#[tokio::test]
async fn a_function_on_a_thread_of_its_own_is_in_the_trace_of_its_call() {
    let (_, _) = (Log::install(), Metrics::install());
    let address = start(tools()).await;
    let headers = format!("traceparent: {PARENT}\r\n");
    let reply = ask(address, &invoke(compute::SIGNATURE.tool_id, "compute", "", &headers)).await;
    assert!(reply.contains(TRACE), "{reply}");
}

#[tokio::test]
async fn hostile_requests_write_nothing_of_their_own_into_the_log() {
    let (log, _) = (Log::install(), Metrics::install());
    let own = Router::new().route("/own/{token}", get(async || "own"));
    let address = start(own.merge(tools())).await;
    let text = "GET /own/s3cret-path HTTP/1.1\r\nhost: localhost\r\nx-request-id: own\r\nconnection: close\r\n\r\n";
    ask(address, text).await;
    assert_eq!(
        log.find("a2t::access", "a2t.request.id", "own")[0].field("http.route"),
        "/own/{token}"
    );
    let odd = text
        .replacen("GET /own/s3cret-path", "H\u{21}CK /tools/%1b%5b31m/x", 1)
        .replace(": own", ": odd");
    ask(address, &odd).await;
    let line = &log.find("a2t::access", "a2t.request.id", "odd")[0];
    assert_eq!((line.field("http.request.method"), line.field("http.route")), ("_OTHER", ""));
}

#[tokio::test]
async fn metrics_are_of_known_tools_and_rules_alone() {
    let (_, metrics) = (Log::install(), Metrics::install());
    let limits = Limits::new().max_concurrent_calls(0);
    let full = start(a2t::toolset![act].into_router_with(limits).with_state(())).await;
    let address = start(tools()).await;
    let count = |begin: &str| metrics.find(begin).values().sum::<f64>();
    let (ended, shed) = (count("a2t_calls_total{"), count("a2t_calls_shed_total{"));
    for number in 0..20 {
        let unknown = format!("x-user: nobody\r\nx-request-id: metric-{number}\r\n");
        ask(address, &act_with(&format!("made up {number}"), &unknown)).await;
        let nowhere = format!(
            "GET /tools/{number}/{number} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        );
        ask(address, &nowhere).await;
    }
    ask(full, &act_with("answer", "")).await;
    assert!(count("a2t_calls_total{") >= ended + 21.0);
    assert!(count("a2t_calls_shed_total{") >= shed + 1.0);
    let rules = metrics.find("a2t_calls_refused_total{");
    assert!(rules.keys().any(|key| key.contains("rule=context-rejected")), "{rules:?}");
    assert!(rules.keys().any(|key| key.contains("rule=overloaded")), "{rules:?}");
    let all = metrics.find("");
    // Workers of other tests count their queues whenever they do.
    let own = all.keys().filter(|key| !key.starts_with("a2t_queue_"));
    assert!(own.count() < 60, "{all:?}");
    assert!(all.keys().all(|key| !key.contains("made up") && !key.contains("metric-")));
    for key in all.keys() {
        let (name, labels) = key.split_once('{').unwrap();
        // Clients of other tests use the same recorder.
        let mut known = a2t::telemetry::metrics::ALL.iter().chain(a2t::client::metrics::ALL);
        let metric = known.find(|metric| metric.name == name);
        let names =
            labels.trim_end_matches('}').split(',').filter_map(|label| label.split_once('='));
        let names: Vec<_> = names.map(|(name, _)| name).collect();
        assert_eq!(names, metric.unwrap().labels, "{key}");
    }
    let flying = metrics.find("a2t_calls_in_flight{");
    assert!(flying.values().all(|calls| *calls >= 0.0), "{flying:?}");
}

#[tokio::test]
async fn a_client_hands_its_place_on_with_each_attempt() {
    let (log, _) = (Log::install(), Metrics::install());
    let parents = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&parents);
    let vendor = Router::new().fallback(async move |request: axum::extract::Request| {
        let header = |name: &str| request.headers()[name].to_str().unwrap().to_owned();
        let mut heard = heard.lock().unwrap();
        heard.push((header("traceparent"), header("tracestate")));
        match heard.len() {
            1 => {
                (http::StatusCode::SERVICE_UNAVAILABLE, [("retry-after", "0")], "").into_response()
            }
            _ => (
                http::StatusCode::OK,
                [("content-type", "application/json")],
                r#"{"output_parameters":[{"name":"result","value":"x"}]}"#,
            )
                .into_response(),
        }
    });
    let address = start(vendor).await;
    let context = TraceContext::parse(PARENT, "vendor=opaque");
    let client = Client::builder(format!("http://{address}"))
        .header("x-api-key", "s3cret-key")
        .trace_context(move || context.clone())
        .retry(a2t::client::Retry::Always)
        .build()
        .unwrap();
    let mut arguments = Arguments::new();
    arguments.push("how", "s3cret-argument");
    let _ = client.invoke(act::SIGNATURE, &arguments).await;
    let parents = parents.lock().unwrap().clone();
    assert_eq!(parents.len(), 2, "{parents:?}");
    let spans: Vec<_> = log.find("a2t.client.attempt", "trace_id", TRACE);
    assert_eq!(spans.len(), 2);
    for (number, (span, (parent, state))) in spans.iter().zip(&parents).enumerate() {
        assert_eq!(parent, &format!("00-{TRACE}-{}-01", span.field("span_id")));
        assert_eq!(state, "vendor=opaque");
        assert_eq!(span.field("a2t.attempt"), (number + 1).to_string());
        assert_eq!(span.field("parent_span_id"), "00f067aa0ba902b7");
    }
    assert_ne!(parents[0], parents[1]);
    assert_eq!(spans[0].field("error.type"), "unavailable");
    assert_eq!(spans[0].field("http.response.status_code"), "503");
    assert_eq!(spans[1].field("http.request.resend_count"), "1");
}

#[tokio::test]
async fn a_call_over_mcp_is_seen_too() {
    let (log, metrics) = (Log::install(), Metrics::install());
    let service = mcp::Service::new(a2t::toolset![act], ());
    let address = start(Router::new().nest_service("/mcp", service)).await;
    for (how, outcome) in [("answer", "ok"), ("refuse", "refused"), ("fail", "failed")] {
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": "act", "arguments": {"how": how}}});
        let headers = format!(
            "authorization: Bearer s3cret-mcp\r\nx-request-id: mcp-{how}\r\ntraceparent: {PARENT}\r\n"
        );
        let reply = ask(address, &post_mcp(&call, &headers)).await;
        assert!(reply.contains(&format!("x-request-id: mcp-{how}")), "{reply}");
        let spans = log.find("a2t.call", "a2t.request.id", &format!("mcp-{how}"));
        assert_eq!(spans.len(), 1, "{reply}");
        assert_eq!(
            (spans[0].field("a2t.protocol"), spans[0].field("a2t.outcome")),
            ("mcp", outcome)
        );
        assert_eq!(spans[0].field("trace_id"), TRACE);
    }
    assert!(!metrics.find("a2t_calls_total{protocol=mcp,tool=act,version=1").is_empty());
}

/// Waits for nothing in particular.
///
/// # Returns
/// True.
#[a2t::tool(version = 1, long_running)]
async fn linger() -> bool {
    true
}

#[tokio::test]
async fn tasks_of_mcp_are_counted() {
    let metrics = Metrics::install();
    let store = mcp::store::Memory::default();
    let service = || {
        let service = mcp::Service::new(a2t::toolset![linger], ());
        service.tasks(mcp::Tasks::new(store.clone()))
    };
    let address = start(Router::new().nest_service("/mcp", service())).await;
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "linger", "arguments": {}, "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "tests", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": { "extensions": { "io.modelcontextprotocol/tasks": {} } },
    }}});
    let body = call.to_string();
    let request = format!(
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nmcp-protocol-version: 2026-07-28\r\nmcp-method: tools/call\r\n\
         mcp-name: linger\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let reply = ask(address, &request).await;
    assert!(reply.contains("taskId"), "{reply}");
    // Another program, which counts as it begins.
    let other = service();
    tokio::spawn(async move { other.work_until(std::future::pending()).await });
    let depths = metrics.wait("a2t_queue_depth{queue=mcp-tasks", 10).await;
    assert!(depths.values().sum::<f64>() >= 1.0, "{depths:?}");
}

/// Every secret has `s3cret` in it, so that one look finds all.
#[tokio::test]
async fn nothing_that_is_secret_is_reported() {
    let (log, metrics) = (Log::install(), Metrics::install());
    let address = start(tools()).await;
    let headers = "authorization: Bearer s3cret-token\r\nproxy-authorization: Basic s3cret-proxy\r\n\
                   cookie: session=s3cret-cookie\r\nx-api-key: s3cret-api\r\nx-forwarded-for: s3cret-address\r\n\
                   tracestate: vendor=s3cret-state\r\nuser-agent: s3cret-agent\r\nreferer: https://s3cret-page/\r\n\
                   idempotency-key: s3cret-KEY\r\nx-request-id: two s3cret-ids\r\n";
    let keyed = |how: &str| headers.replace("KEY", how);
    for how in ["s3cret-input", "refuse", "fail", "panic", "wait"] {
        let text = act_with(how, &format!("{}traceparent: {PARENT}\r\n", keyed(how)));
        ask(address, &text).await;
    }
    ask(address, &act_with("answer", &format!("x-user: nobody\r\n{headers}"))).await;
    ask(address, &act_with("answer", headers).replace("\"how\"", "\"s3cret-name\"")).await;
    ask(
        address,
        "GET /s3cret-path?s3cret-query HTTP/1.1\r\nhost: s3cret-host\r\nconnection: close\r\n\r\n",
    )
    .await;
    ask(address, "s3cret-method / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await;
    let client = Client::builder("http://127.0.0.1:9/s3cret-root")
        .header("x-api-key", "s3cret-client-key")
        .bearer_token("s3cret-client-token")
        .trace_context(|| TraceContext::parse(PARENT, "vendor=s3cret-client-state"));
    let shown = format!("{client:?}");
    let client = client.build().unwrap();
    let mut arguments = Arguments::new();
    arguments.push("how", "s3cret-client-argument");
    assert!(client.invoke(act::SIGNATURE, &arguments).await.is_err());
    let text = log.text();
    assert!(text.contains("a2t.client.attempt") && text.contains("timed_out"));
    for text in [&text, &format!("{:?}", metrics.find("")), &shown] {
        let found = text.find("s3cret").map(|at| &text[at.saturating_sub(200)..at + 40]);
        assert_eq!(found, None);
    }
    // Stores without a server.
    let stores = [
        "postgres://root:s3cret-password@127.0.0.1:9/s3cret?password=s3cret",
        "nats://root:s3cret-password@127.0.0.1:9",
    ];
    for url in stores {
        let error = rap::store::open::store(url).await.map(drop).unwrap_err();
        let text = format!("{error} {error:?}");
        assert!(!text.contains("s3cret"), "{text}");
    }
    let error = a2t::idempotency::Redis::connect("redis://root:s3cret-password@127.0.0.1:9/").await;
    let text = error.map(drop).map_err(|error| format!("{error} {error:?}")).unwrap_err();
    assert!(!text.contains("s3cret"), "{text}");
    let context = TraceContext::parse(PARENT, "vendor=s3cret-state").unwrap();
    let tools: a2t::Toolset<()> = a2t::toolset![act];
    let debug = format!("{context:?} {:?}", tools);
    assert!(!debug.contains("s3cret"), "{debug}");
}

#[tokio::test]
async fn a_call_over_rap_is_in_the_trace_of_its_request_and_its_queue_is_counted() {
    let (log, metrics) = (Log::install(), Metrics::install());
    let server = rap::Server::new(a2t::toolset![act], ())
        .egress_policy(rap::Policy::default().allow_loopback())
        .limits(rap::WorkerLimits::new());
    let (router, workers) = server.into_router().unwrap();
    let (done, result) = tokio::sync::oneshot::channel();
    let done = Arc::new(Mutex::new(Some(done)));
    let receive = async move |body: String| {
        if let Some(done) = done.lock().unwrap().take() {
            done.send(body).unwrap();
        }
    };
    let hook = axum::routing::post(receive);
    let address = start(router.route("/hook/{token}", hook)).await;
    let call = json!({"operation": "act", "id": "1", "group_id": "s3cret-group",
        "arguments": {"how": "s3cret-argument"}, "callback_url": format!("http://{address}/hook/s3cret-callback")});
    let body = call.to_string();
    let request = format!(
        "POST /invoke HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\nconnection: close\r\n\
         traceparent: {PARENT}\r\nx-request-id: rap-1\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let reply = ask(address, &request).await;
    assert!(reply.starts_with("HTTP/1.1 200") && reply.contains("x-request-id: rap-1"), "{reply}");
    let working = tokio::spawn(workers.run());
    let result = result.await.unwrap();
    assert!(result.contains(TRACE), "{result}");
    let spans = log.find("a2t.call", "a2t.request.id", "rap-1");
    assert_eq!(spans.len(), 1);
    assert_eq!((spans[0].field("a2t.protocol"), spans[0].field("a2t.attempt")), ("rap", "1"));
    assert_eq!((spans[0].field("trace_id"), spans[0].field("a2t.outcome")), (TRACE, "ok"));
    metrics.wait("a2t_queue_depth{queue=rap", 10).await;
    metrics.wait("a2t_queue_oldest_seconds{queue=rap", 2).await;
    assert!(!log.text().contains("s3cret"));
    working.abort();
}
