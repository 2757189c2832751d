/// Counters.
pub trait Counter {
    /// Counts up.
    ///
    /// # Returns
    /// The count.
    #[a2t::tool(version = 1)]
    fn count(
        &self,
        /// How many.
        #[a2t(min = 1)]
        steps: u32,
    ) -> u32;
}

fn main() {}
