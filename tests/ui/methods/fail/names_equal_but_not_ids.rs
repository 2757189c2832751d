/// A weather station.
pub struct Station;

#[a2t::tools]
impl Station {
    /// Reads the thermometer.
    ///
    /// # Returns
    /// Degrees Celsius.
    #[tool(version = 1)]
    pub fn read(&self) -> i32 {
        1
    }

    /// Reads the thermometer outside.
    ///
    /// # Returns
    /// Degrees Celsius.
    #[tool(
        version = 2,
        name = "read",
        id = "0479a45d-ad0a-49d4-94db-75edf00d2ca4"
    )]
    pub fn read_outside(&self) -> i32 {
        1
    }
}

fn main() {}
