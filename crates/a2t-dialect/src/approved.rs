//! The approved signatures of a generated client become what a model may be shown.

use std::borrow::Cow;

use a2t_core::{Approved, ApprovedTool, Damaged};

use crate::{Error, Result, Selection, Show};

/// All signatures of a generated client.
impl Show for Approved {
    fn shown(&self) -> Result<Cow<'_, Selection>> {
        let read = |tool: Result<ApprovedTool<'_>, Damaged>| match tool {
            Ok(tool) => Ok(tool.signature().clone()),
            Err(damaged) => Err(Error::Signature { found: damaged.to_string() }),
        };
        let signatures = self.iter().map(read).collect::<Result<Vec<_>>>()?;
        Ok(Cow::Owned(Selection::approved(signatures)))
    }
}

/// All tools of a generated client of an MCP server.
impl Show for a2t_schema::Approved {
    fn shown(&self) -> Result<Cow<'_, Selection>> {
        let read = |tool: Result<a2t_schema::ApprovedTool<'_>, Damaged>| match tool {
            Ok(tool) => Ok(tool.tool().clone()),
            Err(damaged) => Err(Error::Signature { found: damaged.to_string() }),
        };
        let tools = self.iter().map(read).collect::<Result<Vec<_>>>()?;
        Ok(Cow::Owned(Selection::approved_schemas(tools)))
    }
}

/// All tools of an approved snapshot of an MCP server.
impl Show for a2t_schema::Snapshot {
    fn shown(&self) -> Result<Cow<'_, Selection>> {
        Ok(Cow::Owned(Selection::approved_schemas(self.tools.iter().cloned())))
    }
}
