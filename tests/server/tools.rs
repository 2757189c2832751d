//! Tools written by hand, and what the tests ask of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use a2t::__private::{Call, Entry, Failure, Inputs, Reply};
use a2t::testing::{TestClient, TestResponse};
use a2t::{Limits, ToolError, Toolset};
use a2t_core::invocation::{ResultWriter, Scalar, bind};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::response::IntoResponse;
use serde_json::{Value, json};
use tokio::sync::Notify;

/// What no caller may ever see.
pub(crate) const SECRET: &str = "postgres://root:hunter2@10.0.0.7";

/// The state that the tools share: the test sees them start and lets them end.
#[derive(Clone, Default)]
pub(crate) struct Probe {
    pub(crate) started: Arc<AtomicUsize>,
    pub(crate) ended: Arc<AtomicUsize>,
    pub(crate) release: Arc<Notify>,
}

impl Probe {
    /// Waits until so many invocations of `wait` have begun.
    pub(crate) async fn until_started(&self, count: usize) {
        while self.started.load(Ordering::SeqCst) < count {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

pub(crate) const LOOKUP: &str = "0479a45d-ad0a-49d4-94db-75edf00d2ca4";
pub(crate) const FAIL: &str = "00000000-0000-4000-8000-0000000000fa";
pub(crate) const PANIC: &str = "00000000-0000-4000-8000-0000000000aa";
pub(crate) const WAIT: &str = "00000000-0000-4000-8000-0000000000bb";
pub(crate) const REJECT: &str = "00000000-0000-4000-8000-0000000000cc";
pub(crate) const UNKNOWN: &str = "ffffffff-ffff-4fff-8fff-ffffffffffff";

type Run = fn(Call<Probe>) -> Reply;

pub(crate) fn entry(signature: Value, call: Run) -> &'static Entry<Probe> {
    let parsed = a2t_core::signature::parse(signature.to_string().as_bytes()).unwrap();
    let signature = Box::leak(Box::new(parsed.signature));
    Box::leak(Box::new(Entry::new(signature, call)))
}

fn plain(id: &str, name: &str, call: Run) -> &'static Entry<Probe> {
    let how = json!({"id": "how", "name": "How", "description": "How.", "required": false});
    let signature = json!({
        "toolId": id, "name": name, "description": "A tool.", "version": 1, "currentVersion": 1,
        "input_parameters": [how], "output_parameters": [],
    });
    entry(signature, call)
}

fn lookup_signature(version: u32) -> Value {
    let mut inputs = vec![
        json!({"id": "city", "name": "City", "description": "The city.", "max-length": 20}),
        json!({"id": "days", "name": "days", "description": "Days ahead.", "type": "int",
            "min": 0, "max": 14, "required": false}),
    ];
    if version > 1 {
        let values = json!([{"name": "FAHRENHEIT", "description": "F."},
            {"name": "CELSIUS", "description": "C."}]);
        inputs
            .push(json!({"id": "units", "name": "units", "description": "Scale.", "type": "enum",
            "allowed-values": values, "required": false}));
    }
    json!({
        "toolId": LOOKUP, "name": "lookup", "description": "Looks up the weather.",
        "version": version, "currentVersion": version, "tags": ["weather", "city"],
        "input_parameters": inputs,
        "output_parameters": [{"id": "t", "name": "temperature", "type": "int",
            "description": "Degrees."}],
    })
}

/// Every tool: `lookup` in two versions, and those that misbehave.
pub(crate) fn toolset() -> Toolset<Probe> {
    Toolset::from_entries([
        entry(lookup_signature(1), lookup),
        entry(lookup_signature(2), lookup),
        plain(FAIL, "fail", fail),
        plain(PANIC, "panic", panics),
        plain(WAIT, "wait", wait),
        plain(REJECT, "reject", reject),
    ])
}

/// `lookup` before its second version came.
pub(crate) fn first_version() -> Toolset<Probe> {
    Toolset::from_entries([entry(lookup_signature(1), lookup)])
}

/// A tool with an integer without a declared range.
pub(crate) fn unbounded() -> Toolset<Probe> {
    let input = |name: &str, kind: &str| json!({"id": name, "name": name, "type": kind, "description": "An input."});
    let signature = json!({
        "toolId": LOOKUP, "name": "count", "description": "Counts.", "version": 1,
        "currentVersion": 1, "output_parameters": [],
        "input_parameters": [input("City", "string"), input("count", "int")],
    });
    Toolset::from_entries([entry(signature, lookup)])
}

/// Two versions of each of these tools, the older one first.
pub(crate) fn in_two_versions(tools: &[(&str, &str)]) -> Toolset<Probe> {
    let versions = tools.iter().flat_map(|(id, name)| {
        [1, 2].map(|version| {
            let mut signature = lookup_signature(version);
            signature["toolId"] = json!(id);
            signature["name"] = json!(name);
            entry(signature, lookup)
        })
    });
    Toolset::from_entries(versions.collect::<Vec<_>>())
}

/// So many tools, `numbered_000` and on, each third with the tag `third`.
pub(crate) fn numbered(count: usize) -> Toolset<Probe> {
    let signature = |index: usize| {
        let tags = if index.is_multiple_of(3) { vec!["third"] } else { vec![] };
        json!({
            "toolId": format!("00000000-0000-4000-8000-{index:012x}"),
            "name": format!("numbered_{index:03}"), "description": "A tool.",
            "version": 1, "currentVersion": 1, "tags": tags, "output_parameters": [],
        })
    };
    // Against the order of their names, which the catalog has to find.
    Toolset::from_entries((0..count).rev().map(|index| entry(signature(index), lookup)))
}

fn body(inputs: &Inputs) -> &[u8] {
    match inputs {
        Inputs::Pairs(body) => body,
        Inputs::Named(_) => panic!("the server passes bodies on"),
    }
}

fn lookup(call: Call<Probe>) -> Reply {
    Box::pin(async move {
        let mut bound = bind(call.signature, body(&call.inputs)).map_err(Failure::Invalid)?;
        let Some(Scalar::String(city)) = bound.take(0) else {
            panic!("checked arguments have a city");
        };
        let mut result = ResultWriter::new();
        let written = result.output("temperature", &(city.len() * 10));
        written.map_err(Failure::Unwritable)?;
        Ok(result.finish())
    })
}

/// The value of the input `How`.
fn how(call: &Call<Probe>) -> Result<String, Failure> {
    let mut bound = bind(call.signature, body(&call.inputs)).map_err(Failure::Invalid)?;
    match bound.take(0) {
        Some(Scalar::String(how)) => Ok(how.into_owned()),
        _ => Ok(String::new()),
    }
}

fn fail(call: Call<Probe>) -> Reply {
    Box::pin(async move {
        let secret = || std::io::Error::other(SECRET);
        Err(match &*how(&call)? {
            "refused" => Failure::Tool(ToolError::refused("no such class")),
            "not found" => Failure::Tool(ToolError::not_found("no such city")),
            "forbidden" => Failure::Tool(ToolError::forbidden("not your city")),
            "conflict" => Failure::Tool(ToolError::conflict("the seat is taken")),
            "internal" => Failure::Tool(ToolError::internal(SECRET)),
            "away" => Failure::Tool(ToolError::unavailable("the station is away")),
            "away 7" => Failure::Tool(ToolError::unavailable("away").retry_after(7)),
            "unwritable" => Failure::Unwritable(serde::ser::Error::custom(SECRET)),
            _ => Failure::Tool(secret().into()),
        })
    })
}

fn panics(call: Call<Probe>) -> Reply {
    // The first way panics before there is a future, the second one while it runs.
    if call.parts.uri.query() == Some("at-once") {
        panic!("{SECRET}");
    }
    Box::pin(async move { panic!("{SECRET} {}", body(&call.inputs).len()) })
}

/// Ends when the test asks.
fn wait(call: Call<Probe>) -> Reply {
    Box::pin(async move {
        let release = call.state.release.notified();
        call.state.started.fetch_add(1, Ordering::SeqCst);
        release.await;
        call.state.ended.fetch_add(1, Ordering::SeqCst);
        Ok(ResultWriter::new().finish())
    })
}

fn reject(call: Call<Probe>) -> Reply {
    Box::pin(async move {
        let realm = [("www-authenticate", "Bearer")];
        let response = match &*how(&call)? {
            "401" => (http::StatusCode::UNAUTHORIZED, realm, "no token").into_response(),
            "problem" => {
                let media = [("content-type", "application/problem+json")];
                let body = r#"{"type":"urn:mine","status":403}"#;
                (http::StatusCode::FORBIDDEN, media, body).into_response()
            }
            "302" => (http::StatusCode::FOUND, [("location", "/login")]).into_response(),
            "503" => (http::StatusCode::SERVICE_UNAVAILABLE, SECRET).into_response(),
            _ => (http::StatusCode::INTERNAL_SERVER_ERROR, SECRET).into_response(),
        };
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        let response = http::Response::from_parts(parts, body);
        Err(Failure::Rejected(Box::new(response)))
    })
}

pub(crate) fn client() -> TestClient {
    TestClient::with_state(toolset(), Probe::default())
}

pub(crate) fn limited(limits: Limits) -> TestClient {
    let router = toolset().into_router_with(limits);
    TestClient::from_router(router.with_state(Probe::default()))
}

pub(crate) fn invocation(tool: &str, pairs: Value) -> String {
    json!({"name": tool, "input_parameters": pairs}).to_string()
}

/// The body that asks a tool to behave in this way.
pub(crate) fn please(tool: &str, how: &str) -> String {
    invocation(tool, json!([{"name": "How", "value": how}]))
}

/// A request with a JSON body.
pub(crate) fn post(path: &str, body: impl Into<Body>) -> Request {
    let builder = Request::post(path).header("content-type", "application/json");
    builder.body(body.into()).unwrap()
}

/// Asserts that this is a problem of this status and kind, with nothing secret in it.
#[track_caller]
pub(crate) fn assert_problem(response: &TestResponse, status: u16, kind: &str) {
    let text = String::from_utf8(response.body.to_vec()).unwrap();
    assert_eq!(response.status.as_u16(), status, "{text}");
    assert_eq!(response.headers["content-type"], "application/problem+json");
    let problem = response.json();
    assert_eq!(problem["status"], status);
    assert_eq!(problem["type"], format!("urn:a2t:problem:{kind}"));
    assert!(problem["title"].as_str().is_some_and(|title| !title.is_empty()));
    assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()));
    assert!(!text.contains("hunter2"), "{text}");
    for error in problem["errors"].as_array().into_iter().flatten() {
        assert!(error["pointer"].is_string(), "{text}");
        assert!(error["code"].is_string() && error["rule"].is_string(), "{text}");
    }
}
