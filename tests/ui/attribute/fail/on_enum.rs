/// Temperature scale.
#[a2t::tool(version = 1)]
pub enum Units {
    /// Degrees Celsius.
    Celsius,
}

fn main() {}
