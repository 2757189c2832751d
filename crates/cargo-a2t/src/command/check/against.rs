//! Another copy of what is published: in git, in a folder, on a server.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use a2t_codegen::fetch::{self, Endpoint};
use a2t_core::evolution::{History, Profile, Rule};
use a2t_core::published::{self, FileName, Published};
use a2t_core::rule::{Publication, Severity};
use a2t_core::wire::route::Route;
use a2t_core::{ToolId, ToolSignature, catalog};

use super::git::Revision;
use crate::catalog::Headers;
use crate::diagnostic::Diagnostic;
use crate::published::{Package, PublishedDir, PublishedTool, compare, shown, title};
use crate::report::CommandError;

pub(super) enum Reviewed {
    Revision(Revision),
    Folder(PathBuf),
    Server(Box<Endpoint>),
}

impl Reviewed {
    /// An address has `://` in it; a folder that is there is meant before a revision of its name.
    pub(super) fn new(text: &str, headers: &Headers) -> Result<Self, CommandError> {
        if text.contains("://") {
            return Ok(Self::Server(Box::new(headers.endpoint(text)?)));
        }
        if Path::new(text).is_dir() {
            Ok(Self::Folder(text.into()))
        } else {
            Revision::new(text).map(Self::Revision)
        }
    }

    pub(super) fn compare(
        &self,
        dirs: &[(&Package, &PublishedDir)],
        elsewhere: &Elsewhere<'_>,
    ) -> Result<Vec<Diagnostic>, CommandError> {
        match self {
            Self::Server(endpoint) => served(endpoint, elsewhere),
            Self::Folder(folder) => in_folder(folder, dirs, elsewhere),
            Self::Revision(revision) => in_git(revision, dirs, elsewhere),
        }
    }
}

pub(super) struct Elsewhere<'s> {
    pub(super) all: &'s [PublishedDir],
    /// Every member is asked about, so that what was published by one that is gone counts as well.
    pub(super) whole: bool,
}

impl Elsewhere<'_> {
    /// Compares a copy of `own` with what is there now, or in the folder that the tool was moved
    /// to.
    fn compare(&self, theirs: &PublishedDir, own: &PublishedDir, name: &str) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for kept in &theirs.tools {
            let id = kept.published().tool_id();
            let has = |dir: &&PublishedDir| id.is_some_and(|id| dir.tool(id).is_some());
            let now = std::iter::once(own).chain(self.all).find(has);
            diagnostics.extend(compare(kept, now.unwrap_or(own), name));
        }
        diagnostics
    }
}

fn in_git(
    revision: &Revision,
    dirs: &[(&Package, &PublishedDir)],
    elsewhere: &Elsewhere<'_>,
) -> Result<Vec<Diagnostic>, CommandError> {
    let mut diagnostics = Vec::new();
    for (package, dir) in dirs {
        let folder = dir.root.parent().unwrap_or(&package.folder);
        let theirs = revision.dir(folder, dir)?;
        readable(&theirs, &revision.name)?;
        diagnostics.extend(elsewhere.compare(&theirs, dir, &revision.name));
    }
    let workspace = dirs.first().map(|(package, _)| &package.workspace);
    if let Some(workspace) = workspace.filter(|_| elsewhere.whole) {
        diagnostics.extend(of_gone(revision, workspace, elsewhere)?);
    }
    Ok(diagnostics)
}

fn of_gone(
    revision: &Revision,
    workspace: &Path,
    elsewhere: &Elsewhere<'_>,
) -> Result<Vec<Diagnostic>, CommandError> {
    let mut diagnostics = Vec::new();
    for root in revision.gone(workspace)? {
        let none = PublishedDir::new(&root, BTreeMap::new());
        let theirs = revision.dir(workspace, &none)?;
        readable(&theirs, &revision.name)?;
        diagnostics.extend(elsewhere.compare(&theirs, &none, &revision.name));
    }
    Ok(diagnostics)
}

fn in_folder(
    folder: &Path,
    dirs: &[(&Package, &PublishedDir)],
    elsewhere: &Elsewhere<'_>,
) -> Result<Vec<Diagnostic>, CommandError> {
    let mut diagnostics = Vec::new();
    for (package, dir) in dirs {
        let below = package.folder.strip_prefix(&package.workspace).unwrap_or(Path::new(""));
        let mut folders = vec![folder.join(below).join(published::FOLDER)];
        if let [_] = dirs {
            folders.extend([folder.join(published::FOLDER), folder.to_owned()]);
        }
        let Some(found) = folders.into_iter().find(|found| found.is_dir()) else {
            continue;
        };
        let theirs = PublishedDir::read(&found)?;
        let name = shown(&found);
        readable(&theirs, &name)?;
        diagnostics.extend(elsewhere.compare(&theirs, dir, &name));
    }
    Ok(diagnostics)
}

