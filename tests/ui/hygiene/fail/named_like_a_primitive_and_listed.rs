/// Counts the characters.
///
/// # Returns
/// Their number.
#[a2t::tool(version = 1)]
pub fn str(
    /// The text.
    text: String,
) -> u32 {
    let text: &str = &text;
    text.chars().count() as u32
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![str];
}
