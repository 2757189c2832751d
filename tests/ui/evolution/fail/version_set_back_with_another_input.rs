//! Version 2 is published as well. The comparison with version 1 finds the mistake, so the toolset does not report that
//! version 2 is missing.
#![allow(unused)]

/// Tells the gate of a flight.
///
/// # Returns
/// The gate.
#[a2t::tool(version = 1, id = "6a7e0000-0000-4000-8000-000000000003")]
fn tell_gate(
    /// The number of the flight.
    flight: u16,
) -> String {
    unimplemented!()
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![tell_gate];
}
