/// A harbour.
pub struct Harbour;

#[a2t::tools]
impl Harbour {
    /// Lists the ships.
    ///
    /// # Returns
    /// The ships.
    #[tool(version = 1)]
    pub fn list(&self) -> String {
        String::new()
    }

    /// Books a berth.
    ///
    /// # Returns
    /// The number.
    pub fn book(
        &self,
        /// The ship.
        #[a2t(max_length = 20)]
        ship: String,
    ) -> u32 {
        let _ = ship;
        1
    }
}

fn main() {
    let _: a2t::Toolset<std::sync::Arc<Harbour>> = a2t::toolset![Harbour];
}
