//! A catalog and the arguments of a command become the tools that a model is shown.

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
        if catalog.goes_on {
            return Err(Failure::new(
                "this is one page of a list that goes on; take the whole list with `cargo a2t fetch URL -o FILE`",
            ));
        }
        let picked = self.picked.selection().pick(&catalog.tools);
        let picked = picked.map_err(|unmatched| Failure::new(unmatched.join("\n")))?;
        Ok(Selection::approved(picked).newest().prefix(&self.prefix))
    }

    /// The tools of an approved snapshot of an MCP server.
    pub(crate) fn of_server(&self, document: &Document) -> Result<Selection, Failure> {
        let names = self.picked.names()?;
        let all = Selection::approved_schemas(document.snapshot.tools.iter().cloned());
        let picked = if names.is_empty() { Ok(all) } else { all.only(names) };
        Ok(picked.map_err(Failure::new)?.prefix(&self.prefix))
    }
}
