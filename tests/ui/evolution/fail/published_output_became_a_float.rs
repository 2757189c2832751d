#![allow(unused)]

/// Tells the gate of a flight.
///
/// # Returns
/// The gate.
#[a2t::tool(version = 1, id = "6a7e0000-0000-4000-8000-000000000003")]
pub fn tell_gate(
    /// The number of the flight.
    flight: String,
) -> f32 {
    unimplemented!()
}

fn main() {}
