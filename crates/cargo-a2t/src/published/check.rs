//! Diagnostics of the published files, of the code that stands for them, and between two copies.

use std::collections::HashMap;

use a2t_core::error::inert;
use a2t_core::evolution::{Change, History, Profile, Quoted, Rule, changes, diff};
use a2t_core::published::{FileName, Reason, Standing, text};
use a2t_core::rule::{Publication, Severity};
use a2t_core::{Hints, ToolId, ToolSignature};

use super::dir::{PublishedDir, PublishedTool};
use super::package::{Code, Package};
use crate::diagnostic::Diagnostic;
use crate::text::versioned;

/// Only the files: each is readable and where it belongs, none was edited, none is missing, and the
/// versions of each tool are compatible.
pub(crate) fn of_files(dir: &PublishedDir) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut folders = HashMap::new();
    for kept in &dir.tools {
        for violation in &kept.reading.violations {
            let rule = match violation.reason {
                Reason::Gap { .. } => Rule::VersionGap.row(),
                Reason::Misnamed => Publication::Misnamed.row(),
                _ => Rule::PublishedVersionEdited.row(),
            };
            let folder = dir.root.join(&kept.folder);
            let name = violation.path.rsplit(['/', '\\']).next().unwrap_or_default();
            let diagnostic =
                Diagnostic::error(rule, violation.reason.to_string(), violation.help());
            diagnostics.push(diagnostic.in_file(&folder.join(name), None));
        }
        let published = kept.published();
        if let Some(first) = published.tool_id().and_then(|id| folders.insert(id, &kept.folder)) {
            let message = format!("its tool is that of `{}`, too", inert(first));
            let help = "move the versions of one tool into one folder";
            let diagnostic = Diagnostic::error(Publication::Misnamed, message, help);
            diagnostics.push(diagnostic.in_file(&dir.root.join(&kept.folder), None));
        }
        diagnostics.extend(compatible(dir, kept));
    }
    diagnostics
}

fn compatible(dir: &PublishedDir, kept: &PublishedTool) -> Vec<Diagnostic> {
    let published = kept.published();
    let retired = published.retired();
    let history = History { versions: &published.versions, retired: &retired };
    let report = history.check(Profile::Default);
    let is_reported = |rule| matches!(rule, Rule::VersionGap | Rule::CurrentVersionDangling);
    let found = report.changes().iter().filter(|change| !is_reported(change.rule));
    let diagnostics = found.map(|change| {
        let version = change.versions.map_or(1, |(_, to)| to);
        let diagnostic = Diagnostic::change(change, &title(&kept.name(), version));
        diagnostic.in_file(&dir.root.join(kept.path(FileName::Version(version))), None)
    });
    diagnostics.filter(Diagnostic::is_error).collect()
}

/// Functions that claim to be one version of one tool, each with the location of another one.
pub(crate) fn duplicates(codes: &[Code]) -> Vec<Diagnostic> {
    let other = |index: usize| {
        if index == 0 { codes.get(1) } else { codes.first() }
    };
    let pairs = codes.iter().enumerate();
    let pairs = pairs.filter_map(|(index, code)| Some((code, other(index)?)));
    pairs.map(|(code, other)| duplicate(code, other)).collect()
}

fn duplicate(code: &Code, other: &Code) -> Diagnostic {
    let (this, that) = (&code.signature, &other.signature);
    let location = format!("{}:{}", super::shown(&other.file), other.line);
    let what = title(&this.name, this.version);
    let (message, help) = if (&code.file, code.line) == (&other.file, other.line) {
        (
            format!("{what} differs in another build"),
            "let its texts and types be the same in every build: a version is one for all callers",
        )
    } else if this.name == that.name {
        (
            format!("{what} is two tools: the other one is at {location}"),
            "give one of them another name, `name = \"…\"`, or another `version` if both are versions of one tool",
        )
    } else {
        (
            format!("{what} has the id of {}, at {location}", title(&that.name, that.version)),
            "give one of them another `id`, or another `version` if both are versions of one tool",
        )
    };
    Diagnostic::error(Publication::VersionTwice, message, help).in_file(&code.file, Some(code.line))
}

