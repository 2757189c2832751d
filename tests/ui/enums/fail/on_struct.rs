/// Cabin class.
#[derive(a2t::Enum)]
pub struct Cabin;

fn main() {}
