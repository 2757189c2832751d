/// A seat.
#[derive(a2t::Input, a2t::Output)]
pub struct Seat(u8, u8);

fn main() {}
