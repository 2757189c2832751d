//! The same tools in the words of every provider of models and every agent framework.
//!
//! ```
//! # fn demonstrate(weather: &a2t::client::Approved, reply: &a2t::Value) -> a2t::dialect::Result<()> {
//! use a2t::dialect::{Anthropic, Outcome};
//!
//! let tools = Anthropic::tools(weather)?; // the request's `tools`
//! let mut results = Vec::new();
//! for call in Anthropic::calls(reply)? {
//!     let outcome = Outcome::Failed(format!("`{}` is out of order", call.name()));
//!     results.push(call.result(&outcome));
//! }
//! let message = Anthropic::message(results); // the next message
//! # Ok(()) }
//! ```

use std::borrow::Cow;

pub use a2t_dialect::*;

use crate::client::Approved;

/// All signatures of a generated client.
impl Show for Approved {
    fn shown(&self) -> Result<Cow<'_, Selection>> {
        let read = |tool: crate::client::Result<crate::client::ApprovedTool<'_>>| {
            let unreadable = |error: crate::client::Error| Error::Signature {
                found: error.to_string(),
            };
            tool.map(|tool| tool.signature().clone())
                .map_err(unreadable)
        };
        let signatures = self.iter().map(read).collect::<Result<Vec<_>>>()?;
        Ok(Cow::Owned(Selection::approved(signatures)))
    }
}
