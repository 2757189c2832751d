/// Reads an instrument.
///
/// # Returns
/// The reading.
#[a2t::tool(version = 1)]
pub(crate) fn read_instrument(
    /// The number of the instrument.
    number: u32,
) -> Vec<i32> {
    vec![number as i32]
}

pub(crate) fn main() {
    assert_eq!(read_instrument(7), [7]);
}
