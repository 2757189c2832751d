/// A reading.
#[derive(a2t::Output)]
pub struct Reading {
    /// Degrees Celsius.
    #[a2t(id = "temperature")]
    pub celsius: i32,
    /// Degrees Fahrenheit.
    #[a2t(id = "temperature")]
    pub fahrenheit: i32,
}

fn main() {}
