//! Tools that came, went or changed on a server of MCP or RAP, by name.

use a2t::mcp::client::Snapshot;
use a2t_core::error::inert;
use a2t_schema::evolution::{SchemaChange, compare};
use serde_json::{Value, json};

use super::super::summary::Reported;

/// Difference between two snapshots, a tool each.
pub(super) struct Change {
    tool: String,
    kind: &'static str,
    /// Name that a renamed tool had.
    was: Option<String>,
    members: Vec<String>,
}

impl Change {
    fn new(tool: String, kind: &'static str) -> Self {
        Self { tool, kind, was: None, members: Vec::new() }
    }

    pub(super) fn reported(&self) -> Reported {
        let (line, value) = (self.line(), self.value());
        Reported { kind: self.kind, line, details: Vec::new(), value }
    }

    fn line(&self) -> String {
        let tool = inert(&self.tool);
        match (&self.was, self.members.as_slice()) {
            (Some(was), _) => format!("`{}` is gone, `{tool}` has its schema", inert(was)),
            (None, []) => format!("{} `{tool}`", self.kind),
            (None, members) => format!("{} `{tool}`: {}", self.kind, members.join(", ")),
        }
    }

    fn value(&self) -> Value {
        let (tool, kind, members) = (&self.tool, self.kind, &self.members);
        let mut value = json!({"tool": tool, "kind": kind, "members": members});
        if let (Some(all), Some(was)) = (value.as_object_mut(), &self.was) {
            all.insert("was".to_owned(), json!({"name": was}));
        }
        value
    }
}

pub(super) fn changes(old: Option<&Snapshot>, new: &Snapshot) -> Vec<Change> {
    let Some(old) = old else {
        return new.tools.iter().map(|tool| Change::new(tool.name.clone(), "added")).collect();
    };
    let mut changes: Vec<Change> = Vec::new();
    for one in compare(old, new).into_changes() {
        let Some(tool) = one.tool else { continue };
        let is_of = |known: &Change| known.tool == tool || known.was.as_ref() == Some(&tool);
        if !changes.last().is_some_and(is_of) {
            changes.push(Change::new(tool, kind(one.rule)));
        }
        let Some(change) = changes.last_mut() else { continue };
        let member =
            one.pointer.split('/').nth(1).map(|name| if name == "_meta" { "errors" } else { name });
        if one.rule == SchemaChange::ToolRenamed {
            change.was = one.old.as_str().map(str::to_owned);
        } else if let Some(member) =
            member.filter(|name| !change.members.iter().any(|one| one == name))
        {
            change.members.push(member.to_owned());
        }
    }
    changes
}

fn kind(rule: SchemaChange) -> &'static str {
    match rule {
        SchemaChange::ToolAdded => "added",
        SchemaChange::ToolRemoved | SchemaChange::ToolDeselected => "removed",
        SchemaChange::ToolRenamed => "renamed",
        _ => "changed",
    }
}
