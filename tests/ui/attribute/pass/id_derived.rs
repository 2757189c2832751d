use a2t::{Tool, ToolId};

/// Answers.
///
/// # Returns
/// The answer.
#[a2t::tool(version = 1)]
fn answer() -> u8 {
    42
}

mod again {
    /// Answers differently: the id follows the tool's name alone.
    ///
    /// # Returns
    /// The answer.
    #[a2t::tool(version = 2, name = "answer", tags = ["other"])]
    pub(crate) fn reply() -> bool {
        true
    }
}

pub(crate) fn main() {
    assert_eq!(answer(), 42);
    assert!(again::reply());
    assert_eq!(answer::SIGNATURE.tool_id, again::reply::SIGNATURE.tool_id);
    assert_eq!(
        answer::SIGNATURE.tool_id,
        ToolId::derive(env!("CARGO_PKG_NAME"), "answer")
    );
}
