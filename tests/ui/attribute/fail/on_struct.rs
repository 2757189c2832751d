/// Adds two numbers.
#[a2t::tool(version = 1)]
pub struct Add {
    /// First addend.
    pub a: i32,
}

fn main() {}
