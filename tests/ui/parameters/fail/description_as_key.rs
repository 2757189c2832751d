/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
pub fn add(
    /// First addend.
    a: i32,
    #[a2t(description = "Second addend.")]
    b: i32,
) -> i32 {
    let _ = b;
    a
}

fn main() {}
