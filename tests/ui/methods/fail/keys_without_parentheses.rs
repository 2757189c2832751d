/// A die.
pub struct Die;

#[a2t::tools]
impl Die {
    /// Rolls it.
    ///
    /// # Returns
    /// The eyes.
    #[tool(version = 1)]
    pub fn roll(
        &self,
        /// The number of sides.
        #[a2t = min = 2, max = 100]
        sides: u8,
    ) -> u8 {
        sides
    }
}

fn main() {
    let _: a2t::Toolset<std::sync::Arc<Die>> = a2t::toolset![Die];
}
