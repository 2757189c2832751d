/// What measures.
pub trait Measure {
    /// Measures the height.
    ///
    /// # Returns
    /// Metres.
    #[a2t::tool(version = 1)]
    fn height(&self) -> i32 {
        1
    }
}

fn main() {}
