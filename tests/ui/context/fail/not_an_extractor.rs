/// The instruments of a house.
pub struct Instruments;

/// Reads an instrument.
///
/// # Returns
/// The reading.
#[a2t::tool(version = 1)]
pub fn read_instrument(
    /// The number of the instrument.
    number: u32,
    #[a2t(context)] instruments: Instruments,
) -> u32 {
    let _ = instruments;
    number
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![read_instrument];
}
