/// A reading.
pub struct Reading {
    /// Degrees Celsius.
    pub celsius: i32,
}

/// Reads an instrument.
///
/// # Returns
/// The reading.
#[a2t::tool(version = 1)]
pub fn read_instrument(
    /// The number of the instrument.
    number: u32,
) -> a2t::Json<Reading> {
    let _ = number;
    todo!()
}

fn main() {}
