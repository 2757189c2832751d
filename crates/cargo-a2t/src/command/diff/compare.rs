//! Pairs the documents of both sides, tool by tool, and compares each pair.

use std::collections::{BTreeMap, BTreeSet};

use a2t_core::error::inert;
use a2t_core::evolution::{CheckedChange, DiffError, Profile, Verdict, diff_lists, diff_values};
use a2t_core::{ToolId, ValidationError};
use serde_json::Value;

use super::change::Compared;
use super::documents::{Document, Side, Versions};
use super::location::pointer;
use super::renamed;
use crate::comparison::Comparison;
use crate::diagnostic::{self, Anchor, Pair};
use crate::report::{CommandError, Format};
use crate::text::versioned;

/// Maximum number of versions of one tool that are compared, each with each.
const VERSIONS_MAX: usize = 200;

pub(super) fn compare(
    old: &Side,
    new: &Side,
    profile: Profile,
    format: Format,
) -> Result<Comparison, CommandError> {
    let lists = !(old.lone && new.lone);
    let (letter, wire) = (Verdict::Compatible, Verdict::Compatible);
    let (diagnostics, added, pairs) = (Vec::new(), Vec::new(), Vec::new());
    let comparison = Comparison { diagnostics, added, pairs, lists, letter, wire };
    let mut comparing = Comparing { comparison, profile, format, known: BTreeMap::new() };
    if let ([from], [to], false) = (&*old.documents, &*new.documents, lists) {
        comparing.pair(from, to)?;
        return Ok(comparing.sorted());
    }
    let mut tools = paired(old, new)?;
    for (from, to) in renamed::taken(&mut tools) {
        comparing.pair(from, to)?;
    }
    for (before, after) in tools.into_values() {
        if before.is_empty() {
            let titles = after.iter().map(|document| document.title());
            comparing.comparison.added.extend(titles);
        }
        comparing.tool(&before, &after, new)?;
    }
    Ok(comparing.sorted())
}

/// Addresses of two documents.
type Shown = (Option<*const Document>, Option<*const Document>);

/// A comparison that is being made.
struct Comparing {
    comparison: Comparison,
    profile: Profile,
    format: Format,
    /// Indices of the pairs of documents that changed.
    known: BTreeMap<Shown, usize>,
}

fn paired<'d>(
    old: &'d Side,
    new: &'d Side,
) -> Result<BTreeMap<String, Versions<'d>>, CommandError> {
    let mut tools: BTreeMap<String, Versions<'d>> = BTreeMap::new();
    // A version that was taken back on the record is not missed.
    let retired: BTreeSet<_> = new.retired.iter().cloned().collect();
    let retired = |document: &&Document| retired.contains(&(document.id(), document.version()));
    for document in old.documents.iter().filter(|document| !retired(document)) {
        tools.entry(document.id()).or_default().0.push(document);
    }
    for document in &new.documents {
        tools.entry(document.id()).or_default().1.push(document);
    }
    // One tool's signature or list of versions is no information about the others.
    let is_one = |(_, after): &Versions<'_>| after.len() == new.documents.len();
    let one = new.documents.len() > 1 && tools.values().any(is_one);
    if new.lone || one && !new.every_tool {
        tools.retain(|_, (_, after)| !after.is_empty());
    }
    for (before, after) in tools.values() {
        once(before, &old.name)?;
        once(after, &new.name)?;
        if new.lone && before.is_empty() {
            let id = after.first().map(|document| document.id()).unwrap_or_default();
            let reason = format!("{} has no tool of the id {}", old.name, inert(&id));
            return Err(CommandError::new(format!(
                "{reason}, so there is nothing to compare {} with",
                new.name
            )));
        }
    }
    Ok(tools)
}

/// Each version may be in a list only once, because it would not be known which one is meant.
fn once(documents: &[&Document], side: &str) -> Result<(), CommandError> {
    let mut seen = BTreeMap::new();
    for document in documents {
        let version = document.version();
        if let Some(first) = seen.insert(version, document) {
            let (first, second) = (first.at("/version"), document.at("/version"));
            let title = document.title();
            return Err(CommandError::new(format!(
                "{second}: {title} is listed twice, first at {first}; expected each version once"
            )));
        }
    }
    if documents.len() > VERSIONS_MAX {
        let count = documents.len();
        return Err(CommandError::new(format!(
            "{side}: {count} versions of one tool; at most {VERSIONS_MAX} are compared"
        )));
    }
    Ok(())
}

impl Comparing {
    fn sorted(mut self) -> Comparison {
        diagnostic::sort(&mut self.comparison.diagnostics);
        self.comparison
    }

    fn tool(
        &mut self,
        before: &[&Document],
        after: &[&Document],
        new: &Side,
    ) -> Result<(), CommandError> {
        if let ([from], [to]) = (before, after) {
            return self.pair(from, to);
        }
        let several = before.len() > 1 || after.len() > 1;
        let one_tool = after.len() == new.documents.len();
        let is_list =
            after.is_empty() || new.every_version || !new.lone && (after.len() > 1 || one_tool);
        if !several || is_list {
            return self.versions(before, after, after);
        }
        // Only the newest version, as catalogs list it, joins those that are out.
        let published =
            |document: &&&Document| after.iter().all(|new| new.version() != document.version());
        let mut state: Vec<_> = before.iter().filter(published).copied().collect();
        state.extend(after);
        self.versions(before, &state, after)
    }

