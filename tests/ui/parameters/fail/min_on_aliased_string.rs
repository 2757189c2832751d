/// The name of a city.
pub type City = String;

/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check(
    /// The value to check.
    #[a2t(min = 3)]
    value: City,
) -> bool {
    let _ = value;
    true
}

fn main() {}
