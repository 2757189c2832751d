/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check(
    &self,
    /// The value to check.
    value: u8,
) -> bool {
    value > 0
}

fn main() {}
