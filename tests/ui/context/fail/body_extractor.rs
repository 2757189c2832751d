/// Reads an instrument.
///
/// # Returns
/// The reading.
#[a2t::tool(version = 1)]
pub fn read_instrument(
    /// The number of the instrument.
    number: u32,
    #[a2t(context)] body: axum::body::Bytes,
) -> u32 {
    let _ = body;
    number
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![read_instrument];
}
