use a2t::testing::TestClient;
use a2t::{OutputType, Tool};
use serde_json::json;

/// The state of a lamp.
#[derive(a2t::Enum)]
enum Lamp {
    /// It shines.
    On,
    /// It does not.
    Off,
}

/// Says a word.
///
/// # Returns
/// The word.
#[a2t::tool(version = 1)]
fn say() -> String {
    "word".into()
}

/// Counts.
///
/// # Returns
/// The count.
#[a2t::tool(version = 1)]
fn count() -> u64 {
    7
}

/// Tells whether it holds.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
async fn holds() -> bool {
    true
}

/// Switches a lamp.
///
/// # Returns
/// Its state.
#[a2t::tool(version = 1)]
fn switch(
    /// Whether it was on.
    was: Lamp,
) -> Lamp {
    match was {
        Lamp::On => Lamp::Off,
        Lamp::Off => Lamp::On,
    }
}

/// Dumps a document.
///
/// # Returns
/// The document.
#[a2t::tool(version = 1)]
fn dump() -> a2t::Json<serde_json::Value> {
    a2t::Json(serde_json::Value::Null)
}

fn kind(tool: &a2t::ToolSignature) -> &OutputType {
    assert_eq!(tool.output_parameters.len(), 1);
    assert_eq!(tool.output_parameters[0].name, "result");
    &tool.output_parameters[0].kind
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    assert_eq!(kind(say::SIGNATURE), &OutputType::String);
    assert_eq!(kind(count::SIGNATURE), &OutputType::Int);
    assert_eq!(kind(holds::SIGNATURE), &OutputType::Boolean);
    assert_eq!(kind(dump::SIGNATURE), &OutputType::Json);
    let OutputType::Enum { allowed_values } = kind(switch::SIGNATURE) else {
        panic!("an enum");
    };
    assert_eq!(allowed_values[1].name, "OFF");
    let _: a2t::Toolset<()> = a2t::toolset![say, count, holds, switch, dump];
    let client = TestClient::new(a2t::toolset![say, count, holds, switch, dump]);
    let call =
        async |tool, arguments| client.call(tool, arguments).await.unwrap()["result"].clone();
    assert_eq!(call("say", json!({})).await, "word");
    assert_eq!(call("count", json!({})).await, 7);
    assert_eq!(call("holds", json!({})).await, true);
    assert_eq!(call("switch", json!({ "was": "ON" })).await, "OFF");
    assert_eq!(call("dump", json!({})).await, json!(null));
}
