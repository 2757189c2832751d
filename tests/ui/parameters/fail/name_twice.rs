/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check(
    /// The value to check.
    #[a2t(name = "Value")]
    value: u8,
    /// The other value.
    #[a2t(name = "Value")]
    other: u8,
) -> bool {
    let _ = (value, other);
    true
}

fn main() {}
