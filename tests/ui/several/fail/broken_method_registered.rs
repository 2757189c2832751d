/// A weather station.
pub struct Station;

#[a2t::tools]
impl Station {
    /// Reads the thermometer.
    #[tool(version = 1)]
    pub fn read(&self) -> i32 {
        1
    }

    /// Reads the barometer.
    ///
    /// # Returns
    /// Hectopascals.
    #[tool(version = 0)]
    pub fn pressure(&self) -> i32 {
        1
    }
}

fn main() {
    let station = std::sync::Arc::new(Station);
    assert_eq!(station.read(), 1);
    let _: a2t::Toolset<std::sync::Arc<Station>> = a2t::toolset![Station];
}
