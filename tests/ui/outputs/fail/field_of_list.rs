/// A reading.
#[derive(a2t::Output)]
pub struct Reading {
    /// Degrees Celsius.
    pub celsius: Vec<i32>,
}

fn main() {}
