/// The lowest value.
pub const LOWEST: i32 = 10;
/// The highest value.
pub const HIGHEST: i32 = 5;

/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check(
    /// The value to check.
    #[a2t(min = LOWEST, max = HIGHEST)]
    value: i32,
) -> bool {
    let _ = value;
    true
}

fn main() {}
