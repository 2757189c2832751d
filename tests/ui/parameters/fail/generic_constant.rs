/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check<const MAX: u8>(
    /// The value to check.
    value: u8,
) -> bool {
    let _ = value;
    true
}

fn main() {}
