/// Searches the archive.
///
/// # Returns
/// What was found.
#[a2t::tool(version = 1, marker = "SearchTool")]
pub fn search(
    /// The words to look for.
    words: String,
) -> String {
    words
}

/// What a test beside the tool says.
pub fn signature() -> &'static a2t::ToolSignature {
    use a2t::Tool;
    SearchTool::SIGNATURE
}
