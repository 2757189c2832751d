/// Adds.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
pub fn add(
    #[cfg_attr(any(), doc = "Something else.")]
    #[cfg_attr(all(), doc = "Added.")]
    a: u8,
) -> u8 {
    a
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![add];
}
