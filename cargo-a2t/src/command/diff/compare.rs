//! The documents of both sides are paired, tool by tool, and each pair is judged.

use std::collections::BTreeMap;

use a2t_core::error::inert;
use a2t_core::evolution::{
    Finding, Profile, Report, Severity, Unreadable, Verdict, diff_lists, diff_values,
};
use a2t_core::{Invalid, ToolId};
use serde_json::{Value, json};

use super::documents::{Document, Side};
use super::place::Place;
use crate::report::Failure;

/// The most versions of one tool that are compared, each with each.
const VERSIONS_MAX: usize = 200;

/// Everything that was found.
pub(super) struct Comparison {
    pub(super) findings: Vec<Judged>,
    /// Names and versions of tools that only the new side has.
    pub(super) added: Vec<String>,
    /// Whether either side is a list, so that a finding must say which tool it speaks of.
    pub(super) lists: bool,
}

/// A finding, and where it is.
pub(super) struct Judged {
    pub(super) finding: Finding,
    pub(super) id: String,
    pub(super) tool: String,
    /// The two versions compared; equal for an edit, `None` for what concerns the list.
    pub(super) versions: Option<(u64, u64)>,
    pub(super) old: Option<Place>,
    pub(super) new: Option<Place>,
}

impl Comparison {
    pub(super) fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    pub(super) fn count(&self, severity: Severity) -> usize {
        let of = |judged: &&Judged| judged.finding.severity == severity;
        self.findings.iter().filter(of).count()
    }

    pub(super) fn letter(&self) -> Verdict {
        self.worst(|finding| finding.letter)
    }

    pub(super) fn wire(&self) -> Verdict {
        self.worst(|finding| finding.wire)
    }

    fn worst(&self, verdict: impl Fn(&Finding) -> Verdict) -> Verdict {
        let verdicts = self.findings.iter().map(|judged| verdict(&judged.finding));
        verdicts.max().unwrap_or(Verdict::Compatible)
    }
}

impl Judged {
    /// The finding as the schema describes it; with its tool and versions if there are more.
    pub(super) fn to_json(&self, lists: bool) -> Value {
        let mut value = json!(self.finding);
        if let (true, Some(members)) = (lists, value.as_object_mut()) {
            let tool = json!({"toolId": self.id, "name": self.tool});
            members.insert("tool".to_owned(), tool);
            if let Some((from, to)) = self.versions {
                members.insert("from".to_owned(), from.into());
                members.insert("to".to_owned(), to.into());
            }
        }
        value
    }

    /// Where to look first.
    pub(super) fn place(&self) -> Option<&Place> {
        self.new.as_ref().or(self.old.as_ref())
    }
}

/// Judges every change from one side to the other.
pub(super) fn compare(old: &Side, new: &Side, profile: Profile) -> Result<Comparison, Failure> {
    let mut comparison = Comparison {
        findings: Vec::new(),
        added: Vec::new(),
        lists: !(old.lone && new.lone),
    };
    if let ([from], [to], false) = (&*old.documents, &*new.documents, comparison.lists) {
        comparison.findings = pair(from, to, profile)?;
        return Ok(comparison);
    }
    for (before, after) in paired(old, new)?.into_values() {
        if before.is_empty() {
            comparison
                .added
                .extend(after.iter().map(|document| document.title()));
        }
        comparison
            .findings
            .extend(tool(&before, &after, new, profile)?);
    }
    Ok(comparison)
}

/// The versions of one tool, on one side and on the other.
type Versions<'d> = (Vec<&'d Document>, Vec<&'d Document>);

/// The tools that are compared, by id.
fn paired<'d>(old: &'d Side, new: &'d Side) -> Result<BTreeMap<String, Versions<'d>>, Failure> {
    let mut tools: BTreeMap<String, Versions<'d>> = BTreeMap::new();
    // What was taken back on the record is not missed.
    let retired = |document: &&Document| {
        let is =
            |(id, version): &(String, u64)| *id == document.id() && *version == document.version();
        new.retired.iter().any(is)
    };
    for document in old.documents.iter().filter(|document| !retired(document)) {
        tools.entry(document.id()).or_default().0.push(document);
    }
    for document in &new.documents {
        tools.entry(document.id()).or_default().1.push(document);
    }
    // One tool's signature or list of versions says nothing about the others.
    let is_one = |(_, after): &Versions<'_>| after.len() == new.documents.len();
    let one = new.documents.len() > 1 && tools.values().any(is_one);
    if new.lone || one && !new.every_tool {
        tools.retain(|_, (_, after)| !after.is_empty());
    }
    for (before, after) in tools.values() {
        once(before, &old.name)?;
        once(after, &new.name)?;
        if new.lone && before.is_empty() {
            let id = after
                .first()
                .map(|document| document.id())
                .unwrap_or_default();
            let reason = format!("{} has no tool of the id {}", old.name, inert(&id));
            return Err(Failure::new(format!(
                "{reason}, so there is nothing to compare {} with",
                new.name
            )));
        }
    }
    Ok(tools)
}

