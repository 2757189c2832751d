use std::sync::Arc;

use a2t::Tool;
use a2t::testing::TestClient;
use serde_json::json;

/// Rolls a die.
///
/// # Returns
/// What it shows.
#[a2t::tool(version = 1, deprecated(since = "2026-11-01", note = "use version 2"))]
fn roll() -> u8 {
    4
}

/// Rolls dice.
///
/// # Returns
/// Their sum.
#[a2t::tool(
    deprecated(version = 1, since = "2026-12-01", note = "use version 2: it takes \"dice\""),
    name = "roll",
    version = 2,
)]
fn roll_several(
    /// How many; one if absent.
    dice: Option<u8>,
) -> u16 {
    u16::from(dice.unwrap_or(1)) * 4
}

struct Counter;

#[a2t::tools]
impl Counter {
    /// Counts.
    ///
    /// # Returns
    /// The count.
    #[tool(version = 1, deprecated(since = "2026-11-01", note = "count yourself"),)]
    fn count(&self) -> i32 {
        1
    }
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    assert_eq!(roll(), 4);
    assert_eq!(roll::SIGNATURE.deprecated.as_ref().unwrap().since, "2026-11-01");
    assert_eq!(roll_several::SIGNATURE.deprecated, None);
    assert_eq!(roll_several(None), 4);

    let toolset: a2t::Toolset<Arc<Counter>> = a2t::toolset![roll, roll_several, Counter];
    let client = TestClient::with_state(toolset, Arc::new(Counter));
    let id = roll::SIGNATURE.tool_id;
    let versions = client.get(&format!("/tools/{id}/versions")).await.json();
    assert_eq!(versions["items"][0].get("deprecated"), None);
    // Of two remarks about a version, the newest function's holds.
    let remark = json!({"since": "2026-12-01", "note": "use version 2: it takes \"dice\""});
    assert_eq!(versions["items"][1]["deprecated"], remark);
    let count = client.get("/tools?name=count").await.json();
    assert_eq!(count["items"][0]["deprecated"]["note"], "count yourself");
}
