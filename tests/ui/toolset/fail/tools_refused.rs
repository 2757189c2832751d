/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
pub fn add(
    /// First addend.
    a: i32,
    b: i32,
) -> i32 {
    a + b
}

/// Negates a number.
///
/// # Returns
/// The negative.
#[a2t::tool(version = 1)]
pub fn negate(a: i32) -> i32 {
    -a
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![add, negate];
}
