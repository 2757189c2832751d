/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1, tags = "sums", "numbers", "integers", read_only)]
pub fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

/// Counts down.
///
/// # Returns
/// The next lower number.
#[a2t::tool(version = 1, name = "count_down", "counts", "counter")]
pub fn count(
    /// The number.
    from: i32,
) -> i32 {
    from - 1
}

fn main() {}
