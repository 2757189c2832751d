//! Changes between two snapshots of one catalog, among them broken promises: a version never changes
//! (A2T-27, A2T-28).

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt;

use a2t_core::error::inert;
use a2t_core::evolution::{self, Class, Path, Profile, Rule, Severity, Side};
use a2t_core::{ToolId, ToolSignature};
use serde_json::Value;

use super::Snapshot;
use crate::selection::by_id;

/// Kind of a [`Change`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// The catalog has a tool that was not approved before.
    Added,
    /// The catalog no longer has the tool.
    Gone,
    /// The catalog no longer has the tool, and a new one has its inputs and outputs under another id and
    /// name; no other new one has.
    Renamed,
    /// The catalog may have the tool still, but it is no longer selected.
    Deselected,
    /// The tool has a newer version, to which old calls are good.
    CompatibleVersion,
    /// The tool has a newer version that breaks a rule of evolution, or a call.
    IncompatibleVersion,
    /// Another version was selected, older than the approved one.
    EarlierPin,
    /// An approved version is no longer served, although the tool is (spec note AMB-33).
    VersionGone,
    /// The tool went back to an older version, which the draft rules out (A2T-27).
    OlderVersion,
    /// The vendor changed what a call of the approved version does to the world (spec note AMB-41),
    /// or the call needs less (spec note AMB-49). A client keeps to what was approved.
    HintsChanged,
    /// A version differs from the approved one of the same number: the vendor broke the lock
    /// (A2T-28).
    BrokenLock,
}

impl Kind {
    /// Returns the name in machine-readable output, such as `new-version`.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Gone => "gone",
            Self::Renamed => "renamed",
            Self::Deselected => "deselected",
            Self::CompatibleVersion => "compatible-version",
            Self::IncompatibleVersion => "incompatible-version",
            Self::EarlierPin => "earlier-pin",
            Self::VersionGone => "version-gone",
            Self::OlderVersion => "older-version",
            Self::HintsChanged => "hints-changed",
            Self::BrokenLock => "broken-lock",
        }
    }

    /// Returns `true` if the draft forbids the vendor this change.
    pub const fn breaks_promise(self) -> bool {
        matches!(self, Self::OlderVersion | Self::BrokenLock)
    }
}

/// One difference between two catalogs; its text is one line, safe for a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// Its kind.
    pub kind: Kind,
    /// The tool's id, the same on both sides unless the kind is [`Kind::Renamed`].
    pub id: ToolId,
    /// Id and name that a renamed tool had.
    pub was: Option<(ToolId, String)>,
    /// The tool's name, the newer one where there are two.
    pub name: String,
    /// The version before, unless the tool was added.
    pub from: Option<u32>,
    /// The version now, unless the tool is gone.
    pub to: Option<u32>,
    /// JSON pointers to where a version, or its hints, differ.
    pub pointers: Vec<String>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = inert(&self.name);
        let (from, to) = (self.from.unwrap_or_default(), self.to.unwrap_or_default());
        match self.kind {
            Kind::Added => write!(f, "added `{name}@{to}`"),
            Kind::Gone => write!(f, "gone `{name}@{from}`"),
            Kind::Renamed => {
                let was = self.was.as_ref().map_or(String::new(), |(_, name)| inert(name));
                write!(f, "`{was}@{from}` is gone, `{name}@{to}` has its schema")
            }
            Kind::Deselected => write!(f, "no longer selected: `{name}@{from}`"),
            Kind::CompatibleVersion => {
                write!(f, "new compatible version: `{name}@{from}` to `{name}@{to}`")
            }
            Kind::IncompatibleVersion => {
                write!(f, "new incompatible version: `{name}@{from}` to `{name}@{to}`")
            }
            Kind::EarlierPin => {
                write!(f, "earlier version selected: `{name}@{from}` to `{name}@{to}`")
            }
            Kind::VersionGone => write!(f, "gone `{name}@{from}`, of a tool that is there"),
            Kind::OlderVersion => write!(f, "older version: `{name}@{from}` back to `{name}@{to}`"),
            Kind::HintsChanged => {
                let hints = self.pointers.iter().any(|pointer| pointer == "/annotations");
                let what = if hints { "hints" } else { "preconditions" };
                write!(f, "other {what} of `{name}@{to}`")
            }
            Kind::BrokenLock => {
                let pointers = self.pointers.join(", ");
                write!(f, "changed under the same version: `{name}@{to}` differs at {pointers}")
            }
        }
    }
}

