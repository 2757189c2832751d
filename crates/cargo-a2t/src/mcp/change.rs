//! Changes of an MCP server's tools become diagnostics, at their locations.

use std::collections::BTreeMap;

use a2t_core::error::inert;
use a2t_core::json::segment;
use a2t_core::rule::{Class, Family, Profile, Verdict};
use a2t_schema::Snapshot;
use a2t_schema::evolution::{Change, compare};
use serde_json::{Map, Value, json};

use super::Document;
use crate::catalog::shown;
use crate::comparison::Comparison;
use crate::diagnostic::{self, Anchor, Diagnostic, Pair};
use crate::report::Format;

/// Changes from one snapshot to another. A server that was just asked has no file: its changes
/// stand at their locations in the approved one.
pub(crate) fn changed(
    old: &Document,
    new: &Snapshot,
    file: Option<&Document>,
    profile: Profile,
    format: Format,
) -> Comparison {
    let report = compare(&old.snapshot, new);
    let (letter, wire) = (report.letter(), report.wire());
    let renamed: Map<_, _> = report
        .changes()
        .iter()
        .filter(|change| change.pointer == "/name")
        .filter_map(|change| Some((change.tool.clone()?, change.old.clone())))
        .collect();
    let earlier = |name: &str| renamed.get(name).and_then(Value::as_str).unwrap_or(name).to_owned();
    let (mut there, mut here) = (Vec::new(), Vec::new());
    let mut pairs = Pairs { known: BTreeMap::new(), pairs: Vec::new() };
    for change in report.changes() {
        let mut one = diagnostic(change, profile);
        let of = change.tool.as_deref();
        // Only a page shows the documents.
        if let (Some(file), Some(name), Format::Html) = (file, of, format) {
            let pair = pairs.index(name, old, &earlier(name), file);
            one = one.anchored(anchor(pair, change));
        }
        match file.filter(|_| !change.gone) {
            Some(file) => here.push((pointer(&file.snapshot, of, change), one)),
            None => {
                let of = of.map(earlier);
                there.push((pointer(&old.snapshot, of.as_deref(), change), one));
            }
        }
    }
    let mut diagnostics = old.located(there);
    diagnostics.extend(file.map(|file| file.located(here)).unwrap_or_default());
    diagnostic::sort(&mut diagnostics);
    let pairs = pairs.pairs;
    Comparison { diagnostics, added: Vec::new(), pairs, lists: true, letter, wire }
}

/// Tools that changed, by their names.
struct Pairs {
    known: BTreeMap<String, usize>,
    pairs: Vec<Pair>,
}

impl Pairs {
    fn index(&mut self, name: &str, old: &Document, earlier: &str, new: &Document) -> usize {
        let pairs = &mut self.pairs;
        let index = *self.known.entry(name.to_owned()).or_insert(pairs.len());
        if index == pairs.len() {
            let of = |document: &Document, name: &str| {
                let tool = document.snapshot.tool(name)?;
                let head = format!("`{}` in {}", inert(name), shown(&document.path));
                Some((head, tool.to_value()))
            };
            let (old_head, old) = of(old, earlier).unzip();
            let (new_head, new) = of(new, name).unzip();
            let title = if earlier == name {
                format!("`{}`", inert(name))
            } else {
                format!("`{}` → `{}`", inert(earlier), inert(name))
            };
            pairs.push(Pair { title, heads: [old_head, new_head], old, new });
        }
        index
    }
}

fn anchor(pair: usize, change: &Change) -> Anchor {
    let at = Some(change.pointer.clone());
    let (old, new) = if change.gone { (at, None) } else { (None, at) };
    Anchor { pair, old, new }
}

/// JSON pointer of a change in a snapshot, as far as the snapshot has it.
fn pointer(snapshot: &Snapshot, tool: Option<&str>, change: &Change) -> String {
    let Some(name) = tool else {
        return change.pointer.clone();
    };
    match snapshot.tools.iter().position(|tool| tool.name == name) {
        Some(index) => format!("/tools/{index}{}", change.pointer),
        None => "/tools".to_owned(),
    }
}

fn diagnostic(change: &Change, profile: Profile) -> Diagnostic {
    let rule = change.rule;
    let (path, values) = (change.path(), change.values());
    let of = change.tool.as_deref().map(inert);
    let location = match (&of, path.is_empty()) {
        (Some(tool), true) => format!("`{tool}`"),
        (Some(tool), false) => format!("`{tool}` {path}"),
        (None, _) => path.clone(),
    };
    let message = if values.is_empty() { rule.slug().to_owned() } else { values };
    let of = of.map_or(String::new(), |tool| format!(" of `{tool}`"));
    let headline = if path.is_empty() {
        format!("{}{of}", rule.slug())
    } else {
        format!("{}: {path}{of}", rule.slug())
    };
    let tool = change.tool.as_deref().unwrap_or_default();
    let help = rule.row().help();
    let one = Diagnostic::new(rule, format!("{location}: {message}"), &*help)
        .severity(rule.severity_in(profile))
        .more()
        .differing(headline, [&change.old, &change.new])
        .fingerprint(
            format!("{tool}.{path}"),
            format!("{tool}/{rule}/{}", segment(&change.pointer)),
        )
        .members(members(change, profile));
    let is_of_contract = rule.row().family == Family::Change(Class::Contract);
    if is_of_contract && rule.letter() == Verdict::Breaking && rule.wire() == Verdict::Compatible {
        let text = "callers that send and read what the approved schema names go on as before";
        one.note("note", text.to_owned())
    } else {
        one
    }
}

/// One of `findings` in the document of `cargo a2t diff`.
fn members(change: &Change, profile: Profile) -> Value {
    let rule = change.rule;
    let mut value = json!({
        "rule": rule.id(),
        "severity": rule.severity_in(profile).name(),
        "letter": rule.letter().name(),
        "wire": rule.wire().name(),
        "path": change.path(),
        "pointer": change.pointer,
        "old": change.old,
        "new": change.new,
        "hint": rule.row().help(),
        "witness": null,
    });
    if let (Some(members), Some(tool)) = (value.as_object_mut(), &change.tool) {
        members.insert("tool".to_owned(), json!({"name": tool}));
    }
    value
}
