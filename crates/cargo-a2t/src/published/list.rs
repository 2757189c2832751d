//! Diagnostics of the list of digests: each file has a line, and each line agrees with its file.

use std::collections::BTreeMap;
use std::path::Path;

use a2t_core::error::inert;
use a2t_core::evolution::Rule;
use a2t_core::published::{FileViolation, Reason, SUMS};
use a2t_core::rule::Publication;

use super::dir::{PublishedDir, digest};
use super::settle::{Moves, merged};
use super::shown;
use crate::diagnostic::Diagnostic;

/// Everything that the list and the files do not agree on.
pub(crate) fn of_list(dir: &PublishedDir, moves: &Moves) -> Vec<Diagnostic> {
    let sums = match dir.sums() {
        Ok(sums) => sums,
        Err(line) => return unreadable(dir, line),
    };
    let mut diagnostics = Vec::new();
    // One diagnostic for each tool, for any number of its versions.
    let (mut came, mut went) = (BTreeMap::new(), BTreeMap::new());
    for (path, bytes) in dir.pinned() {
        let file = dir.root.join(path);
        match (sums.digest(path), moves.here(&dir.root, path)) {
            (Some(noted), _) if noted == digest(bytes) => {}
            (Some(_), _) if is_reported(dir, path) => {}
            (Some(_), _) => diagnostics.push(edited(dir, path)),
            (None, Some(from)) => {
                came.insert(folder(path), from);
            }
            (None, None) => diagnostics.push(unlisted().in_file(&file, None)),
        }
    }
    for (path, _) in sums.iter().filter(|(path, _)| !dir.files.contains_key(*path)) {
        match moves.away(&dir.root, path) {
            None => diagnostics.push(gone().in_file(&dir.root.join(path), None)),
            Some((_, true)) => {}
            Some((to, false)) => {
                went.insert(folder(path), to);
            }
        }
    }
    let came = came.into_iter().map(|(tool, from)| moved_here(dir, tool, from));
    let went = went.into_iter().map(|(tool, to)| moved_away(dir, tool, to));
    diagnostics.extend(came.chain(went));
    diagnostics
}

fn folder(path: &str) -> &str {
    path.split_once('/').map_or(path, |(folder, _)| folder)
}

/// A list that is not one of `sha256sum`: two branches met in it, or a line is malformed.
fn unreadable(dir: &PublishedDir, line: usize) -> Vec<Diagnostic> {
    let list_file = dir.root.join(SUMS);
    let number = u32::try_from(line).ok();
    let Some(met) = merged(dir) else {
        let malformed =
            Diagnostic::from_rule(Publication::MalformedSums, "not a line of `sha256sum`");
        return vec![malformed.in_file(&list_file, number)];
    };
    let strange = met.err().unwrap_or_default();
    let hint = Publication::ConflictedSums.hint();
    let help = if strange.is_empty() {
        hint.to_owned()
    } else {
        format!("resolve the conflicts of the files first, then {hint}")
    };
    let message = "two branches published, and their lines met here";
    let list = Diagnostic::error(Publication::ConflictedSums, message, help);
    let list = list.in_file(&list_file, number);
    let strange = strange.iter().filter(|path| !is_reported(dir, path));
    let strange = strange.map(|path| of_neither(dir, path));
    strange.chain([list]).collect()
}

/// A file that is wrong by itself, which is reported once.
fn is_reported(dir: &PublishedDir, path: &str) -> bool {
    let file = shown(&dir.root.join(path));
    let mut violations = dir.tools.iter().flat_map(|kept| &kept.reading.violations);
    violations
        .any(|violation| violation.path == file && !matches!(violation.reason, Reason::Gap { .. }))
}

fn of_neither(dir: &PublishedDir, path: &str) -> Diagnostic {
    let file = dir.root.join(path);
    let violation = FileViolation { path: shown(&file), reason: Reason::Conflicted };
    let message = format!("two branches published it, and its digest is that of neither in {SUMS}");
    Diagnostic::error(Rule::PublishedVersionEdited, message, violation.help()).in_file(&file, None)
}

fn edited(dir: &PublishedDir, path: &str) -> Diagnostic {
    let message = format!("edited since it was published: its digest is not that in {SUMS}");
    let help = "restore it from version control; what is to change goes into the next version";
    Diagnostic::error(Rule::PublishedVersionEdited, message, help)
        .in_file(&dir.root.join(path), None)
}

fn unlisted() -> Diagnostic {
    let message =
        format!("no line of {SUMS} is about it, so `cargo a2t publish` has not written it");
    Diagnostic::from_rule(Publication::Unlisted, message)
}

fn gone() -> Diagnostic {
    Diagnostic::error(
        Rule::PublishedVersionMissing,
        format!("listed in {SUMS}, but missing"),
        "restore it from version control, or record that the version is gone for good: \
         `cargo a2t publish --retire TOOL@N --reason \"…\"`",
    )
}

fn moved_here(dir: &PublishedDir, tool: &str, from: &Path) -> Diagnostic {
    let message = format!("moved here from {}, whose {SUMS} still has its lines", shown(from));
    Diagnostic::from_rule(Publication::Moved, message).in_file(&dir.root.join(tool), None)
}

fn moved_away(dir: &PublishedDir, tool: &str, to: &Path) -> Diagnostic {
    let (tool, to) = (inert(tool), shown(to));
    let message = format!("`{tool}` was moved to {to}, and its lines are still in this list");
    Diagnostic::from_rule(Publication::Moved, message).in_file(&dir.root.join(SUMS), None)
}