/// A tool in the code, against its published versions. What is new and as it should be is no
/// diagnostic.
pub(crate) fn of_code(dir: &PublishedDir, code: &Code, standing: &Standing) -> Vec<Diagnostic> {
    let signature = &code.signature;
    let what = title(&signature.name, signature.version);
    let here = |diagnostic: Diagnostic| diagnostic.in_file(&code.file, Some(code.line));
    let file = |name: FileName| {
        let folder = dir.tool(signature.tool_id).map(|kept| kept.path(name));
        folder.map_or(String::new(), |path| super::shown(&dir.root.join(path)))
    };
    let number = signature.version;
    match standing {
        Standing::Kept => unrecorded(dir, code).map(here).into_iter().collect(),
        Standing::Edited(changes) => {
            let published = file(FileName::Version(number));
            let what = format!("{what}, published in {published}");
            changes.iter().map(|change| here(Diagnostic::change(change, &what))).collect()
        }
        Standing::Retired => {
            let message =
                format!("{what} was retired for good: {}", file(FileName::Retired(number)));
            vec![here(Diagnostic::from_rule(Publication::RetiredVersion, message))]
        }
        Standing::New { changes, skipped } => {
            let gap = skipped.map(|number| {
                let message = format!("{what}: version {number} was never published");
                let help = format!(
                    "give it version {number}, or record that there is none: \
                     `cargo a2t publish --retire {}@{number} --reason \"…\"`",
                    inert(&signature.name)
                );
                here(Diagnostic::error(Rule::VersionGap, message, help))
            });
            let changes = changes.iter().map(|change| here(Diagnostic::change(change, &what)));
            let serious = |diagnostic: &Diagnostic| diagnostic.severity > Severity::Note;
            gap.into_iter().chain(changes.filter(serious)).collect()
        }
    }
}

/// Returns a note if the code requires less than the file of its version records, or has more hints. An older version
/// gets none, because no later file can record it.
fn unrecorded(dir: &PublishedDir, code: &Code) -> Option<Diagnostic> {
    let signature = &code.signature;
    let kept = dir.tool(signature.tool_id)?;
    let published = kept.published();
    let newest = published.newest().filter(|newest| newest.version == signature.version)?;
    let changes: Vec<_> = changes(newest, signature).iter().flat_map(gained).collect();
    if changes.is_empty() {
        return None;
    }
    let what = title(&signature.name, signature.version);
    let file = dir.root.join(kept.path(FileName::Version(signature.version)));
    let message =
        format!("{what}: {}, which {} does not record", changes.join(", "), super::shown(&file));
    Some(Diagnostic::from_rule(Publication::Unrecorded, message))
}

/// Returns what callers gain by a change that a published version may have.
fn gained(change: &Change<'_>) -> Vec<String> {
    match (change.rule, change.old, change.new) {
        (Rule::ScopeRemoved, Quoted::Scopes(old), new) => {
            let kept = if let Quoted::Scopes(kept) = new { kept } else { &[] };
            let dropped = old.iter().filter(|scope| !kept.contains(scope));
            dropped.map(|scope| format!("scope `{}` was dropped", inert(scope))).collect()
        }
        (Rule::IdempotencyKeyOptional, ..) => vec!["the `Idempotency-Key` is optional".to_owned()],
        (Rule::InputFormatRemoved, ..) => {
            let input = change.path.parameter();
            input.map(|(_, id)| format!("`{}` takes any text", inert(id))).into_iter().collect()
        }
        (Rule::HintGiven, old, new) => hints(given(old), given(new)),
        _ => Vec::new(),
    }
}

fn given(value: Quoted<'_>) -> Hints {
    if let Quoted::Hints(hints) = value { hints } else { Hints::NONE }
}

fn hints(old: Hints, new: Hints) -> Vec<String> {
    let all = [
        ("read_only", old.read_only.then_some(true), new.read_only.then_some(true)),
        ("idempotent", old.idempotent.then_some(true), new.idempotent.then_some(true)),
        ("destructive", old.destructive, new.destructive),
        ("long_running", old.long_running.then_some(true), new.long_running.then_some(true)),
    ];
    let changed = all.into_iter().filter(|(_, old, new)| old != new);
    let text = |(name, old, new): (&str, Option<bool>, Option<bool>)| {
        let verb = match (old, new) {
            (None, _) => "added",
            (_, None) => "removed",
            _ => "changed",
        };
        format!("the hint `{name}` was {verb}")
    };
    changed.map(text).collect()
}

