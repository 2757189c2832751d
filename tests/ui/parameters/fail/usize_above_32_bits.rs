/// Reads a line.
///
/// # Returns
/// Its length.
#[a2t::tool(version = 1)]
pub fn read_line(
    /// The number of the line.
    #[a2t(max = 5_000_000_000)]
    number: usize,
) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![read_line];
}
