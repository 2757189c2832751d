//! Turns catalogs and the arguments of a command into the tools that a model sees.

use std::collections::HashMap;

use a2t::dialect::Selection;
use a2t_core::error::inert;
use a2t_core::{ToolId, ToolSignature};
use clap::Args;

use crate::catalog::{Catalog, Opened, Picked};
use crate::mcp::Document;
use crate::report::CommandError;
use crate::text::meant;

#[derive(Args)]
pub(crate) struct Shown {
    #[command(flatten)]
    picked: Picked,
    /// Prefix that the agent puts before the names of these tools, as `weather_`; with several
    /// catalogs one for all, or one for each in their order
    #[arg(long, value_name = "TEXT")]
    prefix: Vec<String>,
}

impl Opened {
    /// Returns whether a tool has this name or tag.
    fn has(&self, wanted: &Picked) -> bool {
        match self {
            Self::Signed(catalog) => wanted.selection().pick(&catalog.tools).is_ok(),
            Self::Described(document) => wanted
                .names()
                .is_ok_and(|names| names.iter().all(|name| document.snapshot.tool(name).is_some())),
        }
    }

    fn names(&self) -> Vec<&str> {
        match self {
            Self::Signed(catalog) => catalog.tools.iter().map(|tool| &*tool.name).collect(),
            Self::Described(document) => {
                document.snapshot.tools.iter().map(|tool| &*tool.name).collect()
            }
        }
    }
}

impl Shown {
    /// Returns the tools of all catalogs, distinguished by their prefixes.
    pub(crate) fn all(&self, offered: &[Opened]) -> Result<Selection, CommandError> {
        if let [one] = offered {
            return Ok(shown(one, &self.picked)?.prefix(self.prefix_of(0, 1)?));
        }
        let parts = self.picked.parts();
        for part in &parts {
            if !offered.iter().any(|one| one.has(part)) {
                return Err(unknown(part, offered));
            }
        }
        let mut all = Selection::default();
        for (index, one) in offered.iter().enumerate() {
            let own: Vec<_> = parts.iter().filter(|part| one.has(part)).cloned().collect();
            if !parts.is_empty() && own.is_empty() {
                continue;
            }
            let tools = shown(one, &Picked::new(own))?;
            let tools = tools.prefix(self.prefix_of(index, offered.len())?);
            all = all.and(&tools).map_err(|error| {
                CommandError::new(format!(
                    "{error}; here: one `--prefix` for each catalog, in their order"
                ))
            })?;
        }
        Ok(all)
    }

    /// Returns the tools of one catalog.
    pub(crate) fn tools(&self, catalog: &Catalog) -> Result<Selection, CommandError> {
        Ok(signed(catalog, &self.picked)?.prefix(self.prefix_of(0, 1)?))
    }

    fn prefix_of(&self, index: usize, catalogs: usize) -> Result<&str, CommandError> {
        match self.prefix.as_slice() {
            [] => Ok(""),
            [all] => Ok(all),
            each if each.len() == catalogs => Ok(each.get(index).map_or("", String::as_str)),
            each => Err(CommandError::new(format!(
                "`--prefix` is there {} times, and there are {catalogs} catalogs; give one for all, or one for each",
                each.len()
            ))),
        }
    }

    /// Every version of the tools, under the names that their server has for them.
    pub(crate) fn versions(&self, catalog: &Catalog) -> Result<Vec<ToolSignature>, CommandError> {
        check_whole(catalog)?;
        let prefix = self.prefix.concat();
        if !prefix.is_empty() {
            let words = "the server's own names are asked for, which have no prefix";
            return Err(CommandError::new(format!("`--prefix {}`: {words}", inert(&prefix))));
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
        picked.map_err(|unmatched| CommandError::new(unmatched.join("\n")))
    }
}

fn shown(offered: &Opened, picked: &Picked) -> Result<Selection, CommandError> {
    match offered {
        Opened::Signed(catalog) => signed(catalog, picked),
        Opened::Described(document) => described(document, picked),
    }
}

fn signed(catalog: &Catalog, picked: &Picked) -> Result<Selection, CommandError> {
    check_whole(catalog)?;
    let picked = picked.selection().pick(&catalog.tools);
    let picked = picked.map_err(|unmatched| CommandError::new(unmatched.join("\n")))?;
    Ok(Selection::approved(picked).newest())
}

/// Returns the tools of an approved snapshot of an MCP server.
fn described(document: &Document, picked: &Picked) -> Result<Selection, CommandError> {
    let names = picked.names()?;
    let all = Selection::approved_schemas(document.snapshot.tools.iter().cloned());
    let picked = if names.is_empty() { Ok(all) } else { all.only(names) };
    picked.map_err(CommandError::new)
}

/// Returns the error for a name or a tag that no catalog has.
fn unknown(part: &Picked, offered: &[Opened]) -> CommandError {
    let (what, wanted) = part.first();
    let names = offered.iter().flat_map(Opened::names);
    let meant = if what == "tool" { meant(wanted, names) } else { String::new() };
    CommandError::new(format!("no catalog has the {what} `{}`{meant}", inert(wanted)))
}

fn check_whole(catalog: &Catalog) -> Result<(), CommandError> {
    if catalog.goes_on {
        return Err(CommandError::new(
            "this is one page of a longer list; take the whole list with `cargo a2t fetch URL -o FILE`",
        ));
    }
    Ok(())
}
