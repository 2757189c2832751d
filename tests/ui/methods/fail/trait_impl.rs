/// A weather station.
pub struct Station;

/// What reads.
pub trait Read {
    /// Reads the thermometer.
    fn read(&self) -> i32;
}

#[a2t::tools]
impl Read for Station {
    /// Reads the thermometer.
    ///
    /// # Returns
    /// Degrees Celsius.
    #[tool(version = 1)]
    fn read(&self) -> i32 {
        1
    }
}

fn main() {}
