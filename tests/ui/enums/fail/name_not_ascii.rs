/// Cabin class.
#[derive(a2t::Enum)]
pub enum Cabin {
    /// Coach.
    Économie,
}

fn main() {}
