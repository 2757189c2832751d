/// Cabin class.
#[derive(a2t::Enum)]
pub enum Cabin {
    /// Coach.
    Economy,
    /// A row.
    Row {
        /// Its number.
        number: u8,
    },
}

fn main() {}
