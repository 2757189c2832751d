//! Selection of a snapshot's tools by name; they have neither versions nor tags.

use a2t_core::error::inert;
use a2t_schema::{Snapshot, Tool};

use crate::Selection;
use crate::selection::no_tool;

/// The selected tools, in the order of the snapshot; else a sentence for each part of the selection
/// that means none of them.
pub(super) fn pick<'a>(
    selection: &Selection,
    snapshot: &'a Snapshot,
) -> Result<Vec<&'a Tool>, Vec<String>> {
    let tags = selection.tags().iter().map(|tag| {
        let tag = inert(tag);
        format!("no tool has the tag `{tag}`: tools of MCP have none; select them by name")
    });
    let unknown = selection.tools().iter().filter(|name| snapshot.tool(name).is_none());
    let names = || snapshot.tools.iter().map(|tool| &*tool.name);
    let unknown = unknown.map(|name| no_tool(name, names()));
    let unmatched: Vec<_> = tags.chain(unknown).collect();
    if !unmatched.is_empty() {
        return Err(unmatched);
    }
    let everything = selection.tools().is_empty();
    let is_picked = |tool: &&Tool| everything || selection.tools().contains(&tool.name);
    Ok(snapshot.tools.iter().filter(is_picked).collect())
}
