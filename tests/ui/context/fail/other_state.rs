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
    #[a2t(context)] State(instruments): State<Instruments>,
) -> u32 {
    let _ = instruments;
    number
}

fn main() {
    let _: a2t::Toolset<u32> = a2t::toolset![read_instrument];
}
