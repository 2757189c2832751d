//! The tools of a file or a server, which are signatures of A2T or described by JSON Schema.

use std::path::Path;

use super::{Catalog, shown};
use crate::mcp::Document;
use crate::report::CommandError;

/// Tools of one document or server.
pub(crate) enum Opened {
    Signed(Catalog),
    Described(Box<Document>),
}

impl Opened {
    /// Returns the catalog, for a command that takes signatures only.
    pub(crate) fn signed(self, path: &Path) -> Result<Catalog, CommandError> {
        match self {
            Self::Signed(catalog) => Ok(catalog),
            Self::Described(_) => Err(CommandError::new(format!(
                "{}: a snapshot of an MCP server, and this command takes catalogs of A2T only",
                shown(path)
            ))),
        }
    }
}
