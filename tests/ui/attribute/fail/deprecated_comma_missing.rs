/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(deprecated(since = "2026-11-01", note = "use version 2") version = 1)]
pub fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

fn main() {}
