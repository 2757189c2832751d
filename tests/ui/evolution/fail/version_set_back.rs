//! Version 2 is published with this input, which version 1 has not.

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
    format!("{flight} {day}")
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![tell_gate];
}
