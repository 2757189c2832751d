//! One agent over A2T, MCP and RAP, recorded into one file and replayed from it.

use a2t::Value;
use a2t::client::record::{Field, Part};
use a2t::mcp;
use a2t::rap::Runtime;
use a2t::rap::client::store::Memory;
use a2t::rap::client::{CallError, HeaderMap, LoadError, Policy};
use a2t::testing::{Recorder, Replay};
use axum::Router;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Map, json};
use tokio::sync::mpsc;
use tower::ServiceExt as _;

use super::{lookup, serve, weather};

include!("../codegen/golden/mcp_time.rs");
include!("../codegen/golden/rap_reports.rs");

/// The clients of an agent, of one protocol each.
struct Clients {
    weather: weather::Client,
    clock: mcp_time::Client,
    reports: rap_reports::Client,
    runtime: Runtime,
}

async fn agent(clients: &Clients) -> Result<String, Box<dyn std::error::Error>> {
    let Clients { weather, clock, reports, .. } = clients;
    let now = clock.get_current_time("Europe/Vienna").send();
    let report = reports.report_year(2014).send();
    let (now, report) = tokio::join!(now, report);
    let cold = weather.lookup_weather_by_city("Omaha").send().await?.temperature.required()?;
    let wrong = reports.report_year(2015).send().await.unwrap_err();
    Ok(format!("{} {} {cold} {wrong}", now?.datetime, report?.text))
}

async fn listen(router: Router) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}

/// A server of MCP of an older revision, with the time.
async fn clock(body: String) -> Response {
    let request: Value = serde_json::from_str(&body).unwrap_or_default();
    let result = match request["method"].as_str() {
        Some("initialize") => json!({
            "protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
            "serverInfo": {"name": "clock", "version": "1"},
        }),
        Some("tools/list") => {
            let tools = mcp_time::TOOLS.iter().map(|tool| tool.unwrap().tool().to_value());
            json!({"tools": tools.collect::<Value>()})
        }
        Some("tools/call") => json!({"content": [], "structuredContent": {
            "datetime": "2026-11-01T12:00:00+01:00", "timezone": "Europe/Vienna",
            "day_of_week": "Sunday", "is_dst": false,
        }}),
        Some("server/discover") => return StatusCode::BAD_REQUEST.into_response(),
        _ => return StatusCode::ACCEPTED.into_response(),
    };
    let answer = json!({"jsonrpc": "2.0", "id": request["id"], "result": result});
    ([("content-type", "application/json")], answer.to_string()).into_response()
}

/// A server of RAP, whose invocations come out of the channel.
async fn reports() -> (String, mpsc::UnboundedReceiver<Value>) {
    let (sender, invoked) = mpsc::unbounded_channel();
    let manifest = async |headers: HeaderMap| {
        let tools = rap_reports::TOOLS.iter().map(|tool| {
            let tool = tool.unwrap().tool();
            json!({"name": tool.name, "description": tool.description,
                "inputSchema": tool.input.as_value()})
        });
        let endpoint = format!("http://{}/s3cret-invoke", headers["host"].to_str().unwrap());
        let tools = tools.collect::<Value>();
        json!({"name": "reports", "endpoint": endpoint, "tools": tools}).to_string()
    };
    let invoke = async move |body: String| {
        sender.send(serde_json::from_str(&body).unwrap()).unwrap();
    };
    let router = Router::new()
        .route("/.well-known/rap-toolset", get(manifest))
        .route("/s3cret-invoke", post(invoke));
    (listen(router).await, invoked)
}

/// Answers invocations of 2014, and refuses those of other years.
async fn answer(runtime: Runtime, mut invoked: mpsc::UnboundedReceiver<Value>) {
    while let Some(invocation) = invoked.recv().await {
        let url = invocation["callback_url"].as_str().unwrap();
        let (_, token) = url.rsplit_once('/').unwrap();
        let is_known = invocation["arguments"]["year"] == 2014;
        let text = if is_known { "It rained." } else { "Error: s3cret-output" };
        let result = json!({"type": "tool_result", "group_id": invocation["group_id"],
            "id": invocation["id"], "text": text, "is_error": !is_known});
        let request = http::Request::post(format!("/callback/{token}"))
            .header("content-type", "application/json")
            .body(axum::body::Body::from(result.to_string()))
            .unwrap();
        let reply = runtime.router::<()>().oneshot(request).await.unwrap();
        assert_eq!(reply.status(), StatusCode::OK);
    }
}

fn redact(field: Field<'_>, value: &mut Value) {
    let is_secret = value.as_str().is_some_and(|text| text.contains("s3cret"));
    if is_secret && (field.part, field.name) == (Part::Output, "text") {
        *value = "Error: -".into();
    }
}

fn runtime(settle: impl FnOnce(a2t::rap::client::Builder) -> a2t::rap::client::Builder) -> Runtime {
    let builder = Runtime::builder("http://127.0.0.1:9/s3cret-callbacks", Memory::default());
    settle(builder.egress_policy(Policy::default().allow_loopback())).build().unwrap()
}

