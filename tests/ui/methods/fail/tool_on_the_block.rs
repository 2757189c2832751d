/// A harbour.
pub struct Harbour;

#[a2t::tool(version = 1)]
impl Harbour {
    /// Lists the ships.
    ///
    /// # Returns
    /// The ships.
    #[tool(version = 1)]
    pub fn list(&self) -> String {
        String::new()
    }
}

fn main() {
    let _: a2t::Toolset<std::sync::Arc<Harbour>> = a2t::toolset![Harbour];
}
