/// A weather station.
pub struct Station;

#[a2t::tools]
impl Station {
    /// Reads the thermometer.
    ///
    /// # Returns
    /// Degrees Celsius.
    #[tool(version = 1)]
    pub fn read(self) -> i32 {
        1
    }
}

fn main() {}
