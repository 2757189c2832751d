/// A reading.
#[derive(a2t::Output)]
struct Reading {
    /// Degrees Celsius.
    celsius: Vec<i32>,
}

/// Reads an instrument.
#[a2t::tool(version = 1)]
fn read_instrument() -> Reading {
    Reading { celsius: vec![7] }
}

pub(crate) fn main() {
    assert_eq!(read_instrument().celsius, [7]);
}
