/// Cabin class.
#[derive(a2t::Enum)]
#[allow(clippy::upper_case_acronyms)]
pub enum Cabin {
    /// Coach.
    HTTPSeat,
    /// Another.
    HttpSeat,
}

fn main() {}
