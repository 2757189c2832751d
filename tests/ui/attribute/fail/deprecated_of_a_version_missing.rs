/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(deprecated(version = 2, since = "2026-11-01", note = "use version 3"))]
pub fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

fn main() {}
