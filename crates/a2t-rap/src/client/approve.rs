//! A manifest becomes the snapshot of an approval.

use a2t_core::Violations;
use a2t_schema::{Server, Snapshot, Source, Tool};
use serde_json::{Map, Value};

use crate::message::{Manifest, Tool as ManifestTool};

/// Returns the snapshot of a toolset that was found at that base URL, to be approved.
///
/// RAP has hints that a snapshot has not (`requiresAuth`, `longRunning`, and those of a server's own):
/// they promise nothing about a call, and are left out.
///
/// # Errors
/// Everything that breaks a rule of approved tools, such as a description that is too long.
pub fn snapshot(base: &str, manifest: &Manifest) -> Result<Snapshot, Violations> {
    let mut found = Violations::default();
    let mut tools = Vec::new();
    for (index, tool) in manifest.tools.iter().enumerate() {
        match approved(tool, &format!("/tools/{index}")) {
            Ok(tool) => tools.push(tool),
            Err(violations) => found.extend(violations),
        }
    }
    found.into_result()?;
    let source = Source::Rap { url: base.to_owned() };
    let server = Server::new(&*manifest.name, "").instructions(manifest.description.clone());
    Ok(Snapshot::new(source, tools).of_server(server, ""))
}

fn approved(tool: &ManifestTool, at: &str) -> Result<Tool, Violations> {
    Tool::read(&item(tool), at)
}

/// The tool as an item of a list of tools, which an approved one is read from.
pub(crate) fn item(tool: &ManifestTool) -> Value {
    let hints = [
        ("readOnlyHint", tool.annotations.read_only),
        ("destructiveHint", tool.annotations.destructive),
        ("idempotentHint", tool.annotations.idempotent),
    ];
    let hints = hints.into_iter().filter_map(|(name, hint)| Some((name.to_owned(), hint?.into())));
    let hints: Map<String, Value> = hints.collect();
    let mut members = Map::new();
    members.insert("name".to_owned(), tool.name.as_str().into());
    members.insert("description".to_owned(), tool.description.as_str().into());
    members.insert("inputSchema".to_owned(), tool.input.as_value().clone());
    if !hints.is_empty() {
        members.insert("annotations".to_owned(), hints.into());
    }
    members.into()
}
