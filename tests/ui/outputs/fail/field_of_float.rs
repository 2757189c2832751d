/// A reading.
#[derive(a2t::Output)]
pub struct Reading {
    /// Degrees Celsius.
    pub celsius: f64,
}

fn main() {}
