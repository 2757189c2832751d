//! Calls of a runtime of RAP: the spans and metrics of any client, the position in the trace on the way
//! out, also by another program, and no secret in them.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::rap::client::store::Memory;
use a2t::rap::client::{Answer, Builder, Dispatch, HeaderMap, Host, Pending, Policy, Schedule};
use a2t::rap::{Runtime, client::store::Store};
use a2t::telemetry::TraceContext;
use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use serde_json::{Map, Value, json};
use telemetry::{Log, Metrics, Recorded};
use tokio::sync::mpsc;
use tower::ServiceExt as _;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

/// An invocation as a server got it.
struct Invoked {
    headers: HeaderMap,
    body: Value,
}

#[derive(Clone)]
struct Server {
    /// Statuses of the next invocations; 200 after them.
    statuses: Arc<Mutex<VecDeque<u16>>>,
    invoked: mpsc::UnboundedSender<Invoked>,
    tools: Value,
}

struct Stand {
    base: String,
    statuses: Arc<Mutex<VecDeque<u16>>>,
    invoked: mpsc::UnboundedReceiver<Invoked>,
}

async fn manifest(State(server): State<Server>, headers: HeaderMap) -> String {
    let host = headers["host"].to_str().unwrap();
    let endpoint = format!("http://{host}/s3cret-base/s3cret-invoke");
    json!({"name": "stand", "endpoint": endpoint, "tools": server.tools}).to_string()
}

async fn invoke(
    State(server): State<Server>,
    headers: HeaderMap,
    body: String,
) -> http::StatusCode {
    let body = serde_json::from_str(&body).unwrap();
    let _ = server.invoked.send(Invoked { headers, body });
    let status = server.statuses.lock().unwrap().pop_front().unwrap_or(200);
    http::StatusCode::from_u16(status).unwrap()
}

impl Stand {
    async fn with(tool: &str) -> Self {
        let schema = json!({"type": "object", "required": ["how"],
            "properties": {"how": {"type": "string", "maxLength": 16}}});
        let tools = json!([{"name": tool, "description": "Acts.", "inputSchema": schema}]);
        let (sender, invoked) = mpsc::unbounded_channel();
        let statuses = Arc::<Mutex<VecDeque<u16>>>::default();
        let server = Server { statuses: Arc::clone(&statuses), invoked: sender, tools };
        let router = Router::new()
            .route("/s3cret-base/.well-known/rap-toolset", get(manifest))
            .route("/s3cret-base/s3cret-invoke", post(invoke))
            .with_state(server);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}/s3cret-base", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { base, statuses, invoked }
    }

    fn answers(&self, statuses: impl IntoIterator<Item = u16>) {
        self.statuses.lock().unwrap().extend(statuses);
    }

    async fn next(&mut self) -> Invoked {
        let next = tokio::time::timeout(Duration::from_secs(20), self.invoked.recv()).await;
        next.unwrap().unwrap()
    }
}

async fn runtime(
    base: &str,
    store: impl Store + 'static,
    settle: impl FnOnce(Builder) -> Builder,
) -> Runtime {
    let builder = Runtime::builder("http://127.0.0.1:9/s3cret-callbacks", store)
        .egress_policy(Policy::default().allow_loopback())
        .lease_duration(Duration::from_millis(300))
        .schedule(Schedule::new(vec![Duration::from_millis(5)]))
        .trace_context(|| TraceContext::parse(PARENT, "vendor=s3cret-state"));
    let runtime = settle(builder).build().unwrap();
    let headers = [("authorization", "Bearer s3cret-token"), ("x-api-key", "s3cret-key")];
    let headers = headers
        .into_iter()
        .map(|(name, value)| (name.parse().unwrap(), http::HeaderValue::from_static(value)));
    runtime.load_with(base, headers.collect::<HeaderMap>()).await.unwrap();
    runtime
}

fn how(how: &str) -> Map<String, Value> {
    Map::from_iter([("how".to_owned(), how.into())])
}

async fn call(runtime: &Runtime, tool: &str, how_it_ends: &str) -> Pending {
    runtime.call("s3cret-thread", tool, how(how_it_ends)).user("s3cret-user").await.unwrap()
}

/// Answers an invocation, as its tool would over HTTP.
async fn answer(runtime: &Runtime, invoked: &Invoked, is_error: bool) -> u16 {
    let body = &invoked.body;
    let url = body["callback_url"].as_str().unwrap();
    let (_, token) = url.rsplit_once('/').unwrap();
    let result = json!({"type": "tool_result", "group_id": body["group_id"], "id": body["id"],
        "text": "s3cret-output", "is_error": is_error, "outcome": "s3cret-outcome"});
    let request = http::Request::post(format!("/callback/{token}"))
        .header("content-type", "application/json")
        .body(axum::body::Body::from(result.to_string()))
        .unwrap();
    runtime.router::<()>().oneshot(request).await.unwrap().status().as_u16()
}

