pub struct Station;

#[a2t::tools]
impl Station {
    /// Adds.
    ///
    /// # Returns
    /// The sum.
    #[cfg(all())]
    #[tool(version = 1)]
    pub fn add(
        &self,
        #[cfg_attr(all(), doc = "Added.")]
        a: u8,
    ) -> u8 {
        a
    }
}

fn main() {
    let _: a2t::Toolset<std::sync::Arc<Station>> = a2t::toolset![Station];
}
