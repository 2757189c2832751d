//! Faults are reported if the program sets no receiver, and exactly once if it sets one.

use std::process::Command;
use std::sync::{Arc, Mutex};

use a2t::testing::TestClient;
use a2t::{Caller, Server, ToolError, mcp};
use axum::{Extension, Router};
use serde_json::json;

use crate::sockets::{Running, request};
use crate::tools::Probe;

#[derive(Debug)]
struct Outer(std::io::Error);

impl std::fmt::Display for Outer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("cannot read the rows")
    }
}

impl std::error::Error for Outer {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// Fails.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 3)]
fn fail() -> Result<u32, ToolError> {
    Err(ToolError::internal(Outer(std::io::Error::other("the disk is\nfull"))))
}

#[derive(Clone)]
struct Pool;

/// Reads from a pool that nobody provides.
///
/// # Returns
/// True.
#[a2t::tool(version = 1)]
fn read(#[a2t(context)] Extension(_pool): Extension<Pool>) -> bool {
    true
}

fn api() -> Router {
    let known = a2t::authenticate(async |_| Ok::<_, a2t::AuthError>(Caller::new("alice")));
    let host = mcp::Service::new(a2t::toolset![fail, read], ());
    a2t::toolset![fail, read].into_router().nest_service("/mcp", host).layer(known)
}

async fn invoke(client: &TestClient, name: &str, path: &str) {
    let body = json!({"name": name, "input_parameters": []}).to_string();
    let body = axum::body::Body::from(body);
    let asked = http::Request::post(path).header("content-type", "application/json");
    let asked = asked.header("x-request-id", format!("id-{name}")).body(body).unwrap();
    assert_eq!(client.request(asked).await.status, 500);
}

async fn call_over_mcp(client: &TestClient, name: &str) {
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": name, "arguments": {}}});
    let asked = http::Request::post("/mcp").header("content-type", "application/json");
    let asked = asked.header("host", "localhost").header("x-request-id", format!("mcp-{name}"));
    let asked = asked.header("accept", "application/json, text/event-stream");
    let asked = asked.body(axum::body::Body::from(call.to_string())).unwrap();
    assert_eq!(client.request(asked).await.status, 200);
}

fn path_of<T: a2t::Tool>() -> String {
    format!("/tools/{}:invoke", T::SIGNATURE.tool_id)
}

/// Runs in a separate process, whose standard error the next test reads.
#[tokio::test]
#[ignore = "the next test runs it"]
async fn calls_that_fail() {
    let client = TestClient::from_router(api());
    invoke(&client, "fail", &path_of::<fail>()).await;
    invoke(&client, "read", &path_of::<read>()).await;
    call_over_mcp(&client, "fail").await;
    call_over_mcp(&client, "read").await;
    let server = Running::of(Server::from_router(api()), Probe::default()).await;
    let body = json!({"name": "fail", "input_parameters": []}).to_string();
    let text = request("POST", &path_of::<fail>(), &body);
    let text = text.replacen("\r\n", "\r\nx-request-id: id-served\r\n", 1);
    assert_eq!(server.connect().await.ask(&text).await.status, 500);
}

#[test]
fn without_a_receiver_faults_are_lines_on_standard_error() {
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "faults::calls_that_fail", "--ignored", "--nocapture"])
        .output()
        .unwrap();
    assert!(child.status.success(), "{child:?}");
    let stderr = String::from_utf8(child.stderr).unwrap();
    let missing = "a context refused the request with status 500: Missing request extension";
    let disk = "the tool failed: cannot read the rows: the disk is\\nfull";
    for (id, tool, why) in [
        ("id-fail", "tool `fail` version 3", disk),
        ("id-read", "tool `read` version 1", missing),
        ("mcp-fail", "tool `fail` version 3", disk),
        ("mcp-read", "tool `read` version 1", missing),
        ("id-served", "tool `fail` version 3", disk),
    ] {
        let line = format!("a2t: {tool}, request {id}, caller `alice`: {why}");
        let lines = stderr.lines().filter(|one| one.starts_with(&line)).count();
        assert_eq!(lines, 1, "{line}\n{stderr}");
    }
    assert!(stderr.contains("Pool"), "axum names the type that is missing: {stderr}");
    assert_eq!(stderr.lines().filter(|line| line.starts_with("a2t: ")).count(), 5, "{stderr}");
}

#[tokio::test]
async fn a_layer_around_a_router_takes_its_faults_whoever_serves_it() {
    let faults = Arc::new(Mutex::new(Vec::new()));
    let tell = Arc::clone(&faults);
    let layer = a2t::on_fault(move |fault: &a2t::Fault| {
        let id = fault.request_id().map(ToString::to_string).unwrap_or_default();
        let caller = fault.caller().map(Caller::id).unwrap_or_default();
        tell.lock().unwrap().push(format!("{id} {caller} {}", fault.signature().name));
    });
    let client = TestClient::from_router(api().layer(layer.clone()));
    invoke(&client, "fail", &path_of::<fail>()).await;
    call_over_mcp(&client, "read").await;
    let server = Server::from_router(api().layer(layer)).on_fault(|_| panic!("it was taken"));
    let server = Running::of(server, Probe::default()).await;
    let body = json!({"name": "read", "input_parameters": []}).to_string();
    let text = request("POST", &path_of::<read>(), &body);
    let text = text.replacen("\r\n", "\r\nx-request-id: id-served\r\n", 1);
    assert_eq!(server.connect().await.ask(&text).await.status, 500);
    let expected = ["id-fail alice fail", "mcp-read alice read", "id-served alice read"];
    assert_eq!(*faults.lock().unwrap(), expected);
}

/// Looks a name up, and fails with what the caller wrote.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 1)]
fn look_up(
    /// The name.
    name: String,
    /// How it fails: `panic`, or as an error.
    how: String,
) -> Result<u32, ToolError> {
    assert_ne!(how, "panic", "{name}");
    Err(ToolError::internal(std::io::Error::other(format!("no row of {name}"))))
}

#[tokio::test]
async fn a_fault_prints_nothing_that_a_caller_could_forge_a_log_with() {
    let faults = Arc::new(Mutex::new(Vec::new()));
    let tell = Arc::clone(&faults);
    let layer = a2t::on_fault(move |fault: &a2t::Fault| {
        tell.lock().unwrap().extend([format!("{fault}"), format!("{fault:?}")]);
    });
    let client = TestClient::from_router(a2t::toolset![look_up].into_router().layer(layer));
    let forged = "x\r\n2026-01-01 INFO all is well\u{1b}[2K\u{9b}1m\u{202e}\u{2028}\0";
    for how in ["panic", "error"] {
        let call = json!({"name": forged, "how": how});
        assert_eq!(client.call("look_up", call).await.unwrap_err().status(), 500);
    }
    let faults = faults.lock().unwrap();
    assert_eq!(faults.len(), 4);
    for line in faults.iter() {
        let shown = r"x\r\n2026-01-01 INFO all is well\u{1b}[2K\u{9b}1m\u{202e}\u{2028}\u{0}";
        assert!(line.contains(shown), "{line}");
        assert!(!line.chars().any(|character| character.is_control()), "{line:?}");
    }
    let expected =
        format!("{} {}", ToolError::not_found(forged), a2t::AuthError::invalid_token(forged));
    assert!(!expected.chars().any(|character| character.is_control()), "{expected:?}");
}
