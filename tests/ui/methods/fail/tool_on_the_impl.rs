pub struct Station;

#[a2t::tool(version = 1)]
impl Station {
    /// Measures.
    ///
    /// # Returns
    /// Degrees.
    #[tool(version = 1)]
    pub fn measure(
        &self,
        /// Added.
        plus: u8,
    ) -> u8 {
        plus
    }
}

fn main() {
    let _: a2t::Toolset<std::sync::Arc<Station>> = a2t::toolset![Station];
}
