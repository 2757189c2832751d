#[a2t::tool(version = 1)]
pub fn negate(
    /// The number to negate.
    number: i32,
) -> bool {
    number < 0
}

fn main() {}
