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
}

mod more {
    use super::Station;

    #[a2t::tools]
    impl Station {
        /// Reads the barometer.
        ///
        /// # Returns
        /// Hectopascals.
        #[tool(version = 1)]
        pub fn pressure(&self) -> i32 {
            1
        }
    }
}

fn main() {}
