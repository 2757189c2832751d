//! The approved tools that a generated client carries, read when they are first used.

use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

use a2t_core::wire::page::read_document;
use a2t_core::{Damaged, Invalid, Violations};

use crate::Tool;

/// The tools of a generated client, as they were approved: what its `TOOLS` is.
///
/// Only generated code makes one, so that a function which takes `&Approved`, or the [`ApprovedTool`]s
/// in it, never sees what a server said while the program ran.
///
/// ```
/// use a2t_core::Damaged;
/// use a2t_schema::{Approved, ApprovedTool};
///
/// /// What a model is told: approved text, and nothing else.
/// fn menu(tools: &Approved) -> Result<String, Damaged> {
///     let line = |tool: Result<ApprovedTool<'_>, Damaged>| Ok(format!("{}\n", tool?.name));
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
pub struct Approved {
    /// Items of `tools/list`; a generated call names its tool by position.
    texts: &'static [&'static str],
    read: OnceLock<Box<[OnceLock<Box<Read>>]>>,
}

type Read = Result<Tool, Invalid>;

impl Approved {
    #[doc(hidden)]
    pub const fn new(texts: &'static [&'static str]) -> Self {
        Self { texts, read: OnceLock::new() }
    }

    /// Number of tools.
    pub const fn len(&self) -> usize {
        self.texts.len()
    }

    /// Returns whether there is no tool.
    pub const fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Every tool, by name.
    ///
    /// # Errors
    /// Each item fails on its own where the generated file was edited by hand and holds no valid
    /// tool.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Result<ApprovedTool<'_>, Damaged>> {
        (0..self.len()).map(|index| self.at(index).map(ApprovedTool))
    }

    /// The tool with this name on the wire, if there is one.
    ///
    /// # Errors
    /// Those of [`Approved::iter`].
    pub fn get(&self, name: &str) -> Result<Option<ApprovedTool<'_>>, Damaged> {
        for tool in self.iter() {
            let tool = tool?;
            if tool.name == name {
                return Ok(Some(tool));
            }
        }
        Ok(None)
    }

    /// The tool at `index`, of which a generated call knows its own.
    ///
    /// # Errors
    /// Those of [`Approved::iter`].
    #[doc(hidden)]
    pub fn at(&self, index: usize) -> Result<&Tool, Damaged> {
        match self.read(index) {
            Some(Ok(tool)) => Ok(tool),
            Some(Err(invalid)) => Err(Damaged(invalid.clone())),
            None => Err(Damaged(Violations::default().into())),
        }
    }

    fn read(&self, index: usize) -> Option<&Read> {
        let cells = self.read.get_or_init(|| self.texts.iter().map(|_| OnceLock::new()).collect());
        let text = self.texts.get(index)?;
        let read = || Box::new(read(text));
        cells.get(index).map(|cell| &**cell.get_or_init(read))
    }
}

fn read(text: &str) -> Read {
    let value = read_document(text.as_bytes())?;
    Tool::read(&value, "").map_err(Invalid::Rules)
}

impl fmt::Debug for Approved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Approved").field("tools", &self.len()).finish_non_exhaustive()
    }
}

/// One tool of [`Approved`]; it reads like the [`Tool`] that it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ApprovedTool<'a>(&'a Tool);

impl<'a> ApprovedTool<'a> {
    /// The tool, which lives as long as the table.
    pub const fn tool(self) -> &'a Tool {
        self.0
    }
}

impl Deref for ApprovedTool<'_> {
    type Target = Tool;

    fn deref(&self) -> &Tool {
        self.0
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
