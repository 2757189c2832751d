//! A catalog and the arguments of a command become the tools that a model is shown.

use a2t_dialect::Selection;
use clap::Args;

use crate::catalog::{Catalog, Picked};
use crate::report::Failure;

#[derive(Args)]
pub(crate) struct Shown {
    #[command(flatten)]
    picked: Picked,
    /// What the agent puts before the names of these tools, as `weather_`
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
}
