/// Reads an instrument.
#[a2t::tool(version = 1)]
pub fn read_instrument(
    /// The number of the instrument.
    number: u32,
) -> () {
    let _ = number;
}

fn main() {}
