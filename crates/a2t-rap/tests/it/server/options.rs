//! Tools that are not `async`, and the limits that a tool sets for its own calls.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use a2t::rap::Server;
use serde_json::json;

use super::rig::{Runtime, Vendor, set};

static RUNNING: AtomicU32 = AtomicU32::new(0);
static MOST: AtomicU32 = AtomicU32::new(0);
static SEEN: AtomicU32 = AtomicU32::new(0);

/// Works for a moment.
///
/// # Returns
/// True.
#[a2t::tool(version = 1, concurrency = 1)]
fn work_alone() -> bool {
    let running = RUNNING.fetch_add(1, Ordering::SeqCst) + 1;
    MOST.fetch_max(running, Ordering::SeqCst);
    thread::sleep(Duration::from_millis(20));
    RUNNING.fetch_sub(1, Ordering::SeqCst);
    true
}

/// Waits until the manifest was read.
///
/// # Returns
/// True if it was.
#[a2t::tool(version = 1)]
fn wait_for_reader() -> bool {
    // It ends by itself, so that a test which fails ends.
    (0..2000).any(|_| {
        thread::sleep(Duration::from_millis(5));
        SEEN.load(Ordering::SeqCst) > 0
    })
}

/// Never ends.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 1, timeout = "30ms")]
async fn dream() -> bool {
    std::future::pending().await
}

fn server() -> Server<()> {
    set(Server::new(a2t::toolset![work_alone, wait_for_reader, dream], ()))
}

#[tokio::test]
async fn calls_beyond_those_that_may_run_at_once_wait_for_their_turn() {
    let (runtime, vendor) = (Runtime::start().await, Vendor::start(server()).await);
    for number in 0..3 {
        let mut invocation = runtime.invocation("work_alone", &format!("call_{number}"), json!({}));
        invocation["group_id"] = json!(format!("thread_{number}"));
        vendor.invoke(&invocation).await;
    }
    for posted in runtime.wait(3).await {
        assert_eq!(posted.body["text"], r#"{"result":true}"#);
    }
    assert_eq!(MOST.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_function_that_waits_stops_no_other_call() {
    let (runtime, vendor) = (Runtime::start().await, Vendor::start(server()).await);
    vendor.invoke(&runtime.invocation("wait_for_reader", "call_1", json!({}))).await;
    assert_eq!(vendor.get("/.well-known/rap-toolset").await.status, 200);
    SEEN.store(1, Ordering::SeqCst);
    assert_eq!(runtime.one().await["text"], r#"{"result":true}"#);
}

#[tokio::test]
async fn a_tool_has_its_own_time() {
    let (runtime, vendor) = (Runtime::start().await, Vendor::start(server()).await);
    vendor.invoke(&runtime.invocation("dream", "call_1", json!({}))).await;
    let text = runtime.one().await["text"].as_str().unwrap().to_owned();
    assert!(text.starts_with("Error: the tool did not answer in time"), "{text}");
}
