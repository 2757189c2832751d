/// Negates a number.
///
/// # Returns
/// The number's opposite.
#[a2t::tool(version = 1)]
pub fn negate(
    #[doc = "A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A whole number. A"]
    number: i32,
) -> i32 {
    -number
}

fn main() {}
