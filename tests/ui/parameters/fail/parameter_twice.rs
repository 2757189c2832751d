/// Adds.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
fn add(
    /// The first summand.
    summand: u8,
    /// The second summand.
    summand: u8,
) -> u8 {
    summand
}

fn main() {}
