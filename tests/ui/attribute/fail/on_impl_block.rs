/// A counter.
pub struct Counter;

#[a2t::tool(version = 1)]
impl Counter {
    /// Counts.
    ///
    /// # Returns
    /// The count.
    pub fn count(&self) -> i32 {
        1
    }
}

fn main() {}