fn fields(recorded: &[Recorded], names: [&str; 3]) -> Vec<[String; 3]> {
    recorded.iter().map(|span| names.map(|name| span.field(name).to_owned())).collect()
}

fn spans(log: &Log, name: &str, tool: &str) -> Vec<Recorded> {
    log.find(name, "gen_ai.tool.name", tool)
}

#[tokio::test]
async fn a_call_is_a_span_from_its_begin_to_its_answer_with_the_attempts_of_its_worker() {
    let (log, metrics) = (Log::install(), Metrics::install());
    let mut stand = Stand::with("rap_retried").await;
    let runtime = runtime(&stand.base, Memory::default(), |builder| builder).await;
    stand.answers([503, 202]);
    let pending = call(&runtime, "rap_retried", "s3cret-how").await;
    let id = pending.id().to_owned();
    let invoked = [stand.next().await, stand.next().await];
    assert_eq!(metrics.find("a2t_client_calls_in_flight{tool=rap_retried,version=}").len(), 1);
    assert_eq!(answer(&runtime, &invoked[1], false).await, 200);
    pending.result().await.unwrap();

    let recorded = spans(&log, "a2t.client.call", "rap_retried");
    let [span] = recorded.as_slice() else { panic!("{recorded:?}") };
    for (field, value) in [
        ("otel.name", "execute_tool rap_retried"),
        ("gen_ai.operation.name", "execute_tool"),
        ("a2t.tool.version", ""),
        ("a2t.call.id", &id),
        ("a2t.attempts", "2"),
        ("a2t.outcome", "ok"),
        ("error.type", ""),
        ("trace_id", TRACE),
    ] {
        assert_eq!(span.field(field), value, "{field}");
    }
    assert!(span.field("a2t.duration").parse::<f64>().unwrap() > 0.0);
    let recorded = spans(&log, "a2t.client.sending", "rap_retried");
    let [sending] = recorded.as_slice() else { panic!("{recorded:?}") };
    for (field, value) in [
        ("otel.name", "send rap_retried"),
        ("a2t.attempts", "2"),
        ("a2t.outcome", "ok"),
        ("trace_id", TRACE),
        ("parent_span_id", "00f067aa0ba902b7"),
    ] {
        assert_eq!(sending.field(field), value, "{field}");
    }
    let mut attempts = Vec::new();
    for Invoked { headers, .. } in &invoked {
        assert_eq!(headers["tracestate"], "vendor=s3cret-state");
        assert_eq!(headers["authorization"], "Bearer s3cret-token");
        let context = headers["traceparent"].to_str().unwrap();
        let context = TraceContext::parse(context, "").unwrap();
        assert_eq!(context.trace_id().to_string(), TRACE);
        attempts.extend(log.find("a2t.client.attempt", "span_id", &context.span_id().to_string()));
    }
    let names = ["parent_span_id", "http.response.status_code", "error.type"];
    let own = "00f067aa0ba902b7";
    assert_eq!(fields(&attempts, names), [[own, "503", "unavailable"], [own, "202", ""]]);
    let labels = "tool=rap_retried,version=";
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

/// A program that dies while its call waits to be sent again leaves the place to the next worker.
#[tokio::test]
async fn another_program_sends_a_call_in_the_trace_of_the_one_that_made_it() {
    let (log, _) = (Log::install(), Metrics::install());
    let (mut stand, store) = (Stand::with("rap_moved").await, Memory::default());
    stand.answers([503]);
    let (die, dies) = tokio::sync::oneshot::channel();
    let (base, kept) = (stand.base.clone(), store.clone());
    let first = std::thread::spawn(move || {
        let program = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        program.block_on(async {
            let slow = Schedule::new(vec![Duration::from_secs(3_600)]);
            let runtime = runtime(&base, kept, |builder| builder.schedule(slow)).await;
            let pending = call(&runtime, "rap_moved", "s3cret-how").await;
            let id = pending.id().to_owned();
            dies.await.unwrap();
            id
        })
    });
    stand.next().await;
    die.send(()).unwrap();
    let id = first.join().unwrap();
    let elsewhere = |builder: Builder| builder.trace_context(|| None);
    let runtime = runtime(&stand.base, store, elsewhere).await;
    let pending = runtime.pending("s3cret-thread", &id).await.unwrap().unwrap();
    let invoked = stand.next().await;
    let context = invoked.headers["traceparent"].to_str().unwrap();
    assert_eq!(TraceContext::parse(context, "").unwrap().trace_id().to_string(), TRACE);
    assert_eq!(invoked.headers["tracestate"], "vendor=s3cret-state");
    assert_eq!(answer(&runtime, &invoked, false).await, 200);
    pending.result().await.unwrap();
    let names = ["a2t.outcome", "error.type", "trace_id"];
    let recorded = fields(&spans(&log, "a2t.client.call", "rap_moved"), names);
    assert_eq!(recorded, [["cancelled", "unawaited", TRACE], ["ok", "", TRACE]]);
    let recorded = fields(&spans(&log, "a2t.client.sending", "rap_moved"), names);
    assert_eq!(recorded, [["cancelled", "cancelled", TRACE], ["ok", "", TRACE]]);
}

/// Consents to nothing that is a secret's.
struct Suspicious;

impl Host for Suspicious {
    fn consent<'a>(&'a self, call: &'a Dispatch) -> Answer<'a, Result<(), String>> {
        let is_fine = call.arguments["how"] != "s3cret-no";
        Box::pin(async move { if is_fine { Ok(()) } else { Err("s3cret-words".to_owned()) } })
    }
}

#[tokio::test]
async fn every_end_is_reported_and_nothing_that_is_secret() {
    let (log, metrics) = (Log::install(), Metrics::install());
    let mut stand = Stand::with("rap_ends").await;
    let runtime =
        runtime(&stand.base, Memory::default(), |builder| builder.handler(Suspicious)).await;
    for is_error in [false, true] {
        let pending = call(&runtime, "rap_ends", "s3cret-how").await;
        answer(&runtime, &stand.next().await, is_error).await;
        pending.result().await.unwrap();
    }
    for status in [403, 302] {
        stand.answers([status]);
        call(&runtime, "rap_ends", "s3cret-how").await.result().await.unwrap();
    }
    stand.answers([500, 500]);
    call(&runtime, "rap_ends", "s3cret-how").await.result().await.unwrap();
    let late = runtime.call("s3cret-thread", "rap_ends", how("s3cret-late"));
    let late = late.deadline(Duration::from_millis(30)).await.unwrap();
    late.result().await.unwrap();
    let given_up = call(&runtime, "rap_ends", "s3cret-how").await;
    runtime.cancel("s3cret-thread", given_up.id()).await.unwrap();
    given_up.result().await.unwrap();
    drop(call(&runtime, "rap_ends", "s3cret-how").await);
    for wrong in ["s3cret-much-too-long", "s3cret-no"] {
        runtime.call("s3cret-thread", "rap_ends", how(wrong)).await.unwrap_err();
    }
    let twice = |how_it_ends: &str| {
        runtime.call("s3cret-thread", "rap_ends", how(how_it_ends)).id("s3cret-id")
    };
    let first = twice("s3cret-one").await.unwrap();
    twice("s3cret-two").await.unwrap_err();
    drop(first);
    // A name that a model made up is no tool, and no label.
    runtime.call("s3cret-thread", "s3cret_tool", how("s3cret-how")).await.unwrap_err();

    let recorded = spans(&log, "a2t.client.call", "rap_ends");
    let recorded = fields(&recorded, ["a2t.outcome", "error.type", "a2t.attempts"]);
    assert_eq!(
        recorded,
        [
            ["ok", "", "1"],
            ["refused", "tool_error", "1"],
            ["refused", "refused", "1"],
            ["redirected", "redirected", "1"],
            ["unavailable", "unavailable", "2"],
            ["timeout", "timeout", "1"],
            ["cancelled", "cancelled", "0"],
            ["cancelled", "unawaited", "0"],
            ["invalid", "invalid", "0"],
            ["not_sent", "no_consent", "0"],
            ["cancelled", "unawaited", "0"],
            ["invalid", "conflict", "0"],
        ]
    );
    let text = log.text();
    assert!(text.contains("an attempt ended"));
    for text in [text, format!("{:?}", metrics.find("")), format!("{runtime:?}")] {
        let found = text.find("s3cret").map(|at| &text[at.saturating_sub(200)..at + 40]);
        assert_eq!(found, None);
    }
}

include!("../../codegen/golden/rap_reports.rs");

#[tokio::test]
async fn calls_of_a_generated_client_are_reported_before_the_wire_and_of_its_fake() {
    let (log, _) = (Log::install(), Metrics::install());
    let stand = Stand::with("rap_other").await;
    let runtime = runtime(&stand.base, Memory::default(), |builder| builder).await;
    let client = rap_reports::Client::new(&runtime, "s3cret-thread");
    client.report_year(2016).send().await.unwrap_err();
    // Approved, and gone from the toolset.
    client.report_year(2014).send().await.unwrap_err();
    client.watch().subscribe().await.unwrap_err();
    let fake = rap_reports::Fake::new();
    fake.report_year(2014).send().await.unwrap();
    fake.report_year(2016).send().await.unwrap_err();
    let ends = |tool| {
        fields(&spans(&log, "a2t.client.call", tool), ["a2t.outcome", "error.type", "a2t.attempts"])
    };
    assert_eq!(
        ends("report_year"),
        [
            ["invalid", "invalid", "0"],
            ["not_sent", "unknown", "0"],
            ["ok", "", "0"],
            ["invalid", "invalid", "0"],
        ]
    );
    assert_eq!(ends("watch"), [["not_sent", "unknown", "0"]]);
    assert!(!log.text().contains("s3cret"));
}
