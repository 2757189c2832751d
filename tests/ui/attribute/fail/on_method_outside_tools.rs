/// A counter.
pub struct Counter;

impl Counter {
    /// Counts.
    ///
    /// # Returns
    /// The count.
    #[a2t::tool(version = 1)]
    pub fn count(&self) -> i32 {
        1
    }
}

fn main() {}
