#![allow(unused)]

type Gate = u8;

/// Tells the gate of a flight.
///
/// # Returns
/// The gate.
#[a2t::tool(version = 3, id = "6a7e0000-0000-4000-8000-000000000003")]
pub fn tell_gate(
    /// The number of the flight.
    flight: String,
    /// The day; today if absent.
    #[a2t(default = 0, max = 9)]
    day: u8,
) -> Gate {
    unimplemented!()
}

fn main() {}
