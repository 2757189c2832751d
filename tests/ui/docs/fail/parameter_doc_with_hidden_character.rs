/// Negates a number.
///
/// # Returns
/// The number's opposite.
#[a2t::tool(version = 1)]
pub fn negate(#[doc = "The number\u{200b} to negate."] number: i32) -> i32 {
    -number
}

fn main() {}