/// Returns diagnostics for the versions in programs that cannot run on this machine. rustc has
/// compared the published ones. Nothing is known of others.
pub(crate) fn of_unrun(package: &Package, dir: &PublishedDir) -> Vec<Diagnostic> {
    let ran = |version: &(ToolId, u32)| {
        let mut tools = package.tools.iter().map(|code| &code.signature);
        tools.any(|tool| (tool.tool_id, tool.version) == *version)
    };
    let is_published = |(id, version): &(ToolId, u32)| {
        let published = dir.tool(*id).map(PublishedTool::published);
        published.is_some_and(|published| published.version(*version).is_some())
    };
    let unknown = package.unrun.iter().filter(|version| !ran(version) && !is_published(version));
    let unknown = unknown.map(|(id, version)| {
        let message = format!(
            "version {version} of the tool with the id {id} is not published, and its program cannot be run here"
        );
        let help = "run `cargo a2t publish` on that platform, or give cargo a runner for the target";
        Diagnostic::error(Publication::Unpublished, message, help)
            .in_file(&package.folder.join("Cargo.toml"), None)
    });
    unknown.collect()
}

/// A tool in the code that no toolset lists: its published versions cannot be called.
pub(crate) fn in_no_toolset(code: &Code, standing: &Standing) -> Option<Diagnostic> {
    let (name, number) = (inert(&code.signature.name), code.signature.version);
    let rule = Publication::InNoToolset;
    let message = format!("{} is in no toolset of the package", title(&name, number));
    let list = format!("list it, `a2t::toolset![{}]`", inert(&code.item));
    let library = "a library whose tools another crate lists needs a toolset, if only in a test";
    let diagnostic = match standing {
        _ if code.listed => return None,
        Standing::Kept => {
            let retire = format!("cargo a2t publish --retire {name}@{number} --reason \"…\"");
            let or = format!("or record that it is gone for good: `{retire}`");
            Diagnostic::error(rule, message, format!("{list}, {or}; {library}"))
        }
        Standing::New { .. } => {
            let help = format!("{list}; {library}");
            Diagnostic::new(rule, message, help).severity(Severity::Warning)
        }
        Standing::Edited(_) | Standing::Retired => return None,
    };
    Some(diagnostic.in_file(&code.file, Some(code.line)))
}

/// A copy of published versions that was agreed to, against ours: nothing in it may be edited or
/// missing here.
pub(crate) fn compare(kept: &PublishedTool, ours: &PublishedDir, copy: &str) -> Vec<Diagnostic> {
    let Some(id) = kept.published().tool_id() else {
        return Vec::new();
    };
    let ours_kept = ours.tool(id);
    let none = a2t_core::published::Published::default();
    let (theirs, now) = (kept.published(), ours_kept.map_or(&none, PublishedTool::published));
    let path = |name: FileName| {
        let kept = ours_kept.unwrap_or(kept);
        ours.root.join(kept.path(name))
    };
    let mut diagnostics = Vec::new();
    for old in &theirs.versions {
        let what = title(&old.name, old.version);
        if now.retired().contains(&old.version) {
            continue;
        }
        let diagnostic = match now.version(old.version) {
            Some(new) if text(new) == text(old) => continue,
            Some(new) => {
                let message = format!("{what} is not the one in {copy}");
                let differs = Diagnostic::from_rule(Rule::PublishedFileRewritten, message);
                let file = path(FileName::Version(old.version));
                let all = std::iter::once(differs).chain(edits(old, new, &what));
                diagnostics.extend(all.map(|one| one.in_file(&file, None)));
                continue;
            }
            None => Diagnostic::error(
                Rule::PublishedVersionMissing,
                format!("{what} is published in {copy}, and missing here"),
                "restore it; published versions stay callable, unless `cargo a2t publish --retire` puts on record that they are gone",
            ),
        };
        diagnostics.push(diagnostic.in_file(&path(FileName::Version(old.version)), None));
    }
    for grave in &theirs.tombstones {
        if now.tombstones.iter().all(|tombstone| tombstone.version != grave.version) {
            let message = format!(
                "{} is retired in {copy}, and not here",
                title(&kept.name(), grave.version)
            );
            let help = "restore the tombstone; the next version gets a new number";
            let diagnostic = Diagnostic::error(Rule::PublishedFileRewritten, message, help);
            diagnostics.push(diagnostic.in_file(&path(FileName::Retired(grave.version)), None));
        }
    }
    diagnostics
}

fn edits(old: &ToolSignature, new: &ToolSignature, what: &str) -> Vec<Diagnostic> {
    let report = diff(old, new, Profile::Default);
    let of_lock = |rule| matches!(rule, Rule::PublishedVersionEdited | Rule::PublishedTextEdited);
    let changes = report.changes().iter().filter(|change| !of_lock(change.rule));
    changes.map(|change| Diagnostic::change(change, what)).collect()
}

pub(crate) fn title(name: &str, version: u32) -> String {
    format!("`{}`", versioned(name, version))
}
