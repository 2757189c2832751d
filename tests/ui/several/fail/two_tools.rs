/// Negates a number.
#[a2t::tool(version = 1)]
pub fn negate(
    /// The number to negate.
    number: i32,
) -> i32 {
    -number
}

/// Halves a number.
///
/// # Returns
/// Half of it.
#[a2t::tool(version = 1)]
pub fn halve(
    /// The number to halve.
    #[a2t(mni = 0)]
    number: i32,
) -> i32 {
    number / 2
}

fn main() {}
