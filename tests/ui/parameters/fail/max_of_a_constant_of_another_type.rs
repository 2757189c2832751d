/// The highest value.
pub const HIGHEST: &str = "5";

/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check(
    /// The value to check.
    #[a2t(max = HIGHEST)]
    value: u8,
) -> bool {
    let _ = value;
    true
}

fn main() {}
