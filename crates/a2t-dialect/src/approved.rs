//! The approved tools of a generated client become what a model may be shown.

use std::borrow::Cow;

use a2t_core::{Approved, ApprovedText};
use a2t_schema::Tool;

use crate::{Error, Result, Selection, Show};

fn all<T: ApprovedText + Clone>(tools: &Approved<T>) -> Result<Vec<T>> {
    let read = tools.iter().map(|tool| tool.map(|tool| tool.tool().clone()));
    let read = read.collect::<Result<Vec<_>, _>>();
    read.map_err(|damaged| Error::Signature { found: damaged.to_string() })
}

/// All signatures of a generated client.
impl Show for Approved {
    fn shown(&self) -> Result<Cow<'_, Selection>> {
        all(self).map(Selection::approved).map(Cow::Owned)
    }
}

/// All tools of a generated client of an MCP server.
impl Show for Approved<Tool> {
    fn shown(&self) -> Result<Cow<'_, Selection>> {
        all(self).map(Selection::approved_schemas).map(Cow::Owned)
    }
}

/// All tools of an approved snapshot of an MCP server.
impl Show for a2t_schema::Snapshot {
    fn shown(&self) -> Result<Cow<'_, Selection>> {
        Ok(Cow::Owned(Selection::approved_schemas(self.tools.iter().cloned())))
    }
}
