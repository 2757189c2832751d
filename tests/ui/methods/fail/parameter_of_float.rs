/// A weather station.
pub struct Station;

#[a2t::tools]
impl Station {
    /// Whether it is warmer than that.
    ///
    /// # Returns
    /// Whether it is.
    #[tool(version = 1)]
    pub fn is_warmer(
        &self,
        /// Degrees Celsius.
        degrees: f64,
    ) -> bool {
        degrees < 20.0
    }
}

fn main() {}
