/// Temperature scale.
#[derive(a2t::Enum)]
pub enum Units {
    /// Degrees Fahrenheit.
    Fahrenheit,
    Celsius,
}

/// Reads the thermometer.
///
/// # Returns
/// Degrees.
#[a2t::tool(version = 1)]
pub fn read(
    /// The scale of the reading.
    units: Units,
    /// The scale of the second reading.
    second: Option<Units>,
) -> i32 {
    let _ = (units, second);
    1
}

fn main() {}