/// A copy that cannot be read proves nothing.
fn readable(theirs: &PublishedDir, name: &str) -> Result<(), CommandError> {
    let violations = theirs.tools.iter().flat_map(|kept| &kept.reading.violations);
    // Numbers that are missing there are none of ours.
    let violations =
        violations.filter(|violation| !matches!(violation.reason, published::Reason::Gap { .. }));
    let violations: Vec<_> =
        violations.map(|violation| format!("{}: {}", violation.path, violation.reason)).collect();
    if violations.is_empty() {
        Ok(())
    } else {
        Err(CommandError::new(format!(
            "what is published in {name} cannot be read:\n{}",
            violations.join("\n")
        )))
    }
}

fn served(endpoint: &Endpoint, elsewhere: &Elsewhere<'_>) -> Result<Vec<Diagnostic>, CommandError> {
    let mut diagnostics = Vec::new();
    let name = endpoint.url().to_owned();
    for tool in signatures(endpoint, Route::Tools)? {
        let id = tool.tool_id;
        let mut versions = signatures(endpoint, Route::Versions(id))?;
        versions.sort_by_key(|signature| signature.version);
        diagnostics.extend(pointers(&versions, &name));
        let ours = elsewhere.all.iter().find(|dir| dir.tool(id).is_some());
        let Some(dir) = ours else {
            diagnostics.push(unknown(&tool, id, &name));
            continue;
        };
        // The served signature has the preconditions and hints of its code.
        let file = |served: &ToolSignature| dir.tool(id)?.published().version(served.version);
        for served in &mut versions {
            if let Some(file) = file(served) {
                *served = published::with_facts_of(file, served.clone());
            }
        }
        let folder = published::folder(&tool.name);
        let reading = published::Reading {
            published: Published { versions, tombstones: Vec::new() },
            violations: Vec::new(),
        };
        let kept = PublishedTool { folder, reading };
        let retired = dir.tool(id).map(|kept| kept.published().retired()).unwrap_or_default();
        diagnostics.extend(compare(&kept, dir, &name));
        diagnostics.extend(still_served(&kept, &retired, dir, &name));
    }
    Ok(diagnostics)
}

fn signatures(endpoint: &Endpoint, route: Route) -> Result<Vec<ToolSignature>, CommandError> {
    let mut found = Vec::new();
    for page in fetch::pages(endpoint, route)? {
        let read = catalog::parse(page.as_bytes());
        let read =
            read.map_err(|error| CommandError::new(format!("{}{route}: {error}", endpoint.url())))?;
        found.extend(read.tools);
    }
    Ok(found)
}

/// `currentVersion` names a version that is served.
fn pointers(versions: &[ToolSignature], name: &str) -> Vec<Diagnostic> {
    let history = History { versions, retired: &[] };
    let report = history.check(Profile::Default);
    let dangling = report.changes().iter();
    let dangling = dangling.filter(|change| change.rule == Rule::CurrentVersionDangling);
    let tool = versions.first().map(|signature| signature.name.to_string()).unwrap_or_default();
    let what = format!("`{}` at {name}", a2t_core::error::inert(&tool));
    dangling.map(|change| Diagnostic::change(change, &what)).collect()
}

fn unknown(tool: &ToolSignature, id: ToolId, name: &str) -> Diagnostic {
    let what = title(&tool.name, tool.version);
    let message = format!("{what} ({id}) is served at {name}, and not published here");
    let help = "no package of the workspace has it, so the next deployment breaks its callers: bring it back";
    Diagnostic::error(Rule::PublishedVersionMissing, message, help)
}

fn still_served(
    kept: &PublishedTool,
    retired: &[u32],
    ours: &PublishedDir,
    name: &str,
) -> Vec<Diagnostic> {
    let versions = kept.published().versions.iter();
    let served = versions.filter(|signature| retired.contains(&signature.version));
    let diagnostic = |signature: &ToolSignature| {
        let message = format!(
            "{} is retired, and still served at {name}",
            title(&signature.name, signature.version)
        );
        let help = "the next deployment takes it away: make sure that it is not called";
        let folder = ours.tool(signature.tool_id).map_or(&kept.folder, |kept| &kept.folder);
        let file = ours.root.join(folder).join(FileName::Retired(signature.version).to_string());
        Diagnostic::new(Publication::RetiredVersion, message, help)
            .severity(Severity::Warning)
            .in_file(&file, None)
    };
    served.map(diagnostic).collect()
}
