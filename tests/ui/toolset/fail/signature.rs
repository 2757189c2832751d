pub struct Harbour;

#[a2t::tools]
impl Harbour {
    /// Books a berth.
    ///
    /// # Returns
    /// Its number.
    #[tool(version = 1)]
    pub fn book(&self) -> u8 {
        1
    }
}

pub mod loans {
    /// Lists loans.
    ///
    /// # Returns
    /// Their number.
    #[a2t::tool(version = 1)]
    pub fn list_loans() -> u8 {
        1
    }
}

pub const LIMIT: u8 = 1;

fn main() {
    use a2t::Tool;
    let _: a2t::Toolset<std::sync::Arc<Harbour>> = a2t::toolset![Harbour, loans::list_loans::SIGNATURE];
}
