/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check<T>(
    /// The value to check.
    value: T,
) -> bool {
    let _ = value;
    true
}

fn main() {}
