#![allow(unreachable_pub, unused)]

use a2t::Tool;

/// The id under which both versions were published, from another package.
const ID: &str = "6a7e0000-0000-4000-8000-000000000003";

/// Tells the gate of a flight.
///
/// # Returns
/// The gate.
#[a2t::tool(version = 2)]
pub fn tell_gate(
    /// The number of the flight.
    flight: String,
    /// The day; today if absent.
    #[a2t(default = 0, max = 9)]
    day: u8,
) -> String {
    unimplemented!()
}

struct Airport;

/// A version kept apart says which tool it is, the other one does not.
#[a2t::tools]
impl Airport {
    /// Tells the gate of a flight.
    ///
    /// # Returns
    /// The gate.
    #[tool(version = 2)]
    fn tell_gate(
        /// The number of the flight.
        flight: String,
        /// The day; today if absent.
        #[a2t(default = 0, max = 9)]
        day: u8,
    ) -> String {
        unimplemented!()
    }

    /// Tells the gate of a flight.
    ///
    /// # Returns
    /// The gate.
    #[tool(version = 1, name = "tell_gate", id = "6a7e0000-0000-4000-8000-000000000003")]
    fn tell_gate_once(
        /// The number of the flight.
        flight: String,
    ) -> String {
        unimplemented!()
    }
}

pub(crate) fn main() {
    assert_eq!(tell_gate::SIGNATURE.tool_id.to_string(), ID);
    let tools: a2t::Toolset<std::sync::Arc<Airport>> = a2t::toolset![Airport];
    let ids = tools.signatures().map(|tool| tool.tool_id.to_string());
    assert_eq!(ids.collect::<Vec<_>>(), [ID]);
}
