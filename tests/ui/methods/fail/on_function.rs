/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tools]
pub fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    #[a2t(min = 0)]
    b: i32,
) -> i32 {
    a + b
}

fn main() {}
