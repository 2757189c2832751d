/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check<'a>(
    /// The value to check.
    value: &'a str,
) -> bool {
    let _ = value;
    true
}

fn main() {}
