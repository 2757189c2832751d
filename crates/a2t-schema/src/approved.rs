//! The approved tools that a generated client of MCP or RAP carries.

use a2t_core::wire::page::read_document;
use a2t_core::{ApprovedText, ValidationError};

use crate::Tool;

/// The tools of a generated client of MCP or RAP, as they were approved: what its `TOOLS` is.
///
/// ```
/// use a2t_core::GeneratedFileError;
/// use a2t_schema::{Approved, ApprovedTool};
///
/// /// What a model reads: approved text, and nothing else.
/// fn menu(tools: &Approved) -> Result<String, GeneratedFileError> {
///     let line = |tool: Result<ApprovedTool<'_>, GeneratedFileError>| Ok(format!("{}\n", tool?.name));
///     tools.iter().map(line).collect()
/// }
/// ```
///
/// A server's listing at run time is not approved:
///
/// ```compile_fail,E0308
/// # use a2t_schema::{Approved, Tool};
/// # fn menu(tools: &Approved) {}
/// # fn run(listed: Vec<Tool>) {
/// menu(&listed);
/// # }
/// ```
pub type Approved = a2t_core::Approved<Tool>;

/// One tool of [`Approved`]; it reads like the [`Tool`] that it is.
pub type ApprovedTool<'a> = a2t_core::ApprovedTool<'a, Tool>;

impl ApprovedText for Tool {
    fn read_approved(text: &str) -> Result<Self, ValidationError> {
        let value = read_document(text.as_bytes())?;
        Self::read(&value, "").map_err(ValidationError::Rules)
    }

    fn name(&self) -> &str {
        &self.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static TOOLS: Approved = Approved::new(&[
        r#"{"inputSchema":{"type":"object"},"name":"now"}"#,
        r#"{"inputSchema":{"type":"string"},"name":"then"}"#,
        "{",
    ]);

    #[test]
    fn a_tool_is_read_alone_whatever_stands_beside_it() {
        assert_eq!(TOOLS.get("now").unwrap().unwrap().tool().name, "now");
        assert_eq!(TOOLS.iter().map(|tool| tool.is_ok()).collect::<Vec<_>>(), [true, false, false]);
        assert!(TOOLS.at(1).unwrap_err().to_string().contains("/inputSchema/type"));
        assert!(TOOLS.at(3).is_err());
    }
}
