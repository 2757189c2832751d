/// Temperature scale.
#[derive(a2t::Enum)]
pub enum Units {
    /// Degrees Celsius.
    Celsius,
    Fahrenheit,
}

fn main() {}
