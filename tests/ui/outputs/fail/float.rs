/// Reads an instrument.
///
/// # Returns
/// The reading.
#[a2t::tool(version = 1)]
pub fn read_instrument(
    /// The number of the instrument.
    number: u32,
) -> f64 {
    let _ = number;
    todo!()
}

fn main() {}
