/// A reading.
#[derive(a2t::Output)]
pub struct Reading(
    /// Degrees Celsius.
    pub i32,
    /// Percent.
    pub i32,
);

fn main() {}
