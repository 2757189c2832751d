/// The longest name.
pub const LONGEST: u64 = 3;

/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check(
    /// The value to check.
    #[a2t(max_length = LONGEST, default = "Boston")]
    value: String,
) -> bool {
    let _ = value;
    true
}

fn main() {}
