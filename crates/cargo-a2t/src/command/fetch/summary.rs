//! Summary of a fetch, for people and programs.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use a2t_codegen::Selection;
use a2t_codegen::snapshot::{self, Change, Error, Kind as ChangeKind, Rename, Snapshot};
use a2t_core::error::inert;
use a2t_core::evolution::{self, Profile};
use a2t_core::{ToolId, ToolSignature};
use a2t_schema::Source;
use a2t_schema::snapshot::{Kind, SnapshotOf};
use serde_json::{Value, json};

use crate::catalog::shown;
use crate::diagnostic::plural;
use crate::few::Few;
use crate::report::{CommandError, Report};
use crate::text::{fitted, quoted};

const BROKEN: &str = "a published version may not change (A2T-28): ask the vendor before you approve it all the same";

/// Writes the snapshot; false where that would break a promise, which is reported with the advice.
pub(in crate::command) fn updated(
    report: &mut Report,
    old: Option<&Snapshot>,
    new: &Snapshot,
    path: &Path,
    accept: bool,
    advice: &str,
) -> Result<bool, CommandError> {
    let (state, changes, written) = match snapshot::update(path, new, accept) {
        Ok(update) if update.written => ("written", update.changes, true),
        Ok(update) => ("unchanged", update.changes, false),
        Err(Error::BrokenPromise { changes }) => ("not written", changes, false),
        Err(error) => return Err(error.into()),
    };
    summary(report, path, state, old, new, &changes);
    report.member("written", written);
    let kept = state != "not written";
    if !kept {
        report.line(fitted("", advice));
    }
    Ok(kept)
}

pub(in crate::command) fn summary(
    report: &mut Report,
    path: &Path,
    state: &str,
    old: Option<&Snapshot>,
    new: &Snapshot,
    changes: &[Change],
) {
    let signatures = Signatures::new(old, new);
    let changes: Vec<_> =
        changes.iter().map(|change| compared(change, signatures.report(change))).collect();
    reported(report, path, &headline(path, state, new), new, changes);
    // Clients of the same tools have the same names; to plan them takes as long as to generate them.
    let old = old.filter(|old| old.tools != new.tools || old.selection != new.selection);
    let renames = old.map_or_else(Vec::new, |old| {
        snapshot::renames(old, &snapshot::following(new.clone(), old))
    });
    report.lines("renames", renames.iter().map(|rename| fitted("  ", &rename.to_string())));
    let kept = kept(new);
    report.lines("kept", kept.iter().map(|(tool, versions)| stays(tool, versions)));
    let kept = kept.iter().map(|(tool, versions)| {
        json!({"toolId": tool.tool_id.to_string(), "name": tool.name, "versions": versions,
            "newest": tool.current_version})
    });
    report.member("kept", kept.collect::<Value>());
    report.member("url", new.source.to_string());
    let renamed =
        |rename: &Rename| json!({"path": rename.path, "from": rename.from, "to": rename.to});
    report.member("renames", renames.iter().map(renamed).collect::<Value>());
    if !new.selection.is_everything() {
        report.member("selection", json!(new.selection));
    }
}

/// A change of any protocol, as a fetch reports it.
pub(super) struct Reported {
    pub(super) kind: &'static str,
    pub(super) line: String,
    /// Lines about it, which stand below.
    pub(super) details: Vec<String>,
    pub(super) value: Value,
}

/// Reports a headline and the changes, of each kind the first; programs get all of them.
pub(super) fn reported<K: Kind>(
    report: &mut Report,
    path: &Path,
    headline: &str,
    new: &SnapshotOf<K>,
    changes: Vec<Reported>,
) {
    report.line(headline);
    let mut few = Few::default();
    for change in changes.iter().filter(|change| few.shows(change.kind)) {
        report.line(fitted("  ", &change.line));
        change.details.iter().for_each(|detail| report.line(format!("    {detail}")));
    }
    few.rest().for_each(|line| report.line(format!("  {line}")));
    report.member("file", shown(path));
    report.member("protocol", new.protocol().name());
    report.member("tools", new.tools.len());
    report.member("changes", changes.into_iter().map(|change| change.value).collect::<Value>());
}

fn compared(change: &Change, compared: Option<evolution::Report>) -> Reported {
    let details = compared.as_ref().map(|compared| {
        let (letter, wire) = (compared.letter(), compared.wire());
        let changes = compared.changes().iter().map(|one| one.seen_by_callers().to_string());
        std::iter::once(format!("protocol: {letter}, callers: {wire}")).chain(changes).collect()
    });
    Reported {
        kind: change.kind.slug(),
        line: change.to_string(),
        details: details.unwrap_or_default(),
        value: value(change, compared),
    }
}

/// ``  `add@1`, `add@2` stay, the newest is `add@3` ``
fn stays(tool: &ToolSignature, versions: &[u32]) -> String {
    let (name, newest) = (inert(&tool.name), tool.current_version);
    let shown: Vec<_> = versions.iter().map(|number| format!("`{name}@{number}`")).collect();
    let stay = if versions.len() == 1 { "stays" } else { "stay" };
    let text = format!("{} {stay}, the newest is `{name}@{newest}`", shown.join(", "));
    fitted("  ", &text)
}

