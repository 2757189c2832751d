//! A catalog that was just fetched against the file in which it was approved.

use std::collections::HashSet;
use std::path::Path;
use std::rc::Rc;

use a2t_codegen::snapshot::{Change, Kind, Snapshot};
use a2t_core::error::inert;
use a2t_core::evolution::{Profile, Rule};
use a2t_core::rule::Approval;
use serde_json::json;

use super::compare;
use super::documents::{Document, Side, parsed};
use crate::catalog::{bytes, shown};
use crate::diagnostic::{self, Diagnostic, Location, Source};
use crate::report::{CommandError, Format};

/// Every change with its verdict, at its location in the approved file: what was fetched has none.
pub(in crate::command) fn since(
    path: &Path,
    old: &Snapshot,
    new: &Snapshot,
    changes: &[Change],
) -> Result<Vec<Diagnostic>, CommandError> {
    let mut approved = Side::new(path, &parsed(&bytes(path)?, &shown(path))?)?;
    // What was selected otherwise is nothing that the vendor did.
    let chosen = |change: &&Change| matches!(change.kind, Kind::Deselected | Kind::EarlierPin);
    let chosen: HashSet<_> = changes.iter().filter(chosen).map(|one| one.id.to_string()).collect();
    approved.documents.retain(|document| !chosen.contains(&document.id()));
    let mut served = served(new);
    served.documents.retain(|document| !chosen.contains(&document.id()));
    let compared = compare::compare(&approved, &served, Profile::Default, Format::Human)?;
    let own = compared.diagnostics.into_iter();
    let mut found: Vec<_> = own.map(|one| for_agents(one.at_related())).collect();
    found.extend(changes.iter().filter_map(remark));
    if old.source != new.source {
        let message = format!(
            "approved at {}, now at {}",
            inert(&old.source.to_string()),
            inert(&new.source.to_string())
        );
        found.push(Diagnostic::from_rule(Approval::Moved, message));
    }
    if old.selection != new.selection {
        let message = "other tools, or other versions of them, are selected than were approved";
        found.push(Diagnostic::from_rule(Approval::Reselected, message));
    }
    let file = Rc::new(Source::File(path.to_owned()));
    let mut found: Vec<_> = found.into_iter().map(|one| located(one, &file)).collect();
    diagnostic::sort(&mut found);
    Ok(found)
}

/// Adapts the advice of rules for lists of versions, which is written for vendors. Reviewers who approve a snapshot
/// cannot restore a version.
fn for_agents(one: Diagnostic) -> Diagnostic {
    let is_of = |rule: Rule| one.rule == rule.row();
    let help = if is_of(Rule::PublishedVersionMissing) {
        "the vendor no longer has this version: ask for it, or approve a later one and move its callers there"
    } else if is_of(Rule::CurrentVersionDangling) || is_of(Rule::VersionGap) {
        "report it to the vendor; nothing can be corrected in the snapshot"
    } else if [Rule::PublishedVersionEdited, Rule::PublishedTextEdited].into_iter().any(is_of) {
        "the vendor changed what is published, which the protocol forbids: ask why before you approve it with \
         `--accept-broken-lock`"
    } else {
        return one;
    };
    one.help(help)
}

/// What was fetched, which has no text, so that no location in it is reported.
fn served(new: &Snapshot) -> Side {
    let source = Rc::new(Source::Url(new.source.to_string()));
    let document = |tool| Document {
        value: json!(tool),
        source: Rc::clone(&source),
        text: String::new(),
        start: (1, 1),
    };
    Side {
        name: inert(&new.source.to_string()),
        every_version: new.selection.has_all_versions(),
        every_tool: true,
        documents: new.tools.iter().map(document).collect(),
        ..Side::default()
    }
}

/// A change that the rules of evolution have no word for.
fn remark(change: &Change) -> Option<Diagnostic> {
    let rule = match change.kind {
        Kind::Added => Approval::ToolAdded,
        Kind::CompatibleVersion | Kind::IncompatibleVersion => Approval::NewVersion,
        _ => return None,
    };
    Some(Diagnostic::from_rule(rule, change.to_string()))
}

/// Puts what has no line in the approved file to its beginning.
fn located(one: Diagnostic, file: &Rc<Source>) -> Diagnostic {
    if one.file().is_some() { one } else { one.at(Location::new(file, (1, 1))) }
}
