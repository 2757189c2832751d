/// A place on a map.
pub struct Point {
    /// Degrees east.
    pub east: i32,
}

/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check(
    /// The value to check.
    value: Point,
) -> bool {
    let _ = value;
    true
}

fn main() {}