    fn pair(&mut self, from: &Document, to: &Document) -> Result<(), CommandError> {
        let report = diff_values(&from.value, &to.value, self.profile);
        let report = report.map_err(|error| diff_error(&error, &[from, to]))?;
        let compared = Compared {
            tool: to,
            versions: Some((from.version(), to.version())),
            old: Some(from),
            new: Some(to),
            lists: self.comparison.lists,
        };
        for change in report.changes() {
            self.add(change, &compared, (Some(from), Some(to)));
        }
        Ok(())
    }

    fn versions(
        &mut self,
        before: &[&Document],
        state: &[&Document],
        after: &[&Document],
    ) -> Result<(), CommandError> {
        let values = |documents: &[&Document]| -> Vec<Value> {
            documents.iter().map(|document| document.value.clone()).collect()
        };
        let report = diff_lists(&values(before), &values(state), self.profile);
        let all: Vec<_> = before.iter().chain(state).copied().collect();
        let report = report.map_err(|error| diff_error(&error, &all))?;
        let Some(last) = all.last() else {
            return Ok(());
        };
        for change in report.changes() {
            let (old, new) = meant(change, before, after);
            let versions = change.versions.map(|(from, to)| (from.into(), to.into()));
            let lists = self.comparison.lists;
            let both = match (versions, listed(&change.path)) {
                // A change of the list, which both sides have.
                (None, None) => (before.last().copied(), after.last().copied()),
                _ => (old, new),
            };
            self.add(change, &Compared { tool: last, versions, old, new, lists }, both);
        }
        Ok(())
    }

    fn add(&mut self, change: &CheckedChange, compared: &Compared<'_>, both: Both<'_>) {
        let mut diagnostic = compared.diagnostic(change);
        if let Some(pair) = self.shown(both) {
            let (old, new) = both;
            let at = |document: &Document| pointer(&document.value, &change.path);
            diagnostic = diagnostic.anchored(Anchor { pair, old: old.map(at), new: new.map(at) });
        }
        let comparison = &mut self.comparison;
        comparison.letter = comparison.letter.max(change.letter);
        comparison.wire = comparison.wire.max(change.wire);
        comparison.diagnostics.push(diagnostic);
    }

    /// Returns the index of a pair of documents, if a page will show it.
    fn shown(&mut self, both: Both<'_>) -> Option<usize> {
        if self.format != Format::Html {
            return None;
        }
        let (old, new) = both;
        let address = |document: Option<&Document>| document.map(std::ptr::from_ref);
        let pairs = &mut self.comparison.pairs;
        let titles = match (old.map(Document::title), new.map(Document::title)) {
            (None, None) => return None,
            (Some(old), Some(new)) if old != new => format!("{old} → {new}"),
            (old, new) => new.or(old).unwrap_or_default(),
        };
        let index = *self.known.entry((address(old), address(new))).or_insert(pairs.len());
        if index == pairs.len() {
            let head = |one: &Document| format!("{} in {}", one.title(), one.source.shown());
            let value = |one: &Document| one.value.clone();
            pairs.push(Pair {
                title: titles,
                heads: [old.map(head), new.map(head)],
                old: old.map(value),
                new: new.map(value),
            });
        }
        Some(index)
    }
}

type Both<'d> = (Option<&'d Document>, Option<&'d Document>);

fn meant<'d>(change: &CheckedChange, before: &[&'d Document], after: &[&'d Document]) -> Both<'d> {
    let of = |list: &[&'d Document], version: u64| {
        let mut list = list.iter().copied();
        list.find(|document| document.version() == version)
    };
    let (in_old, in_new) = (|version| of(before, version), |version| of(after, version));
    match (change.versions, listed(&change.path)) {
        (Some((from, to)), _) => {
            let (from, to) = (u64::from(from), u64::from(to));
            let earlier = if from == to {
                in_old(from).or_else(|| in_new(from))
            } else {
                in_new(from).or_else(|| in_old(from))
            };
            (earlier, in_new(to).or_else(|| in_old(to)))
        }
        (None, Some(version)) => (in_old(version), in_new(version)),
        (None, None) => (None, after.last().copied()),
    }
}

fn listed(path: &str) -> Option<u64> {
    let (version, _) = path.strip_prefix("versions[")?.split_once(']')?;
    version.parse().ok()
}

fn diff_error(error: &DiffError, documents: &[&Document]) -> CommandError {
    let Some(document) = documents.get(error.document) else {
        return CommandError::new(error);
    };
    let lines: Vec<_> = match &error.reason {
        ValidationError::Syntax(error) => vec![format!("{}: {error}", document.at(""))],
        ValidationError::Rules(violations) => violations
            .iter()
            .map(|violation| format!("{}: {violation}", document.at(&violation.pointer)))
            .collect(),
    };
    CommandError::new(format!("no signature, so it cannot be compared:\n{}", lines.join("\n")))
}

impl Document {
    /// The tool's id, in the one spelling that ids are compared in.
    pub(super) fn id(&self) -> String {
        let text = self.value.get("toolId").and_then(Value::as_str);
        let text = text.unwrap_or_default();
        let id = text.parse::<ToolId>();
        id.map_or_else(|_| text.to_owned(), |id| id.to_string())
    }

    pub(super) fn name(&self) -> &str {
        self.value.get("name").and_then(Value::as_str).unwrap_or_default()
    }

    pub(super) fn version(&self) -> u64 {
        let version = self.value.get("version").and_then(Value::as_u64);
        version.unwrap_or_default()
    }

    fn title(&self) -> String {
        format!("`{}`", versioned(self.name(), self.version()))
    }
}
