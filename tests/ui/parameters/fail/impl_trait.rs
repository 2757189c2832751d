/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check(
    /// The value to check.
    value: impl Into<String>,
) -> bool {
    let _ = value;
    true
}

fn main() {}
