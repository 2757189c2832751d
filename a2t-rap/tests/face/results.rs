//! Invocations and their one result.

use a2t::rap::Server;
use serde_json::json;

use crate::rig::{Runtime, Vendor, set, stores};

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1, read_only)]
async fn add(
    /// First addend.
    #[a2t(max = 100)]
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

fn server() -> Server<()> {
    set(Server::new(a2t::toolset![add], ()).name("calculator"))
}

#[tokio::test]
async fn cb_006_cb_028_cb_033_an_invocation_is_acknowledged_and_its_result_is_posted() {
    for (name, store) in stores("results").await {
        let (runtime, vendor) =
            (Runtime::start().await, Vendor::start(server().store(store)).await);
        vendor.invoke(&runtime.invocation("add", "call_1", json!({"a": 1, "b": 2}))).await;
        let result = runtime.one().await;
        assert_eq!(result["type"], "tool_result", "{name}: {result}");
        assert_eq!((&result["group_id"], &result["id"]), (&json!("thread_1"), &json!("call_1")));
        let text: serde_json::Value =
            serde_json::from_str(result["text"].as_str().unwrap()).unwrap();
        assert_eq!(text, json!({"result": 3}));
        vendor.stop().await;
    }
}
