/// A reading.
#[derive(a2t::Output)]
#[a2t(name = "Reading")]
pub struct Reading {
    /// Degrees Celsius.
    pub celsius: i32,
}

fn main() {}
