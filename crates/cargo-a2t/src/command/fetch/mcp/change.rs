//! Tools that came, went or changed on a server of MCP or RAP, by name.

use std::collections::BTreeMap;

use a2t::mcp::client::{Snapshot, Tool};
use a2t_core::error::inert;
use a2t_schema::evolution::{SchemaChange, compare};
use serde_json::{Value, json};

/// Difference between two snapshots, a tool each.
pub(super) struct Change {
    tool: String,
    kind: &'static str,
    /// Name that a renamed tool had.
    was: Option<String>,
    members: Vec<&'static str>,
}

impl Change {
    pub(super) fn kind(&self) -> &'static str {
        self.kind
    }

    pub(super) fn line(&self) -> String {
        let tool = inert(&self.tool);
        match (&self.was, self.members.as_slice()) {
            (Some(was), _) => format!("`{}` is gone, `{tool}` has its schema", inert(was)),
            (None, []) => format!("{} `{tool}`", self.kind),
            (None, members) => format!("{} `{tool}`: {}", self.kind, members.join(", ")),
        }
    }

    pub(super) fn value(&self) -> Value {
        let (tool, kind, members) = (&self.tool, self.kind, &self.members);
        let mut value = json!({"tool": tool, "kind": kind, "members": members});
        if let (Some(all), Some(was)) = (value.as_object_mut(), &self.was) {
            all.insert("was".to_owned(), json!({"name": was}));
        }
        value
    }
}

pub(super) fn changes(old: Option<&Snapshot>, new: &Snapshot) -> Vec<Change> {
    let none = Vec::new();
    let (before, after) = (old.map_or(&none, |old| &old.tools), &new.tools);
    let change = |tool: &Tool, kind, was: Option<String>, members| Change {
        tool: tool.name.clone(),
        kind,
        was,
        members,
    };
    let renamed = old.map(|old| renamed(old, new)).unwrap_or_default();
    let is_gone = |tool: &&Tool| new.tool(&tool.name).is_none();
    let became = |tool: &&Tool| !renamed.values().any(|was| *was == tool.name);
    let gone = before.iter().filter(is_gone).filter(became);
    let mut changes: Vec<_> = gone.map(|tool| change(tool, "removed", None, Vec::new())).collect();
    for tool in after {
        let was = renamed.get(&tool.name);
        match old.and_then(|old| old.tool(was.unwrap_or(&tool.name))) {
            None => changes.push(change(tool, "added", None, Vec::new())),
            Some(old) if old.digest() == tool.comparable_to(old).digest() => {}
            Some(old) => {
                let kind = if was.is_some() { "renamed" } else { "changed" };
                changes.push(change(tool, kind, was.cloned(), differing(old, tool)));
            }
        }
    }
    changes
}

fn differing(old: &Tool, now: &Tool) -> Vec<&'static str> {
    let errors = (old.errors != now.errors).then_some("errors");
    let (old, now) = (old.to_value(), now.to_value());
    let names = ["title", "description", "annotations", "inputSchema", "outputSchema"];
    let differ = |name: &&str| old.get(name) != now.get(name);
    names.into_iter().filter(differ).chain(errors).collect()
}

/// Names that tools had, by those that they have now.
fn renamed(old: &Snapshot, new: &Snapshot) -> BTreeMap<String, String> {
    let changes = compare(old, new).into_changes().into_iter();
    let renamed = changes.filter(|change| change.rule == SchemaChange::ToolRenamed);
    let names = renamed.filter_map(|change| Some((change.tool?, change.old.as_str()?.to_owned())));
    names.collect()
}
