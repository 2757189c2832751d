#![deny(dead_code)]

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

/// Halves a number.
///
/// # Returns
/// Half of it.
#[a2t::tool(version = 1)]
fn halve(
    /// The number to halve.
    number: i32,
) -> i32 {
    number / 2
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![add];
}
