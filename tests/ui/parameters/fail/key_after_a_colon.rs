/// Rolls a die.
///
/// # Returns
/// The eyes.
#[a2t::tool(version = 1)]
pub fn roll(
    /// The number of sides.
    #[a2t: min = 2]
    sides: u8,
) -> u8 {
    sides
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![roll];
}
