/// Reads an instrument.
///
/// # Returns
/// The reading.
#[a2t::tool(version = 1)]
pub fn read_instrument(
    /// The number of the instrument.
    number: usize,
    /// The correction.
    correction: f64,
) -> [i32; 2] {
    [number as i32, correction as i32]
}

fn main() {}