/// Each version stands in a list once, or nobody knows which one is meant.
fn once(documents: &[&Document], side: &str) -> Result<(), Failure> {
    let mut seen = BTreeMap::new();
    for document in documents {
        let version = document.version();
        if let Some(first) = seen.insert(version, document) {
            let (first, second) = (first.at("/version"), document.at("/version"));
            let title = document.title();
            return Err(Failure::new(format!(
                "{second}: {title} is listed twice, first at {first}; expected each version once"
            )));
        }
    }
    if documents.len() > VERSIONS_MAX {
        let count = documents.len();
        return Err(Failure::new(format!(
            "{side}: {count} versions of one tool; at most {VERSIONS_MAX} are compared"
        )));
    }
    Ok(())
}

fn tool(
    before: &[&Document],
    after: &[&Document],
    new: &Side,
    profile: Profile,
) -> Result<Vec<Judged>, Failure> {
    if let ([from], [to]) = (before, after) {
        return pair(from, to, profile);
    }
    let several = before.len() > 1 || after.len() > 1;
    let one_tool = after.len() == new.documents.len();
    let is_list =
        after.is_empty() || new.every_version || !new.lone && (after.len() > 1 || one_tool);
    if !several || is_list {
        return lists(before, after, after, profile);
    }
    // The newest version alone, as catalogs list it, joins those that are out.
    let published =
        |document: &&&Document| after.iter().all(|new| new.version() != document.version());
    let mut state: Vec<_> = before.iter().filter(published).copied().collect();
    state.extend(after);
    lists(before, &state, after, profile)
}

fn pair(from: &Document, to: &Document, profile: Profile) -> Result<Vec<Judged>, Failure> {
    let report = diff_values(&from.value, &to.value, profile);
    let report = report.map_err(|error| unreadable(&error, &[from, to]))?;
    let versions = Some((from.version(), to.version()));
    let judge = |finding: &Finding| judged(finding, to, versions, Some(from), Some(to));
    Ok(report.findings().iter().map(judge).collect())
}

fn lists(
    before: &[&Document],
    state: &[&Document],
    after: &[&Document],
    profile: Profile,
) -> Result<Vec<Judged>, Failure> {
    let values = |documents: &[&Document]| -> Vec<Value> {
        documents
            .iter()
            .map(|document| document.value.clone())
            .collect()
    };
    let report = diff_lists(&values(before), &values(state), profile);
    let all: Vec<_> = before.iter().chain(state).copied().collect();
    let report: Report = report.map_err(|error| unreadable(&error, &all))?;
    let Some(last) = all.last() else {
        return Ok(Vec::new());
    };
    let judge = |finding: &Finding| {
        let of = |list: &[&'_ Document], version: u64| {
            list.iter()
                .position(|document| document.version() == version)
        };
        let in_old = |version| of(before, version).and_then(|at| before.get(at).copied());
        let in_new = |version| of(after, version).and_then(|at| after.get(at).copied());
        match (finding.versions, listed(&finding.path)) {
            (Some((from, to)), _) => {
                let (from, to) = (u64::from(from), u64::from(to));
                let earlier = match from == to {
                    true => in_old(from).or_else(|| in_new(from)),
                    false => in_new(from).or_else(|| in_old(from)),
                };
                let later = in_new(to).or_else(|| in_old(to));
                judged(finding, last, Some((from, to)), earlier, later)
            }
            (None, Some(version)) => judged(finding, last, None, in_old(version), in_new(version)),
            (None, None) => judged(finding, last, None, None, after.last().copied()),
        }
    };
    Ok(report.findings().iter().map(judge).collect())
}

/// The version of `versions[3].currentVersion`.
fn listed(path: &str) -> Option<u64> {
    let (version, _) = path.strip_prefix("versions[")?.split_once(']')?;
    version.parse().ok()
}

fn judged(
    finding: &Finding,
    tool: &Document,
    versions: Option<(u64, u64)>,
    old: Option<&Document>,
    new: Option<&Document>,
) -> Judged {
    let place = |document: &Document| document.place(&finding.path);
    Judged {
        finding: finding.clone(),
        id: tool.id(),
        tool: tool.name().to_owned(),
        versions,
        old: old.map(place),
        new: new.map(place),
    }
}

fn unreadable(error: &Unreadable, documents: &[&Document]) -> Failure {
    let Some(document) = documents.get(error.document) else {
        return Failure::new(error);
    };
    let lines: Vec<_> = match &error.reason {
        Invalid::Syntax(error) => vec![format!("{}: {error}", document.at(""))],
        Invalid::Rules(violations) => violations
            .iter()
            .map(|violation| format!("{}: {violation}", document.at(&violation.pointer)))
            .collect(),
    };
    Failure::new(format!(
        "no signature, so it cannot be compared:\n{}",
        lines.join("\n")
    ))
}

impl Document {
    /// The tool's id, in the one spelling that ids are compared in.
    pub(super) fn id(&self) -> String {
        let text = self.value.get("toolId").and_then(Value::as_str);
        let text = text.unwrap_or_default();
        let id = text.parse::<ToolId>();
        id.map_or_else(|_| text.to_owned(), |id| id.to_string())
    }

    fn name(&self) -> &str {
        self.value
            .get("name")
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    pub(super) fn version(&self) -> u64 {
        let version = self.value.get("version").and_then(Value::as_u64);
        version.unwrap_or_default()
    }

    /// Name and version, to be printed.
    fn title(&self) -> String {
        format!("`{}` version {}", inert(self.name()), self.version())
    }
}
