pub struct Counter;

#[a2t::tools]
impl Counter {
    /// Counts.
    ///
    /// # Returns
    /// The count.
    #[tool(version = 1, deprecated(version = 2, since = "2026-11-01", note = "use version 3"))]
    pub fn count(&self) -> i32 {
        1
    }
}

fn main() {}
