/// Counts the documents.
///
/// # Returns
/// How many there are.
#[a2t::tool(version = 1, marker = "IndexTool")]
pub async fn index() -> u32 {
    0
}
