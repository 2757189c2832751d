//! Tools of data, and tools that come and go between an invocation and its result.

use std::sync::Arc;

use a2t::rap::Server;
use a2t::{DynamicInputs, DynamicTool, ToolId, Toolset};
use serde_json::json;
use tokio::sync::Semaphore;

use super::rig::{Runtime, Vendor, set};

fn signature(number: u128, name: &str) -> String {
    let document = json!({
        "toolId": ToolId::from_u128(number).to_string(), "name": name, "description": "Doubles.",
        "version": 1, "currentVersion": 1,
        "input_parameters":
            [{ "id": "n", "name": "n", "type": "int", "description": "A number.", "max": 9 }],
        "output_parameters":
            [{ "id": "twice", "name": "twice", "type": "int", "description": "The double." }],
    });
    document.to_string()
}

fn double(number: u128, name: &str) -> DynamicTool<()> {
    let code = async |inputs: DynamicInputs| Ok([("twice", 2 * inputs.int("n")?)]);
    DynamicTool::parse(signature(number, name), code).unwrap()
}

#[tokio::test]
async fn a_tool_that_came_while_the_server_runs_is_called_until_it_is_gone() {
    let live = Toolset::<()>::default().live();
    let runtime = Runtime::start().await;
    let vendor = Vendor::start(set(Server::new(&live, ()))).await;
    assert_eq!(vendor.get("/.well-known/rap-toolset").await.status, 503);
    live.add([double(1, "double")]).unwrap();
    let manifest = vendor.get("/.well-known/rap-toolset").await.json();
    assert_eq!(manifest["tools"][0]["name"], "double");
    vendor.invoke(&runtime.invocation("double", "one", json!({ "n": 4 }))).await;
    vendor.invoke(&runtime.invocation("double", "two", json!({ "n": 40 }))).await;
    let results = runtime.wait(2).await;
    let text_of = |id: &str| {
        let found = results.iter().find(|posted| posted.body["id"] == id).unwrap();
        found.text.clone()
    };
    assert!(text_of("one").contains(r#"{\"twice\":8}"#), "{}", text_of("one"));
    assert!(
        text_of("two").contains("Error: ") && text_of("two").contains("up to 9"),
        "{}",
        text_of("two")
    );
    live.remove(ToolId::from_u128(1));
    live.add([double(2, "other")]).unwrap();
    vendor.invoke(&runtime.invocation("double", "three", json!({ "n": 4 }))).await;
    let results = runtime.wait(3).await;
    let last = results.iter().find(|posted| posted.body["id"] == "three").unwrap();
    assert!(last.text.contains("no tool is called `double`"), "{}", last.text);
    vendor.stop().await;
}

#[tokio::test]
async fn a_run_that_has_begun_ends_although_its_tool_is_gone() {
    let (gate, begun) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
    let waits = {
        let (gate, begun) = (Arc::clone(&gate), Arc::clone(&begun));
        move |inputs: DynamicInputs| {
            let (gate, begun) = (Arc::clone(&gate), Arc::clone(&begun));
            async move {
                begun.add_permits(1);
                gate.acquire().await.unwrap().forget();
                Ok([("twice", 2 * inputs.int("n")?)])
            }
        }
    };
    let live = Toolset::<()>::default().live();
    live.add([DynamicTool::parse(signature(1, "waits"), waits).unwrap()]).unwrap();
    let runtime = Runtime::start().await;
    let vendor = Vendor::start(set(Server::new(&live, ()))).await;
    vendor.invoke(&runtime.invocation("waits", "one", json!({ "n": 3 }))).await;
    begun.acquire().await.unwrap().forget();
    live.remove(ToolId::from_u128(1));
    gate.add_permits(1);
    let results = runtime.wait(1).await;
    assert!(results[0].text.contains(r#"{\"twice\":6}"#), "{}", results[0].text);
    vendor.stop().await;
}
