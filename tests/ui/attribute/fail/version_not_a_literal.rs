/// The newest version.
pub const CURRENT: u32 = 1;

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = CURRENT)]
pub fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

fn main() {}
