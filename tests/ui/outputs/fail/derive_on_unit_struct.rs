/// A reading.
#[derive(a2t::Output)]
pub struct Reading;

fn main() {}
