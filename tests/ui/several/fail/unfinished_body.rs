/// Negates a number.
///
/// # Returns
/// The number's opposite.
#[a2t::tool(version = 1)]
pub fn negate(
    /// The number to negate.
    number: i32,
) -> i32 {
    numbr
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![negate];
}
