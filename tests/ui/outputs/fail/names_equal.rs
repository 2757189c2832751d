/// A reading.
#[derive(a2t::Output)]
pub struct Reading {
    /// Degrees Celsius.
    #[a2t(name = "Temperature")]
    pub celsius: i32,
    /// Degrees Fahrenheit.
    #[a2t(name = "Temperature")]
    pub fahrenheit: i32,
}

fn main() {}
