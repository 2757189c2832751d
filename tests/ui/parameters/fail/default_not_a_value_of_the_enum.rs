/// Temperature scale.
#[derive(a2t::Enum)]
pub enum Units {
    /// Degrees Fahrenheit.
    Fahrenheit,
    /// Degrees Celsius.
    Celsius,
}

/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check(
    /// The value to check.
    #[a2t(default = Units::Kelvin)]
    value: Units,
) -> bool {
    let _ = value;
    true
}

fn main() {}
