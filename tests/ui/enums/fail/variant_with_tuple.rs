/// Cabin class.
#[derive(a2t::Enum)]
pub enum Cabin {
    /// Coach.
    Economy,
    /// A row.
    Row(u8),
}

fn main() {}
