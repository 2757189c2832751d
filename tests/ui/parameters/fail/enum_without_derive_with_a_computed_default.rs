/// Temperature scale.
pub enum Units {
    /// Degrees Celsius.
    Celsius,
}

/// Reads the thermometer.
///
/// # Returns
/// Degrees.
#[a2t::tool(version = 1)]
pub fn read(
    /// The scale.
    #[a2t(default = Units::Celsius)]
    units: Units,
) -> i32 {
    let _ = units;
    0
}

fn main() {}
