/// A weather station.
pub struct Station;

impl Station {
    /// Converts to Fahrenheit.
    ///
    /// # Returns
    /// Degrees Fahrenheit.
    #[a2t::tool(version = 1)]
    pub fn fahrenheit(
        /// Degrees Celsius.
        celsius: i32,
    ) -> i32 {
        celsius * 9 / 5 + 32
    }
}

fn main() {}
