/// A day.
#[derive(a2t::Record)]
pub struct Day(pub f64);

fn main() {}
