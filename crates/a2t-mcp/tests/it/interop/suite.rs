//! The tools that the conformance suite and the foreign clients call.

use a2t::ToolError;

/// Answers with a text.
///
/// # Returns
/// The text.
#[a2t::tool(version = 1)]
pub(crate) fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

/// Fails.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 1)]
pub(crate) fn test_error_handling() -> Result<String, ToolError> {
    Err(ToolError::refused("This tool intentionally returns an error for testing"))
}

/// Logs nothing to the client.
///
/// # Returns
/// The text.
#[a2t::tool(version = 1)]
pub(crate) fn test_logging_tool() -> &'static str {
    "done"
}

/// Takes an input that clients repeat in a header.
///
/// # Returns
/// The region.
#[a2t::tool(version = 1)]
pub(crate) fn test_region(
    /// The region.
    region: String,
) -> String {
    region
}

/// Greets.
///
/// # Returns
/// The greeting.
#[a2t::tool(version = 1)]
pub(crate) fn greet(
    /// Whom.
    name: String,
) -> String {
    format!("Hello, {name}!")
}
