use axum::extract::State;

/// The instruments of a house.
#[derive(Clone)]
pub struct Instruments;

/// Reads an instrument.
///
/// # Returns
/// The reading.
#[a2t::tool(version = 1)]
pub fn read_instrument(
    /// The number of the instrument.
    number: u32,
    state: State<Instruments>,
) -> u32 {
    let _ = state;
    number
}

fn main() {
    let _: a2t::Toolset<Instruments> = a2t::toolset![read_instrument];
}
