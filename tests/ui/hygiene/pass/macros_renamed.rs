use std::sync::Arc;

use a2t::{tool as mcp_tool, tools as mcp_tools};

pub(crate) struct Station;

#[mcp_tools]
impl Station {
    /// Measures.
    ///
    /// # Returns
    /// Degrees.
    #[mcp_tool(version = 1)]
    fn measure(
        &self,
        /// Added.
        plus: u8,
    ) -> u8 {
        plus
    }

    /// Counts.
    ///
    /// # Returns
    /// A number.
    #[tool(version = 1)]
    fn count() -> u8 {
        3
    }
}

/// Negates.
///
/// # Returns
/// The opposite.
#[mcp_tool(version = 1)]
fn negate() -> i8 {
    -1
}

pub(crate) fn main() {
    let tools: a2t::Toolset<Arc<Station>> = a2t::toolset![Station, negate];
    assert_eq!(tools.len(), 3);
    assert_eq!(Station.measure(1) + Station::count(), 4);
}
