//! Tools that are not `async`, and the limits that a tool sets for its own calls.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use a2t::mcp::Service;
use serde_json::json;

use super::tools::{call, text_of};

static OPEN: AtomicBool = AtomicBool::new(false);

/// Waits until somebody calls `open_gate`.
///
/// # Returns
/// True if somebody did.
#[a2t::tool(version = 1)]
fn wait_at_gate() -> bool {
    // It ends by itself, so that a test which fails ends.
    (0..2000).any(|_| {
        thread::sleep(Duration::from_millis(5));
        OPEN.load(Ordering::SeqCst)
    })
}

/// Opens the gate.
///
/// # Returns
/// True.
#[a2t::tool(version = 1, quick)]
fn open_gate() -> bool {
    OPEN.store(true, Ordering::SeqCst);
    true
}

/// Never ends.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 1, timeout = "20ms", concurrency = 1)]
async fn dream() -> bool {
    std::future::pending().await
}

fn service() -> Service<()> {
    Service::new(a2t::toolset![wait_at_gate, open_gate, dream], ()).server_info("tests", "1.2.3")
}

#[tokio::test]
async fn a_function_that_waits_stops_no_other_call() {
    let service = service();
    let (waited, opened) = tokio::join!(
        call(&service, "wait_at_gate", json!({})),
        call(&service, "open_gate", json!({}))
    );
    assert_eq!(opened["structuredContent"], json!({"result": true}));
    assert_eq!(waited["structuredContent"], json!({"result": true}));
}

#[tokio::test]
async fn a_tool_has_its_own_time_and_number_of_calls() {
    let service = service();
    let (first, second) =
        tokio::join!(call(&service, "dream", json!({})), call(&service, "dream", json!({})));
    assert!(text_of(&first).contains("did not answer in time"), "{first}");
    assert!(text_of(&second).contains("it may work later"), "{second}");
    let third = call(&service, "dream", json!({})).await;
    assert!(text_of(&third).contains("did not answer in time"), "{third}");
}
