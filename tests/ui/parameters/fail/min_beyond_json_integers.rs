/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check(
    /// The value to check.
    #[a2t(min = 9_100_000_000_000_000)]
    value: u64,
) -> bool {
    let _ = value;
    true
}

fn main() {}
