//! Clients of tools that JSON Schema describes: a snapshot of an MCP server comes in, the text of a
//! typed client goes out.
//!
//! Everything of a tool stands under its own name: its method, its call, its reply, and its types in
//! a module of its own. So no tool has a part in the names of another one, but where two names are
//! spelt alike in Rust (`getTime`, `get_time`); then the snapshot remembers which had it first.

mod expand;
mod memory;
mod plan;
mod select;

use std::path::Path;

use a2t_schema::Snapshot;
use a2t_schema::snapshot::{Refused, is_snapshot, looks_written, read};

use crate::Selection;
use crate::emit::Target;
use crate::error::{Error, shown};
use crate::overrides::{Applied, Overrides};
use crate::source::Document;

pub use memory::following;

/// Reads a document that is a snapshot of an MCP server; `None` for any other.
pub(crate) fn snapshot(document: &Document, path: &Path) -> Option<Result<Snapshot, Error>> {
    let found = is_snapshot(document.value());
    found.then(|| read(document.text(), document.value()).map_err(|error| refused(&error, path)))
}

/// The error of a text that is not JSON, if it was a snapshot of an MCP server.
pub(crate) fn broken(bytes: &[u8], path: &Path) -> Option<Error> {
    let written = looks_written(&String::from_utf8_lossy(bytes));
    let error = written.then(|| Snapshot::parse(bytes).err())?;
    error.map(|error| refused(&error, path))
}

fn refused(error: &Refused, path: &Path) -> Error {
    let path = shown(path);
    let lines = error.diagnostics().iter().map(|one| format!("{path}:{one}"));
    let more = (error.more() > 0).then(|| format!("{path}: and {} more", error.more()));
    Error::lines(lines.chain(more))
}

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
