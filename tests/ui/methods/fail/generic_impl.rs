/// A weather station.
pub struct Station<T>(pub T);

#[a2t::tools]
impl<T> Station<T> {
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
