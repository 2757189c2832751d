//! `--retire TOOL@N`: a tombstone takes the place of a version, for good.

use a2t_core::error::inert;
use a2t_core::evolution::Rule;
use a2t_core::published::{FileName, SUMS, Tombstone, folder};
use serde_json::{Value, json};

use crate::published::{
    Edition, Moves, Package, PublishedDir, PublishedTool, of_files, of_list, shown, title,
};
use crate::report::{CommandError, Outcome, Report};
use crate::text::meant;

pub(super) fn run(packages: &[Package], which: &str, reason: &str, dry: bool) -> Outcome {
    let reason = reason.trim();
    if reason.is_empty() {
        return Err(CommandError::new(
            "the reason is empty; describe why the version must not be called again",
        ));
    }
    let (tool, version) = parsed(which)?;
    let (dir, folder) = found(packages, tool)?;
    let Some(kept) = dir.tools.iter().find(|kept| kept.folder == folder) else {
        return Err(CommandError::new(format!("{folder}: gone by now; run the command again")));
    };
    let published = kept.published();
    let what = title(&kept.name(), version);
    if published.retired().contains(&version) {
        return Err(CommandError::new(format!("{what} is retired already")));
    }
    let Some(tool_id) = published.tool_id() else {
        return Err(CommandError::new(format!(
            "no file of {} can be read; `cargo a2t check` reports why",
            inert(tool)
        )));
    };
    let file = kept.path(FileName::Version(version));
    if version >= published.next() && !dir.lists(&file) {
        return Err(CommandError::new(format!(
            "{what} was never published, so it is never called; the next version is {}",
            published.next()
        )));
    }
    let grave = kept.path(FileName::Retired(version));
    let tombstone = Tombstone { tool_id, version, reason: reason.to_owned() };
    let mut edition = Edition::default();
    edition.new.insert(grave, tombstone.text());
    edition.gone.push(file.clone());
    edition.attributes = Edition::has_no_attributes(&dir.root);
    sound(&dir, &file)?;
    written(&dir, &edition, &what, dry)
}

/// `TOOL@N`, where a tool may have `@` in its name.
fn parsed(which: &str) -> Result<(&str, u32), CommandError> {
    let parts = which.rsplit_once('@');
    let parts = parts
        .and_then(|(tool, version)| Some((tool, version.trim_start_matches('v').parse().ok()?)));
    let advice = "expected TOOL@N, such as `add@1`";
    parts
        .filter(|(_, version)| *version > 0)
        .ok_or_else(|| CommandError::new(format!("`{}` names no version; {advice}", inert(which))))
}

fn found(packages: &[Package], tool: &str) -> Result<(PublishedDir, String), CommandError> {
    let id = tool.parse().ok();
    let mut matching = Vec::new();
    let mut names = Vec::new();
    for package in packages {
        let dir = package.dir()?;
        names.extend(dir.tools.iter().map(PublishedTool::name));
        let is = |kept: &&PublishedTool| {
            kept.folder == tool
                || kept.name() == tool
                || id.is_some() && kept.published().tool_id() == id
        };
        let folder = dir.tools.iter().find(is).map(|kept| kept.folder.clone());
        if let Some(folder) = folder {
            matching.push((dir, folder, package.name.clone()));
        }
    }
    if matching.len() > 1 {
        let owners: Vec<_> = matching.iter().map(|(_, _, name)| inert(name)).collect();
        let (tool, owners) = (inert(tool), owners.join(", "));
        return Err(CommandError::new(format!(
            "`{tool}` is published by {owners}: choose one with `-p NAME`"
        )));
    }
    let found = matching.pop().map(|(dir, folder, _)| (dir, folder));
    found.ok_or_else(|| {
        if let Some(file) = packages.iter().find_map(|package| lost(package, tool)) {
            let gone = format!("{file}: listed in {SUMS}, but missing");
            let why = "its id is in there: restore it from version control first";
            return CommandError::new(format!("{gone}; {why}"));
        }
        let meant = meant(tool, names.iter().map(String::as_str));
        CommandError::new(format!("no tool `{}` is published{meant}", inert(tool)))
    })
}

fn lost(package: &Package, tool: &str) -> Option<String> {
    let dir = package.dir().ok()?;
    let below = format!("{}/", folder(tool));
    let sums = dir.sums().ok()?;
    let file = sums.iter().find(|(path, _)| path.starts_with(&below))?;
    Some(shown(&dir.root.join(file.0)))
}

/// Other files than the one that goes are as they should be, so that nothing is covered up.
fn sound(dir: &PublishedDir, file: &str) -> Result<(), CommandError> {
    let path = shown(&dir.root.join(file));
    let moves = Moves::default();
    let wrong = of_files(dir).into_iter().chain(of_list(dir, &moves));
    let wrong = wrong.filter(|diagnostic| diagnostic.file().is_none_or(|file| file != path));
    // A number that is missing is what a tombstone may be for.
    let wrong: Vec<_> = wrong
        .filter(|diagnostic| diagnostic.rule != Rule::VersionGap.row())
        .map(|diagnostic| diagnostic.line())
        .collect();
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(CommandError::new(format!(
            "other files are not as they were published:\n{}",
            wrong.join("\n")
        )))
    }
}

fn written(dir: &PublishedDir, edition: &Edition, what: &str, dry: bool) -> Outcome {
    if !dry {
        edition.write(&dir.root, dir.sums().unwrap_or_default())?;
    }
    let mut report = Report::new(true);
    let mut files = Vec::new();
    for (path, action) in edition.lines(&dir.root) {
        report.line(format!("{}: {action}", shown(&path)));
        files.push(json!({"file": shown(&path), "action": action}));
    }
    report.line(if dry {
format!("{what} to retire; nothing was written (--dry-run)")
    } else {
format!("{what} retired: it is not served any more, and its number never comes back; commit what was written")
    });
    report.member("files", Value::from(files));
    report.member("dryRun", dry);
    Ok(report)
}
