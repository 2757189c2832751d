pub struct Gauge;

#[a2t::tools]
impl Gauge {
    /// Reads the gauge.
    ///
    /// # Returns
    /// Degrees.
    #[tool(version = 2, id = "0479a45d-ad0a-49d4-94db-75edf00d2ca4")]
    fn read(&self) -> i32 {
        7
    }

    /// Reads the gauge.
    ///
    /// # Returns
    /// Degrees.
    #[tool(version = 1, name = "read", id = "gauge")]
    fn read_1(&self) -> i32 {
        7
    }
}

fn main() {}
