/// Cabin class.
#[derive(a2t::Enum)]
pub enum Cabin {}

fn main() {}