/// Returns every difference between two snapshots, by tool name; `currentVersion` or `deprecated`
/// alone is none.
pub fn compare(old: &Snapshot, new: &Snapshot) -> Vec<Change> {
    let mut before = by_id(&old.tools);
    let (mut changes, mut added) = (Vec::new(), Vec::new());
    for (id, after) in by_id(&new.tools) {
        match before.remove(&id) {
            None => {
                let (newest, others) = reported(&after, new);
                added.extend(newest);
                let came = |tool: &&ToolSignature| change(Kind::Added, tool, None, tool.version);
                changes.extend(others.iter().map(came));
            }
            Some(earlier) => compare_tool(&earlier, &after, old, new, &mut changes),
        }
    }
    let mut gone = Vec::new();
    for versions in before.values() {
        let (newest, others) = reported(versions, old);
        let is_gone = newest.is_some_and(|tool| new.selection.covers(tool));
        let kind = if is_gone { Kind::Gone } else { Kind::Deselected };
        gone.extend(newest.filter(|_| is_gone));
        let left = newest.filter(|_| !is_gone).into_iter().chain(others.iter().copied());
        changes.extend(left.map(|tool| change(kind, tool, tool.version, None)));
    }
    changes.extend(moved(&gone, &added));
    changes.sort_by(|a, b| (&a.name, a.id, a.from, a.to).cmp(&(&b.name, b.id, b.from, b.to)));
    changes
}

