use a2t::Tool;
use a2t::testing::TestClient;
use serde_json::json;

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let _server = a2t::serve("127.0.0.1:0", a2t::toolset![add], ());
    assert_eq!(add(1, 2), 3);
    let signature = serde_json::to_value(add::SIGNATURE).unwrap();
    let expected = json!({
        "toolId": add::SIGNATURE.tool_id.to_string(),
        "name": "add",
        "description": "Adds two numbers.",
        "version": 1,
        "currentVersion": 1,
        "tags": [],
        "input_parameters": [
            { "id": "a", "name": "a", "type": "int", "description": "First addend.", "required": true,
              "min": i32::MIN, "max": i32::MAX },
            { "id": "b", "name": "b", "type": "int", "description": "Second addend.", "required": true,
              "min": i32::MIN, "max": i32::MAX },
        ],
        "output_parameters": [
            { "id": "result", "name": "result", "type": "int", "description": "The sum." },
        ],
    });
    assert_eq!(signature, expected);
    let client = TestClient::new(a2t::toolset![add]);
    let outputs = client.call("add", json!({ "a": 1, "b": 2 })).await.unwrap();
    assert_eq!(outputs["result"], 3);
}
