/// A weather station.
pub struct Station;

#[a2t::tools]
impl Station {
    /// Reads the thermometer.
    ///
    /// # Returns
    /// Degrees Celsius.
    #[tool(version = 1, id = "0479a45d-ad0a-49d4-94db-75edf00d2ca4")]
    pub fn read(&self) -> i32 {
        1
    }

    /// Reads the hygrometer.
    ///
    /// # Returns
    /// Percent.
    #[tool(version = 2, id = "0479a45d-ad0a-49d4-94db-75edf00d2ca4")]
    pub fn read_humidity(&self) -> i32 {
        1
    }
}

fn main() {}
