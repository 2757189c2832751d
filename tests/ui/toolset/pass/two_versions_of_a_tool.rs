use a2t::Tool;
use a2t::testing::TestClient;
use serde_json::json;

/// Rolls a die.
///
/// # Returns
/// What it shows.
#[a2t::tool(version = 1)]
fn roll() -> u8 {
    4
}

/// Rolls dice.
///
/// # Returns
/// Their sum.
#[a2t::tool(name = "roll", version = 2)]
fn roll_several(
    /// How many; one if absent.
    dice: Option<u8>,
) -> u16 {
    u16::from(dice.unwrap_or(1)) * 4
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    assert_eq!(roll(), 4);
    assert_eq!(roll_several(Some(2)), 8);
    assert_eq!(roll::SIGNATURE.tool_id, roll_several::SIGNATURE.tool_id);
    let toolset: a2t::Toolset<()> = a2t::toolset![roll, roll_several];
    let versions: Vec<_> = toolset.signatures().map(|tool| tool.version).collect();
    assert_eq!(versions, [2]);
    let client = TestClient::new(toolset);
    let outputs = client.call("roll", json!({ "dice": 3 })).await.unwrap();
    assert_eq!(outputs["result"], 12);
    let outputs = client.call_version("roll", 1, json!({})).await.unwrap();
    assert_eq!(outputs["result"], 4);
}
