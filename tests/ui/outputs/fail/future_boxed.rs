use std::pin::Pin;

/// Reads an instrument.
///
/// # Returns
/// The reading.
#[a2t::tool(version = 1)]
pub fn read_instrument(
    /// The number of the instrument.
    number: u32,
) -> Pin<Box<dyn Future<Output = i32> + Send>> {
    let _ = number;
    Box::pin(async { 1 })
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![read_instrument];
}
