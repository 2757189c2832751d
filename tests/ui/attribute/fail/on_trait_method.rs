/// Counts.
pub trait Count {
    /// Counts.
    ///
    /// # Returns
    /// The count.
    #[a2t::tool(version = 1)]
    fn count(&self) -> i32;
}

fn main() {}
