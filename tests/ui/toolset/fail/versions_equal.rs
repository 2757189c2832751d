/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
pub fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

/// Adds three numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1, name = "add")]
pub fn add_three(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
    /// Third addend.
    c: i32,
) -> i32 {
    a + b + c
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![add, add_three];
}
