pub struct Station;

#[a2t::tools]
impl Station {
    /// Makes an id.
    ///
    /// # Returns
    /// The id.
    #[tool(version = 1, marker = "UuidTool")]
    pub fn uuid(&self) -> String {
        String::new()
    }
}

fn main() {
    let _: a2t::Toolset<std::sync::Arc<Station>> = a2t::toolset![Station];
}
