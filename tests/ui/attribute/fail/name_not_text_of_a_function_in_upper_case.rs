#![allow(non_snake_case)]

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1, name = 5)]
pub fn addNumbers(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

fn main() {}
