//! The approved signatures of a generated client become what a model may be shown.

use std::borrow::Cow;

use a2t_dialect::{Error, Result, Selection, Show};

use crate::client::{self, Approved, ApprovedTool};

/// All signatures of a generated client.
impl Show for Approved {
    fn shown(&self) -> Result<Cow<'_, Selection>> {
        let read = |tool: client::Result<ApprovedTool<'_>>| {
            let unreadable = |error: client::Error| Error::Signature {
                found: error.to_string(),
            };
            tool.map(|tool| tool.signature().clone())
                .map_err(unreadable)
        };
        let signatures = self.iter().map(read).collect::<Result<Vec<_>>>()?;
        Ok(Cow::Owned(Selection::approved(signatures)))
    }
}
