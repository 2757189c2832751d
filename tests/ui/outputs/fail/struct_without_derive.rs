/// A reading.
pub struct Reading {
    /// Degrees Celsius.
    pub celsius: i32,
}

/// Reads an instrument.
#[a2t::tool(version = 1)]
pub fn read_instrument(
    /// The number of the instrument.
    number: u32,
) -> Reading {
    let _ = number;
    todo!()
}

fn main() {}
