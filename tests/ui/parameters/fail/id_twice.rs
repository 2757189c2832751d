/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check(
    /// The value to check.
    #[a2t(id = "value")]
    value: u8,
    /// The other value.
    #[a2t(id = "value")]
    other: u8,
) -> bool {
    let _ = (value, other);
    true
}

fn main() {}
