/// Adds.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
pub fn add(
    /// Added.
    a: u8,
) -> u8 {
    a
}

pub fn others() -> a2t::Toolset<()> {
    a2t::Toolset::default()
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![#[cfg(all())] add, add];
}
