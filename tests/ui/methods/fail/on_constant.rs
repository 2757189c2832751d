/// A weather station.
pub struct Station;

#[a2t::tools]
impl Station {
    /// The warmest it gets.
    #[tool(version = 1)]
    pub const WARMEST: i32 = 40;

    /// Reads the thermometer.
    ///
    /// # Returns
    /// Degrees Celsius.
    #[tool(version = 1)]
    pub fn read(&self) -> i32 {
        1
    }
}

fn main() {}
