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
#[a2t::tool(version = 1, id = "6a7e0000-0000-4000-8000-000000000003")]
fn tell_gate(
    /// The number of the flight.
    flight: String,
    /// The day; today if absent.
    #[a2t(default = 0, max = 9)]
    day: u8,
) -> String {
    format!("{flight} leaves from B{day}")
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![tell_gate_as_before, tell_gate];
}
