/// Reads an instrument.
///
/// # Returns
/// The reading.
#[a2t::tool(version = 1)]
pub fn read_instrument(
    /// The number of the instrument.
    number: u32,
) -> impl std::fmt::Display {
    number
}

fn main() {}
