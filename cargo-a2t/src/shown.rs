//! A catalog and the arguments of a command become the tools that a model is shown.

use std::collections::HashMap;

use a2t_core::error::inert;
use a2t_core::{ToolId, ToolSignature};
use a2t_dialect::Selection;
use clap::Args;

use crate::catalog::{Catalog, Picked};
use crate::mcp::Document;
use crate::report::Failure;

#[derive(Args)]
pub(crate) struct Shown {
    #[command(flatten)]
    picked: Picked,
    /// Prefix that the agent puts before the names of these tools, as `weather_`
    #[arg(long, value_name = "TEXT", default_value = "")]
    prefix: String,
}

impl Shown {
    pub(crate) fn tools(&self, catalog: &Catalog) -> Result<Selection, Failure> {
        check_whole(catalog)?;
        let picked = self.picked.selection().pick(&catalog.tools);
        let picked = picked.map_err(|unmatched| Failure::new(unmatched.join("\n")))?;
        Ok(Selection::approved(picked).newest().prefix(&self.prefix))
    }

    /// Every version of the tools, under the names that their server has for them.
    pub(crate) fn versions(&self, catalog: &Catalog) -> Result<Vec<ToolSignature>, Failure> {
        check_whole(catalog)?;
        if !self.prefix.is_empty() {
            let words = "the server's own names are asked for, which have no prefix";
            return Err(Failure::new(format!("`--prefix {}`: {words}", inert(&self.prefix))));
        }
        let mut all: Vec<_> = catalog.tools.iter().chain(&catalog.older).cloned().collect();
        // A pin does not make a version the current one where the catalog has a later one.
        let mut newest: HashMap<ToolId, u32> = HashMap::new();
        for tool in &all {
            let version = newest.entry(tool.tool_id).or_default();
            *version = tool.version.max(tool.current_version).max(*version);
        }
        for tool in &mut all {
            tool.current_version = newest.get(&tool.tool_id).copied().unwrap_or(tool.version);
        }
        let picked = self.picked.selection().pick(&all);
        picked.map_err(|unmatched| Failure::new(unmatched.join("\n")))
    }

    /// The tools of an approved snapshot of an MCP server.
    pub(crate) fn of_server(&self, document: &Document) -> Result<Selection, Failure> {
        let names = self.picked.names()?;
        let all = Selection::approved_schemas(document.snapshot.tools.iter().cloned());
        let picked = if names.is_empty() { Ok(all) } else { all.only(names) };
        Ok(picked.map_err(Failure::new)?.prefix(&self.prefix))
    }
}

fn check_whole(catalog: &Catalog) -> Result<(), Failure> {
    if catalog.goes_on {
        return Err(Failure::new(
            "this is one page of a list that goes on; take the whole list with `cargo a2t fetch URL -o FILE`",
        ));
    }
    Ok(())
}
