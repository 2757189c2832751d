//! Clients of tools that JSON Schema describes: a snapshot of an MCP server comes in, the text of a
//! typed client goes out.
//!
//! All items of a tool stand under its own name: its method, its call, its reply, and its types in
//! its own module. So no tool has a part in the names of another one, except where two names are
//! spelt alike in Rust (`getTime`, `get_time`); then the snapshot remembers which had it first.

mod expand;
mod memory;
mod plan;
mod select;

use std::path::Path;

use a2t_schema::Snapshot;

use crate::Selection;
use crate::emit::Target;
use crate::error::{Error, shown};
use crate::overrides::{Applied, Overrides};

pub(crate) use memory::kept;

/// The text of the client of the selected tools.
pub(crate) fn render(
    snapshot: &Snapshot,
    selection: &Selection,
    overrides: &Overrides,
    target: &Target,
    path: &Path,
) -> Result<String, Error> {
    let picked = select::pick(selection, snapshot).map_err(|unmatched| {
        let path = shown(path);
        Error::lines(unmatched.iter().map(|line| format!("{path}: {line}")))
    })?;
    let mut applied = Applied::new(overrides);
    let plan = plan::plan(snapshot, &picked, &mut applied);
    applied.finish()?;
    Ok(expand::expand(&plan, &snapshot.source, target))
}