/// `approved/weather.json: written, 2 tools at https://api.weather.example`
pub(super) fn headline(path: &Path, state: &str, new: &Snapshot) -> String {
    let ids: HashSet<_> = new.tools.iter().map(|tool| tool.tool_id).collect();
    let versions = new.tools.len();
    let versions =
        if versions > ids.len() { format!(" in {versions} versions") } else { String::new() };
    let tools = plural(ids.len(), "tool");
    format!("{}: {state}, {tools}{versions} at {}", shown(path), inert(&new.source.to_string()))
}

/// The tools of which a newer version is not approved, each with its approved versions, from the oldest.
fn kept(snapshot: &Snapshot) -> Vec<(&ToolSignature, Vec<u32>)> {
    let mut kept: Vec<(&ToolSignature, Vec<u32>)> = Vec::new();
    for tool in &snapshot.tools {
        match kept.last_mut().filter(|(other, _)| other.tool_id == tool.tool_id) {
            Some((_, versions)) => versions.insert(0, tool.version),
            None => kept.push((tool, vec![tool.version])),
        }
    }
    // The newest of a tool comes first in a snapshot.
    kept.retain(|(newest, _)| newest.version < newest.current_version);
    kept
}

/// Both sides by tool and version, since each of 10,000 tools may have changed.
struct Signatures<'a> {
    old: HashMap<(ToolId, u32), &'a ToolSignature>,
    new: HashMap<(ToolId, u32), &'a ToolSignature>,
}

impl<'a> Signatures<'a> {
    fn new(old: Option<&'a Snapshot>, new: &'a Snapshot) -> Self {
        let index = |snapshot: &'a Snapshot| {
            snapshot.tools.iter().map(|tool| ((tool.tool_id, tool.version), tool)).collect()
        };
        Self { old: old.map(index).unwrap_or_default(), new: index(new) }
    }

    fn report(&self, change: &Change) -> Option<evolution::Report> {
        let compared = [
            ChangeKind::CompatibleVersion,
            ChangeKind::IncompatibleVersion,
            ChangeKind::HintsChanged,
            ChangeKind::BrokenLock,
            ChangeKind::Renamed,
        ];
        if !compared.contains(&change.kind) {
            return None;
        }
        let earlier = change.was.as_ref().map_or(change.id, |(id, _)| *id);
        let (from, to) =
            (self.old.get(&(earlier, change.from?))?, self.new.get(&(change.id, change.to?))?);
        Some(evolution::diff(from, to, Profile::Default))
    }
}

fn value(change: &Change, compared: Option<evolution::Report>) -> Value {
    let mut value = json!({
        "kind": change.kind.slug(),
        "toolId": change.id.to_string(),
        "name": change.name,
        "from": change.from,
        "to": change.to,
        "pointers": change.pointers,
    });
    if let (Some(members), Some((id, name))) = (value.as_object_mut(), &change.was) {
        members.insert("was".to_owned(), json!({"toolId": id.to_string(), "name": name}));
    }
    if let (Some(members), Value::Object(compared)) = (value.as_object_mut(), json!(compared)) {
        members.extend(compared);
    }
    value
}

/// Reports the command that approves the change. It needs a flag if a promise is broken.
pub(in crate::command) fn advise(report: &mut Report, command: &str, changes: &[Change]) {
    let is_broken = changes.iter().any(|change| change.kind.breaks_promise());
    if is_broken {
        report.line(fitted("", BROKEN));
    }
    let flag = if is_broken { " --accept-broken-lock" } else { "" };
    report.line(format!("to approve: {command}{flag}"));
}

/// The command that approves what was compared; the snapshot remembers its own selection.
pub(super) fn command_for(old: &Snapshot, new: &Snapshot, path: &Path) -> String {
    let origin = match &new.source {
        Source::File { path } => inert(path),
        source => inert(&source.to_string()),
    };
    let selected = if new.selection == old.selection {
        String::new()
    } else {
        format!("{}{}", flags(&new.selection), released(&old.selection, &new.selection))
    };
    let headers = flag("header-env", old.headers.values());
    format!("cargo a2t fetch {origin} -o {}{selected}{headers}", shown(path))
}

pub(in crate::command) fn flags(selection: &Selection) -> String {
    let versions = if selection.has_all_versions() { " --versions" } else { "" };
    if selection.is_everything() {
        " --all".to_owned()
    } else {
        let (tools, tags) = (flag("tool", selection.tools()), flag("tag", selection.tags()));
        let holds = flag("hold", selection.holds());
        format!("{tools}{tags}{versions}{holds}")
    }
}

/// The flag before each of the texts.
pub(in crate::command) fn flag<T: AsRef<str>>(
    name: &str,
    texts: impl IntoIterator<Item = T>,
) -> String {
    texts.into_iter().map(|text| format!(" --{name} {}", quoted(text.as_ref()))).collect()
}

/// Flags for the tools that are held no longer.
fn released(old: &Selection, new: &Selection) -> String {
    let name = |hold: &String| hold.rsplit_once('@').map_or(hold.clone(), |(name, _)| name.into());
    let held: Vec<String> = new.holds().iter().map(name).collect();
    let mut free: Vec<_> =
        old.holds().iter().map(name).filter(|name| !held.contains(name)).collect();
    free.dedup();
    if new.is_everything() {
        return String::new();
    }
    flag("release", free)
}
