/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check(
    /// The value to check.
    #[a2t(max = 9_223_372_036_854_775_808)]
    value: u64,
) -> bool {
    let _ = value;
    true
}

fn main() {}
