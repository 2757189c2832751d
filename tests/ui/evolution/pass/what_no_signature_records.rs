//! Spec notes AMB-34 and AMB-38: a default is behaviour, and so is whether an output can be absent. No signature records them, so no
//! comparison detects a change.

use a2t::testing::TestClient;
use serde_json::json;

/// Tells the gate of a flight.
///
/// # Returns
/// The gate.
#[a2t::tool(version = 2, id = "6a7e0000-0000-4000-8000-000000000003")]
fn tell_gate(
    /// The number of the flight.
    flight: String,
    /// The day; today if absent.
    #[a2t(default = 1, max = 9)]
    day: u8,
) -> Option<String> {
    (day > 0 && !flight.is_empty()).then(|| format!("{flight} leaves from B{day}"))
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    let client = TestClient::new(a2t::toolset![tell_gate]);
    let call = json!({ "flight": "A2T1" });
    let reply = client.call_version("tell_gate", 1, call).await;
    assert_eq!(reply.unwrap()["result"], "A2T1 leaves from B1");
    let call = json!({ "flight": "A2T1", "day": 0 });
    assert!(client.call("tell_gate", call).await.unwrap().is_empty());
}
