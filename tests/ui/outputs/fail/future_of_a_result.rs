/// Reads an instrument.
///
/// # Returns
/// The reading.
#[a2t::tool(version = 1)]
pub fn read_instrument(
    /// The number of the instrument.
    number: u32,
) -> impl Future<Output = Result<i32, a2t::ToolError>> + Send {
    async move { i32::try_from(number).map_err(a2t::ToolError::internal) }
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![read_instrument];
}
