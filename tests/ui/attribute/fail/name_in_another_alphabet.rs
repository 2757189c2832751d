/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1, name = "Сложение")]
pub fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

fn main() {}
