//! Tools that keep a thread that serves: reported once, in every protocol.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use a2t::rap::{Policy, store::Memory};
use a2t::{Limits, Server, Tool as _, Toolset, mcp, rap};
use serde_json::json;

use crate::sockets::{Running, request};
use crate::tools::Probe;

const LIMIT: Duration = Duration::from_millis(400);
const LONG: Duration = Duration::from_millis(500);

/// Computes in an `async fn`.
///
/// # Returns
/// True.
#[a2t::tool(version = 1)]
async fn compute() -> bool {
    thread::sleep(LONG);
    true
}

/// Computes after it has waited for something.
///
/// # Returns
/// True.
#[a2t::tool(version = 1)]
async fn compute_later() -> bool {
    tokio::time::sleep(Duration::from_millis(1)).await;
    thread::sleep(LONG);
    true
}

/// Computes where quick functions run.
///
/// # Returns
/// True.
#[a2t::tool(version = 1, quick)]
fn compute_quickly() -> bool {
    thread::sleep(LONG);
    true
}

/// Computes on a thread that does not serve.
///
/// # Returns
/// True.
#[a2t::tool(version = 1)]
fn compute_elsewhere() -> bool {
    thread::sleep(LONG);
    true
}

/// Waits as it should.
///
/// # Returns
/// True.
#[a2t::tool(version = 1)]
async fn wait() -> bool {
    tokio::time::sleep(LONG).await;
    true
}

fn tools() -> Toolset<()> {
    a2t::toolset![compute, compute_later, compute_quickly, compute_elsewhere, wait]
}

/// Faults as a receiver got them.
type Reports = Arc<Mutex<Vec<String>>>;

async fn start(limits: Limits) -> (Running, Reports) {
    start_with(limits, |service| service, |rap| rap).await
}

async fn start_with(
    limits: Limits,
    mcp: fn(mcp::Service<()>) -> mcp::Service<()>,
    set_rap: fn(rap::Server<()>) -> rap::Server<()>,
) -> (Running, Reports) {
    let reports = Reports::default();
    let tell = Arc::clone(&reports);
    let server = Server::new(tools(), ()).limits(limits).mcp_with("/mcp", mcp);
    let server = server.rap_with("/rap", Memory::default(), |rap| {
        set_rap(rap.egress_policy(Policy::default().allow_loopback()))
    });
    let server = server.on_fault(move |fault| {
        assert!(fault.is_warning());
        tell.lock().unwrap().push(fault.to_string());
    });
    (Running::of(server, Probe::default()).await, reports)
}

async fn ask(server: &Running, path: &str, body: serde_json::Value, headers: &str) -> String {
    let text = request("POST", path, &body.to_string());
    let text = text.replacen("\r\n", &format!("\r\n{headers}"), 1);
    let answer = server.connect().await.ask(&text).await;
    assert_eq!(answer.status, 200, "{path}");
    answer.text()
}

async fn call(server: &Running, signature: &a2t::ToolSignature, headers: &str) {
    let path = format!("/tools/{}:invoke", signature.tool_id);
    ask(server, &path, json!({"input_parameters": []}), headers).await;
}

#[tokio::test]
async fn a_tool_that_blocks_a_thread_is_reported_once() {
    let (server, reports) = start(Limits::new().slow_poll_threshold(LIMIT)).await;
    for headers in ["", "", "idempotency-key: key-of-a-call\r\n"] {
        call(&server, compute::SIGNATURE, headers).await;
    }
    for signature in [compute_quickly::SIGNATURE, compute_later::SIGNATURE] {
        for _ in 0..2 {
            call(&server, signature, "").await;
        }
    }
    for signature in [compute_elsewhere::SIGNATURE, wait::SIGNATURE] {
        call(&server, signature, "").await;
    }
    let reports = reports.lock().unwrap();
    assert_eq!(reports.len(), 3, "{reports:?}");
    for (line, tool) in reports.iter().zip(["compute", "compute_quickly", "compute_later"]) {
        let expected = format!("tool `{tool}` version 1: it kept a thread that serves for ");
        assert!(line.starts_with(&expected), "{line}");
    }
}

#[tokio::test]
async fn a_tool_that_blocks_a_thread_under_a_key_is_reported() {
    let (server, reports) = start(Limits::new().slow_poll_threshold(LIMIT)).await;
    call(&server, compute::SIGNATURE, "idempotency-key: key-of-a-call\r\n").await;
    assert_eq!(reports.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_tool_that_blocks_a_thread_is_reported_in_every_protocol() {
    let (server, reports) = start(Limits::new().slow_poll_threshold(LIMIT)).await;
    call_by_mcp_and_rap(&server, &reports).await;
}

#[tokio::test]
async fn a_protocol_keeps_its_own_limit_on_polls() {
    let mcp = |service: mcp::Service<()>| service.limits(Limits::new().slow_poll_threshold(LIMIT));
    let rap = |rap: rap::Server<()>| rap.server_limits(Limits::new().slow_poll_threshold(LIMIT));
    let off = Limits::new().slow_poll_threshold(Duration::MAX);
    let (server, reports) = start_with(off, mcp, rap).await;
    call(&server, compute_quickly::SIGNATURE, "").await;
    call_by_mcp_and_rap(&server, &reports).await;
}

/// Calls a tool over MCP, then another over RAP, and waits until each is reported.
async fn call_by_mcp_and_rap(server: &Running, reports: &Reports) {
    let accept = "accept: application/json, text/event-stream\r\n";
    let called = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "compute", "arguments": {}}});
    ask(server, "/mcp", called, accept).await;
    assert_eq!(reports.lock().unwrap().len(), 1);
    let invocation = json!({"operation": "compute_later", "id": "1", "group_id": "a",
        "arguments": {}, "callback_url": "http://127.0.0.1:9/"});
    ask(server, "/rap/invoke", invocation, "").await;
    for _ in 0..2_000 {
        if reports.lock().unwrap().len() == 2 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{:?}", reports.lock().unwrap());
}

#[tokio::test]
async fn no_tool_is_reported_if_the_limit_is_off() {
    let (server, reports) = start(Limits::new().slow_poll_threshold(Duration::MAX)).await;
    call(&server, compute::SIGNATURE, "").await;
    assert!(reports.lock().unwrap().is_empty());
}
