//! The program's answer to a search for tools.

use serde_json::{Value, json};

use super::{HostedEvent, RunBy, Stage};
use crate::hosted::Kind;
use crate::provider::{Offered, export};
use crate::{Dialect, Result, Selection, Show, ToolOptions};

impl HostedEvent {
    /// Returns the provider's own object that answers a search: those of all tools that were found. It goes where
    /// results of functions go. `None` if this is no search that the program runs
    /// ([`SearchMethod::Program`](crate::hosted::SearchMethod::Program)).
    ///
    /// ```
    /// # let tool = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"forecast",
    /// #   "description":"Forecasts rain.","version":1,"currentVersion":1}"#).unwrap().signature;
    /// # let tools = a2t_dialect::Selection::approved([tool]);
    /// use a2t_dialect::hosted::HostedEvent;
    /// use a2t_dialect::{Dialect, ToolOptions};
    /// use serde_json::json;
    ///
    /// let reply = json!([{"type": "tool_search_call", "call_id": "call_1", "execution": "client",
    ///     "status": "completed", "arguments": {"query": "rain"}}]);
    /// let event = &HostedEvent::all(Dialect::OpenaiResponses, &reply)[0];
    /// let found = tools.search(&event.details().queries.join(" "), 5);
    /// let answer = event.found(&tools, &found, &ToolOptions::new())?.unwrap();
    /// assert_eq!(answer["type"], "tool_search_output");
    /// assert_eq!(answer["tools"][0]["name"], "forecast");
    /// # Ok::<_, a2t_dialect::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Dialect::export_with`](crate::Dialect::export_with).
    pub fn found(
        &self,
        all: &impl Show,
        found: &impl Show,
        options: &ToolOptions,
    ) -> Result<Option<Value>> {
        let is_asked = self.kind == Kind::ToolSearch && self.stage == Stage::Call;
        let (true, RunBy::Program, Some(id)) = (is_asked, self.run_by, self.id()) else {
            return Ok(None);
        };
        let (all, found) = (all.shown()?, found.shown()?);
        // A tool has its name, and its version's, by what stands around it.
        let places = found.iter().filter_map(|tool| all.iter().position(|own| own == tool));
        let answer = match self.dialect {
            Dialect::Anthropic => {
                let names = all.names_in(self.dialect);
                let references = places
                    .filter_map(|index| names.get(index))
                    .map(|name| json!({ "type": "tool_reference", "tool_name": name }));
                let references: Vec<_> = references.collect();
                let content = if references.is_empty() {
                    json!("No tool was found.")
                } else {
                    references.into()
                };
                json!({ "type": "tool_result", "tool_use_id": id, "content": content })
            }
            _ => {
                let tools = if found.is_empty() {
                    Vec::new()
                } else {
                    let all = definitions(self.dialect, &all, options)?;
                    places.filter_map(|index| all.get(index).cloned()).collect()
                };
                json!({
                    "type": "tool_search_output",
                    "call_id": id,
                    "execution": "client",
                    "status": "completed",
                    "tools": tools,
                })
            }
        };
        Ok(Some(answer))
    }
}

/// The definitions of tools, in their order: an answer has no groups and no breakpoints of the cache.
fn definitions(dialect: Dialect, tools: &Selection, options: &ToolOptions) -> Result<Value> {
    let options =
        ToolOptions { namespace: None, namespaces: false, cache: None, ..options.clone() };
    Ok(export(dialect, tools, &options, &mut Offered::default())?.value)
}
