#[doc = "Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Negates a number. Ne"]
///
/// # Returns
/// The number's opposite.
#[a2t::tool(version = 1)]
pub fn negate(
    /// The number to negate.
    number: i32,
) -> i32 {
    -number
}

fn main() {}
