/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check(
    /// The value to check.
    #[a2t(max = 18_446_744_073_709_551_616)]
    value: i128,
) -> bool {
    let _ = value;
    true
}

fn main() {}
