/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1, id = "0479a45d-ad0a-49d4-94db-75edf00d2ca4")]
pub fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

/// Joins two texts.
///
/// # Returns
/// The joined text.
#[a2t::tool(version = 2, id = "0479A45D-AD0A-49D4-94DB-75EDF00D2CA4")]
pub fn join(
    /// The first text.
    a: String,
    /// The second text.
    b: String,
) -> String {
    a + &b
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![add, join];
}
