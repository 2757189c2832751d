/// What measures.
pub trait Measure {
    /// Converts to Fahrenheit.
    ///
    /// # Returns
    /// Degrees Fahrenheit.
    #[a2t::tool(version = 1)]
    fn fahrenheit(
        /// Degrees Celsius.
        celsius: i32,
    ) -> i32 {
        celsius * 9 / 5 + 32
    }
}

fn main() {}
