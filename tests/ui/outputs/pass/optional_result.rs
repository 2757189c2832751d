use a2t::Tool;
use a2t::testing::TestClient;
use serde_json::json;

/// Finds a number.
///
/// # Returns
/// The number; absent if there is none.
#[a2t::tool(version = 1)]
fn find(
    /// Where to look.
    text: String,
) -> Option<u32> {
    text.split(' ').find_map(|word| word.parse().ok())
}

/// Finds a number, or says why not.
///
/// # Returns
/// The number; absent if there is none.
#[a2t::tool(version = 1)]
async fn find_or_refuse(
    /// Where to look.
    text: String,
) -> Result<Option<u32>, a2t::ToolError> {
    if text.is_empty() {
        return Err(a2t::ToolError::refused("there is no text"));
    }
    Ok(find(text))
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    assert_eq!(find("of 12 men".into()), Some(12));
    assert_eq!(find::SIGNATURE.output_parameters[0].kind.name(), "int");
    let _: a2t::Toolset<()> = a2t::toolset![find, find_or_refuse];
    let client = TestClient::new(a2t::toolset![find, find_or_refuse]);
    let outputs = client
        .call("find", json!({ "text": "of 12 men" }))
        .await
        .unwrap();
    assert_eq!(outputs["result"], 12);
    let outputs = client
        .call("find_or_refuse", json!({ "text": "of men" }))
        .await
        .unwrap();
    assert!(outputs.is_empty());
}
