/// Cabin class.
#[derive(a2t::Enum)]
pub enum Cabin<const ROWS: u8> {
    /// Coach.
    Economy,
}

fn main() {}
