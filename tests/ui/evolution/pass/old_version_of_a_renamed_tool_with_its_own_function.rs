use a2t::testing::TestClient;
use serde_json::json;

/// Tells the gate of a flight.
///
/// # Returns
/// The gate.
#[a2t::tool(name = "tell_gate", version = 1, id = "6a7e0000-0000-4000-8000-000000000003")]
fn tell_gate_as_before(
    /// The number of the flight.
    flight: String,
) -> String {
    format!("{flight} leaves from A1")
}

/// Tells the gate of a flight.
///
/// # Returns
/// The gate.
#[a2t::tool(version = 3, id = "6a7e0000-0000-4000-8000-000000000003")]
fn find_gate(
    /// The number of the flight.
    flight: String,
    /// The day; today if absent.
    #[a2t(default = 0, max = 9)]
    day: u8,
) -> String {
    format!("{flight} leaves from B{day}")
}

/// Gates as methods of one block.
pub(crate) struct Gates;

#[a2t::tools]
impl Gates {
    /// Tells the gate of a flight.
    ///
    /// # Returns
    /// The gate.
    #[tool(name = "tell_gate", version = 1, id = "6a7e0000-0000-4000-8000-000000000003")]
    fn tell_gate(
        /// The number of the flight.
        flight: String,
    ) -> String {
        tell_gate_as_before(flight)
    }

    /// Tells the gate of a flight.
    ///
    /// # Returns
    /// The gate.
    #[tool(version = 3, id = "6a7e0000-0000-4000-8000-000000000003")]
    fn find_gate(
        /// The number of the flight.
        flight: String,
        /// The day; today if absent.
        #[a2t(default = 0, max = 9)]
        day: u8,
    ) -> String {
        find_gate(flight, day)
    }
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    let _: a2t::Toolset<std::sync::Arc<Gates>> = a2t::toolset![Gates];
    let toolset: a2t::Toolset<()> = a2t::toolset![tell_gate_as_before, find_gate];
    let client = TestClient::new(toolset);
    // Callers of a version name the tool as it was published.
    for (version, name, gate) in [(1, "tell_gate", "A1"), (2, "tell_gate", "B0"), (3, "find_gate", "B0")] {
        let path = format!("/tools/6a7e0000-0000-4000-8000-000000000003/versions/{version}:invoke");
        let call = json!({"name": name, "input_parameters": [{"name": "flight", "value": "A2T1"}]});
        let reply = client.post(&path, call.to_string()).await.json();
        assert_eq!(reply["output_parameters"][0]["value"], format!("A2T1 leaves from {gate}"));
    }
}
