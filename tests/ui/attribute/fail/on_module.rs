/// Sums.
#[a2t::tool(version = 1)]
pub mod sums {}

fn main() {}
