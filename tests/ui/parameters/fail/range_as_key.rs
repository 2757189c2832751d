/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
pub fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    #[a2t(range = 1..=5)]
    b: i32,
) -> i32 {
    let _ = b;
    a
}

fn main() {}
