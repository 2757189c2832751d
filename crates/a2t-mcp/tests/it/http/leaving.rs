//! Clients that leave before the reply.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use a2t::Limits;
use a2t::mcp::Service;
use a2t_tool::channel::Channel;
use axum::Extension;
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

use super::tools::{legacy, post, send};

/// Calls whose tool cleaned up after its caller, and calls that were dropped.
static CLEANED: AtomicUsize = AtomicUsize::new(0);
static DROPPED: AtomicUsize = AtomicUsize::new(0);

struct Counted;

impl Drop for Counted {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, Ordering::SeqCst);
    }
}

/// Cleans up when its caller leaves.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 1)]
async fn clean_up(#[a2t(context)] Extension(channel): Extension<Arc<dyn Channel>>) -> String {
    channel.cancelled().await;
    sleep(Duration::from_secs(1)).await;
    CLEANED.fetch_add(1, Ordering::SeqCst);
    String::new()
}

/// Waits.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 1)]
async fn wait() -> String {
    let _counted = Counted;
    std::future::pending().await
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_hears_of_it_cleans_up_and_others_are_dropped() {
    let limits = Limits::new().max_concurrent_calls(1);
    let service = Service::new(a2t::toolset![clean_up, wait], ()).limits(limits);
    let counted = || [CLEANED.load(Ordering::SeqCst), DROPPED.load(Ordering::SeqCst)];
    let mut expected = [0, 0];
    // The SDK reads the second one, because no client spells an id so.
    for id in ["7", "7.0"] {
        for (tool, name) in ["clean_up", "wait"].into_iter().enumerate() {
            let call = format!(
                r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{name}"}}}}"#
            );
            let calling = service.clone().oneshot(post(call));
            timeout(Duration::from_secs(1), calling).await.unwrap_err();
            // The place of the call is free at once.
            let list = legacy("tools/list", serde_json::json!({}));
            assert_eq!(send(&service, list).await.0, 200);
            sleep(Duration::from_secs(2)).await;
            expected[tool] += 1;
            assert_eq!(counted(), expected, "{id} {name}");
        }
    }
}
