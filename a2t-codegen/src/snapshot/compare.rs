//! What changed between two snapshots of one catalog, and whether the vendor kept the promise
//! that a version never changes (A2T-27, A2T-28).

use std::collections::BTreeMap;
use std::fmt;

use a2t_core::error::inert;
use a2t_core::{ToolId, ToolSignature};
use serde_json::Value;

use super::Snapshot;

/// What happened to one tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// The catalog has a tool that was not approved before.
    Added,
    /// The catalog no longer has the tool.
    Gone,
    /// The tool has a newer version.
    NewVersion,
    /// The tool went back to an older version, which the draft rules out (A2T-27).
    OlderVersion,
    /// The tool differs, yet its version is the same: the vendor broke the lock (A2T-28).
    BrokenLock,
}

impl Kind {
    /// The name in machine-readable output, such as `new-version`.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Gone => "gone",
            Self::NewVersion => "new-version",
            Self::OlderVersion => "older-version",
            Self::BrokenLock => "broken-lock",
        }
    }

    /// Whether the draft forbids the vendor this change.
    pub const fn breaks_promise(self) -> bool {
        matches!(self, Self::OlderVersion | Self::BrokenLock)
    }
}

/// One difference between two catalogs; its text is one line, safe for a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// What happened.
    pub kind: Kind,
    /// The tool's id, the same on both sides.
    pub id: ToolId,
    /// The tool's name, the newer one where there are two.
    pub name: String,
    /// The version before, unless the tool was added.
    pub from: Option<u32>,
    /// The version now, unless the tool is gone.
    pub to: Option<u32>,
    /// Where a broken lock differs: JSON pointers into the signature.
    pub pointers: Vec<String>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = inert(&self.name);
        let (from, to) = (self.from.unwrap_or_default(), self.to.unwrap_or_default());
        match self.kind {
            Kind::Added => write!(f, "added `{name}` version {to}"),
            Kind::Gone => write!(f, "gone `{name}` version {from}"),
            Kind::NewVersion => write!(f, "new version of `{name}`: {from} to {to}"),
            Kind::OlderVersion => write!(f, "older version of `{name}`: {from} back to {to}"),
            Kind::BrokenLock => {
                let places = self.pointers.join(", ");
                write!(f, "broken lock: `{name}` version {to} differs at {places}")
            }
        }
    }
}

/// Every difference between two snapshots, by tool name; `currentVersion` alone is none.
pub fn compare(old: &Snapshot, new: &Snapshot) -> Vec<Change> {
    let mut before: BTreeMap<_, _> = old.tools.iter().map(|tool| (tool.tool_id, tool)).collect();
    let mut changes: Vec<_> = new
        .tools
        .iter()
        .filter_map(|tool| match before.remove(&tool.tool_id) {
            None => Some(change(Kind::Added, None, Some(tool), tool)),
            Some(earlier) => judge(earlier, tool),
        })
        .collect();
    let gone = |tool: &ToolSignature| change(Kind::Gone, Some(tool), None, tool);
    changes.extend(before.into_values().map(gone));
    changes.sort_by(|a, b| (&a.name, a.id).cmp(&(&b.name, b.id)));
    changes
}

fn judge(old: &ToolSignature, new: &ToolSignature) -> Option<Change> {
    let kind = match new.version.cmp(&old.version) {
        std::cmp::Ordering::Greater => Kind::NewVersion,
        std::cmp::Ordering::Less => Kind::OlderVersion,
        std::cmp::Ordering::Equal => Kind::BrokenLock,
    };
    let mut found = change(kind, Some(old), Some(new), new);
    if kind == Kind::BrokenLock {
        differ(&value(old), &value(new), "", &mut found.pointers);
        if found.pointers.is_empty() {
            return None;
        }
    }
    Some(found)
}

fn change(
    kind: Kind,
    old: Option<&ToolSignature>,
    new: Option<&ToolSignature>,
    tool: &ToolSignature,
) -> Change {
    Change {
        kind,
        id: tool.tool_id,
        name: tool.name.clone().into_owned(),
        from: old.map(|tool| tool.version),
        to: new.map(|tool| tool.version),
        pointers: Vec::new(),
    }
}

/// The signature as JSON without the one member that may change under a version (A2T-29).
fn value(tool: &ToolSignature) -> Value {
    let mut value = serde_json::to_value(tool).unwrap_or_default();
    if let Some(members) = value.as_object_mut() {
        members.remove("currentVersion");
    }
    value
}

/// The outermost places where two values differ beyond descent.
fn differ(old: &Value, new: &Value, at: &str, found: &mut Vec<String>) {
    match (old, new) {
        (Value::Object(before), Value::Object(after)) => {
            for (name, value) in after {
                let before = before.get(name).unwrap_or(&Value::Null);
                differ(before, value, &format!("{at}/{name}"), found);
            }
            let removed = before.keys().filter(|name| !after.contains_key(*name));
            found.extend(removed.map(|name| format!("{at}/{name}")));
        }
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            for (index, (old, new)) in before.iter().zip(after).enumerate() {
                differ(old, new, &format!("{at}/{index}"), found);
            }
        }
        _ if old != new => found.push(at.to_owned()),
        _ => {}
    }
}
