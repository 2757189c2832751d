use std::cell::Cell;

/// A weather station.
pub struct Station(Cell<i32>);

#[a2t::tools]
impl Station {
    /// Reads the thermometer.
    ///
    /// # Returns
    /// Degrees Celsius.
    #[tool(version = 1)]
    pub async fn read(&self) -> i32 {
        self.0.get()
    }
}

fn main() {
    let _: a2t::Toolset<std::sync::Arc<Station>> = a2t::toolset![Station];
}