/// The newest of a tool's versions, and the others that are reported separately: where every
/// version was asked for, the newest stands for all.
fn reported<'a, 't>(
    versions: &'a [&'t ToolSignature],
    snapshot: &Snapshot,
) -> (Option<&'t ToolSignature>, &'a [&'t ToolSignature]) {
    let (newest, others) = versions.split_first().map_or((None, versions), |(a, b)| (Some(*a), b));
    (newest, if snapshot.selection.has_all_versions() { &[] } else { others })
}

/// Tools that came, that went, and that did both under another id.
fn moved(gone: &[&ToolSignature], added: &[&ToolSignature]) -> Vec<Change> {
    let renamed = evolution::renamed(gone, added);
    let became = renamed.iter().filter_map(|(from, to)| {
        let (was, is) = (gone.get(*from)?, added.get(*to)?);
        let was_called = Some((was.tool_id, was.name.clone().into_owned()));
        Some(Change { was: was_called, ..change(Kind::Renamed, is, was.version, is.version) })
    });
    let (left, arrived): (HashSet<_>, HashSet<_>) = renamed.iter().copied().unzip();
    let went = gone.iter().enumerate().filter(|(index, _)| !left.contains(index));
    let came = added.iter().enumerate().filter(|(index, _)| !arrived.contains(index));
    let went = went.map(|(_, tool)| change(Kind::Gone, tool, tool.version, None));
    let came = came.map(|(_, tool)| change(Kind::Added, tool, None, tool.version));
    became.chain(went).chain(came).collect()
}

/// Compares a tool that is on both sides.
fn compare_tool(
    old: &[&ToolSignature],
    new: &[&ToolSignature],
    then: &Snapshot,
    now: &Snapshot,
    changes: &mut Vec<Change>,
) {
    for before in old {
        match new.iter().find(|after| after.version == before.version) {
            Some(after) => changes.extend(broken(before, after).or_else(|| hinted(before, after))),
            None if now.selection.has_all_versions() => {
                changes.push(change(Kind::VersionGone, before, before.version, None));
            }
            None => {}
        }
    }
    let every = [then, now].iter().any(|snapshot| snapshot.selection.has_all_versions());
    let (mut left, mut came) = (old.to_vec(), new.to_vec());
    if !every {
        // Versions stand side by side: those that stay are no change.
        left.retain(|before| new.iter().all(|after| after.version != before.version));
        came.retain(|after| old.iter().all(|before| after.version != before.version));
        let deselected = left.iter().skip(came.len().min(1));
        changes.extend(deselected.map(|tool| change(Kind::Deselected, tool, tool.version, None)));
        let added = came.iter().skip(left.len().min(1));
        changes.extend(added.map(|tool| change(Kind::Added, tool, None, tool.version)));
    }
    let (Some(before), Some(after)) = (left.first(), came.first()) else {
        return;
    };
    // A pinned signature itself has the number of the newest version.
    let kind = match after.version.cmp(&before.version) {
        Ordering::Equal => return,
        Ordering::Greater => {
            let report = evolution::diff(before, after, Profile::Default);
            if report.has_errors() { Kind::IncompatibleVersion } else { Kind::CompatibleVersion }
        }
        Ordering::Less if after.current_version >= before.version => Kind::EarlierPin,
        Ordering::Less => Kind::OlderVersion,
    };
    changes.push(change(kind, after, before.version, after.version));
}

fn broken(old: &ToolSignature, new: &ToolSignature) -> Option<Change> {
    let mut found = change(Kind::BrokenLock, new, old.version, new.version);
    found.pointers = differing(old, new);
    found.pointers.extend(changed_facts(old, new, true));
    (!found.pointers.is_empty()).then_some(found)
}

fn hinted(old: &ToolSignature, new: &ToolSignature) -> Option<Change> {
    let mut found = change(Kind::HintsChanged, new, old.version, new.version);
    found.pointers = changed_facts(old, new, false);
    (!found.pointers.is_empty()).then_some(found)
}

/// Returns pointers to hints, preconditions and formats that differ (spec notes AMB-41 and AMB-49).
/// If `harder` is set, only those that make a call harder: the vendor promised that no version does
/// that.
fn changed_facts(old: &ToolSignature, new: &ToolSignature, harder: bool) -> Vec<String> {
    let changes = evolution::changes(old, new).into_iter();
    let counts = |rule: Rule| match rule.class() {
        Class::Preconditions => !harder || rule.severity() == Severity::Error,
        Class::Hints => !harder,
        _ => false,
    };
    let changes = changes.filter(|change| counts(change.rule));
    changes.filter_map(|change| pointer(new, change.path)).collect()
}

fn pointer(new: &ToolSignature, path: Path<'_>) -> Option<String> {
    match path {
        Path::Tool(member) => Some(format!("/{}", member.name())),
        Path::Precondition(member) => Some(format!("/preconditions/{}", member.name())),
        Path::Member(Side::Inputs, id, member) => {
            let index = new.input_parameters.iter().position(|input| input.id == id)?;
            Some(format!("/input_parameters/{index}/{}", member.name()))
        }
        _ => None,
    }
}

/// Pointers to where two signatures of one version differ, without the server's remarks.
pub(crate) fn differing(old: &ToolSignature, new: &ToolSignature) -> Vec<String> {
    let mut pointers = Vec::new();
    differ(&value(old), &value(new), "", &mut pointers);
    pointers
}

fn change(
    kind: Kind,
    tool: &ToolSignature,
    from: impl Into<Option<u32>>,
    to: impl Into<Option<u32>>,
) -> Change {
    Change {
        kind,
        id: tool.tool_id,
        was: None,
        name: tool.name.clone().into_owned(),
        from: from.into(),
        to: to.into(),
        pointers: Vec::new(),
    }
}

/// Returns the signature as JSON without the server's remarks, which may change under a version
/// (A2T-29, spec note AMB-36), and without what may change in one direction (spec notes AMB-41 and
/// AMB-49).
fn value(tool: &ToolSignature) -> Value {
    let mut value = serde_json::to_value(tool).unwrap_or_default();
    if let Some(members) = value.as_object_mut() {
        for remark in ["currentVersion", "deprecated", "annotations", "preconditions"] {
            members.remove(remark);
        }
        let inputs = members.get_mut("input_parameters").and_then(Value::as_array_mut);
        for input in inputs.into_iter().flatten().filter_map(Value::as_object_mut) {
            input.remove("format");
        }
    }
    value
}

/// The outermost locations where two values differ beyond descent.
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
