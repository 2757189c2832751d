/// A number of days.
pub type Days = u8;

/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check(
    /// The value to check.
    #[a2t(min = -1)]
    value: Days,
) -> bool {
    let _ = value;
    true
}

fn main() {}
