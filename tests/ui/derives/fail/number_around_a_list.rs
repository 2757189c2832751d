/// Numbers of copies.
#[derive(a2t::Input, a2t::Output)]
pub struct Copies(pub Vec<u32>);

/// Finds copies.
///
/// # Returns
/// Their numbers.
#[a2t::tool(version = 1)]
pub fn find() -> Copies {
    Copies(Vec::new())
}

fn main() {}
