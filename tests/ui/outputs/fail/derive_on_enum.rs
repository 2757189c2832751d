/// A reading.
#[derive(a2t::Output)]
pub enum Reading {
    /// None.
    None,
}

fn main() {}
