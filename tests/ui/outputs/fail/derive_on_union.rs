/// A reading.
#[derive(a2t::Output)]
pub union Reading {
    /// Degrees Celsius.
    pub celsius: i32,
}

fn main() {}
