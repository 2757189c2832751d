/// Reads an instrument.
///
/// # Returns
/// The reading.
#[a2t::tool(version = 1)]
pub fn read_instrument(
    /// The number of the instrument.
    number: u32,
) -> impl Future<Output = i32> {
    let _ = number;
    async { 1 }
}

fn main() {}