async fn replaying(replay: &Replay) -> Clients {
    let weather = a2t::client::Client::builder("https://api.weather.example").replay(replay);
    let clock = mcp::client::Client::http_builder("https://clock.example/mcp").replay(replay);
    let runtime = runtime(|builder| builder.replay(replay));
    runtime.load("https://reports.example").await.unwrap();
    Clients {
        weather: weather::Client::with(weather.build().unwrap()),
        clock: mcp_time::Client::with(clock.build().unwrap()),
        reports: rap_reports::Client::new(&runtime, "thread"),
        runtime,
    }
}

async fn recorded() -> (String, Recorder) {
    let recorder = Recorder::new().command("just record").redact(redact);
    let vendor = serve([lookup()]).await;
    vendor.reply("lookup_weather_by_city", json!({"temperature": -3, "report": {}})).unwrap();
    let weather = a2t::client::Client::builder(vendor.url()).record(&recorder);
    let url = listen(Router::new().fallback(clock)).await;
    let clock = mcp::client::Client::http_builder(url).bearer_token("s3cret-token");
    let clock = clock.record(&recorder);
    let (base, invoked) = reports().await;
    let runtime = runtime(|builder| builder.record(&recorder));
    let mut headers = HeaderMap::new();
    headers.insert("authorization", "Bearer s3cret-token".parse().unwrap());
    runtime.load_with(&base, headers).await.unwrap();
    tokio::spawn(answer(runtime.clone(), invoked));
    let clients = Clients {
        weather: weather::Client::with(weather.build().unwrap()),
        clock: mcp_time::Client::with(clock.build().unwrap()),
        reports: rap_reports::Client::with(runtime.thread("s3cret-thread").user("s3cret-user")),
        runtime,
    };
    let answer = agent(&clients).await.unwrap();
    assert!(clients.clock.verify().await.unwrap().is_none());
    assert!(clients.reports.verify().await.unwrap().is_none());
    (answer, recorder)
}

#[tokio::test]
async fn an_agent_over_three_protocols_is_replayed_from_one_file() {
    let (answer, recorder) = recorded().await;
    let error = "`report_year`: the tool failed: Error: s3cret-output";
    assert_eq!(answer, format!("2026-11-01T12:00:00+01:00 It rained. -3 {error}"));
    let text = recorder.to_ndjson();
    // The manifest, a listing, and four calls.
    assert_eq!(text.lines().count(), 7, "{text}");
    assert!(!text.contains("s3cret"), "{text}");

    let replay = Replay::parse(&text).unwrap();
    let clients = replaying(&replay).await;
    assert_eq!(agent(&clients).await.unwrap(), answer.replace("s3cret-output", "-"));
    assert!(clients.clock.verify().await.unwrap().is_none());
    assert!(clients.reports.verify().await.unwrap().is_none());
    replay.assert_complete();
}

#[tokio::test]
async fn a_replay_over_rap_sends_nothing() {
    let (_, recorder) = recorded().await;
    let replay = Replay::parse(&recorder.to_ndjson()).unwrap();
    let server = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let runtime = runtime(|builder| builder.replay(&replay));
    runtime.load(&format!("http://{}", server.local_addr().unwrap())).await.unwrap();
    let year = Map::from_iter([("year".to_owned(), Value::from(2014))]);
    let pending = runtime.call("thread", "report_year", year).await.unwrap();
    runtime.cancel("thread", pending.id()).await.unwrap();
    runtime.close("thread");
    assert_eq!(pending.result().await.unwrap().text.as_deref(), Some("It rained."));
    let accepted =
        tokio::time::timeout(std::time::Duration::from_millis(100), server.accept()).await;
    assert!(accepted.is_err(), "{accepted:?}");
}

#[tokio::test]
async fn a_call_over_rap_that_was_not_recorded_is_reported_with_those_that_were() {
    let (_, recorder) = recorded().await;
    let replay = Replay::parse(&recorder.to_ndjson()).unwrap();
    let Clients { reports, runtime, .. } = replaying(&replay).await;
    let error = reports.report_year(2013).send().await.unwrap_err();
    let mcp::client::Kind::NotRecorded { call, recorded, command } = error.kind() else {
        panic!("{error}")
    };
    assert_eq!(call, "report_year(year: 2013)");
    assert_eq!(recorded, &["report_year(year: 2014)", "report_year(year: 2015)"]);
    assert_eq!(command.as_deref(), Some("just record"));
    // Arguments are checked as ever, and a second manifest was not recorded.
    let year = |year: i64| Map::from_iter([("year".to_owned(), Value::from(year))]);
    let error = runtime.call("thread", "report_year", year(2016)).await.unwrap_err();
    assert!(matches!(error, CallError::Arguments { .. }), "{error}");
    let error = runtime.load("https://other.example").await.unwrap_err();
    assert!(matches!(error, LoadError::NotRecorded { .. }), "{error}");
    // An answer is in the store, where the same call finds it again.
    let pending = runtime.call("thread", "report_year", year(2014)).id("call_1").await.unwrap();
    assert_eq!(pending.result().await.unwrap().text.as_deref(), Some("It rained."));
    let again = runtime.call("thread", "report_year", year(2014)).id("call_1").await.unwrap();
    assert_eq!(again.result().await.unwrap().id, "call_1");
    assert_eq!(replay.missed().len(), 2);
}
