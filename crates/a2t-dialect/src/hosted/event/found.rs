//! The program's answer to a search for tools.

use serde_json::{Value, json};

use super::{HostedEvent, RunBy, Stage};
use crate::hosted::Kind;
use crate::provider::{Offered, export};
use crate::{Dialect, Result, Show, ToolOptions};

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
                let content = match references.is_empty() {
                    true => json!("No tool was found."),
                    false => references.into(),
                };
                json!({ "type": "tool_result", "tool_use_id": id, "content": content })
            }
            _ => {
                let options = ToolOptions {
                    namespace: None,
                    namespaces: false,
                    cache: None,
                    ..options.clone()
                };
                let export = export(self.dialect, &all, &options, &mut Offered::default())?;
                let tools = places.filter_map(|index| export.value.get(index));
                json!({
                    "type": "tool_search_output",
                    "call_id": id,
                    "execution": "client",
                    "status": "completed",
                    "tools": tools.collect::<Vec<_>>(),
                })
            }
        };
        Ok(Some(answer))
    }
}
