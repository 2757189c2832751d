/// Cabin class.
#[derive(a2t::Enum)]
pub enum Cabin {
    /// The least expensive cabin.
    Economy,
    /// The least expensive cabin.
    Economy,
}

fn main() {}
