//! Determines which published files of a package reach others: git must not ignore them, and
//! `cargo package` must include them.

mod ignored;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use a2t_core::error::inert;
use a2t_core::published::{FOLDER, SUMS};
use a2t_core::rule::Publication;

use super::cargo::Selection;
use super::dir::PublishedDir;
use super::package::Package;
use super::shown;
use crate::diagnostic::{Diagnostic, plural};

/// Returns one diagnostic for each line of a `.gitignore` or of `Cargo.toml` that leaves published
/// files out.
pub(crate) fn left_out(
    package: &Package,
    dir: &PublishedDir,
    selection: &Selection,
) -> Vec<Diagnostic> {
    let files = promised(package, dir);
    if files.is_empty() {
        return Vec::new();
    }
    let (mut diagnostics, ignored) = ignored::of(package);
    let shipped = listed(package, selection);
    let lost = shipped.map_or(BTreeSet::new(), |shipped| &files - &shipped);
    let lost: BTreeSet<_> = lost.difference(&ignored).cloned().collect();
    if !lost.is_empty() {
        diagnostics.push(unpackaged(package, &lost));
    }
    diagnostics
}

/// Returns the published files that git neither tracks nor ignores, below the package's folder.
pub(crate) fn uncommitted(package: &Package, dir: &PublishedDir) -> Vec<String> {
    let files = promised(package, dir);
    if files.is_empty() || !ignored::is_known(package) {
        return Vec::new();
    }
    let untracked = ignored::others(package, &["--exclude-standard"]);
    files.intersection(&untracked).cloned().collect()
}

/// Returns the files that the compiler of a dependent needs, below the package's folder.
fn promised(package: &Package, dir: &PublishedDir) -> BTreeSet<String> {
    if dir.root != package.folder.join(FOLDER) {
        return BTreeSet::new();
    }
    let list = dir.files.contains_key(SUMS).then_some(SUMS);
    let files = dir.pinned().map(|(path, _)| path).chain(list);
    files.map(|path| format!("{FOLDER}/{path}")).collect()
}

/// Returns the files that `cargo package` includes, or `None` if it fails.
fn listed(package: &Package, selection: &Selection) -> Option<BTreeSet<String>> {
    let mut command = selection.cargo("package");
    command.args(["--list", "--allow-dirty", "--package", &package.id]);
    let output = command.output().ok().filter(|output| output.status.success())?;
    let lines = String::from_utf8(output.stdout).ok()?;
    Some(lines.lines().map(|line| line.replace('\\', "/")).collect())
}

fn unpackaged(package: &Package, lost: &BTreeSet<String>) -> Diagnostic {
    let cause = cause(package);
    let (by, help) = match &cause {
        Some(Cause { key: "include", .. }) => {
            (" by `include`", "add `\"/published/**\"` to the end of `include`".to_owned())
        }
        Some(_) => (" by `exclude`", "add `\"!/published/**\"` to the end of `exclude`".to_owned()),
        None => ("", "see what `cargo package --list` has of it, and why".to_owned()),
    };
    let message = format!("{} left out of the package{by}", some(lost));
    let diagnostic = Diagnostic::error(Publication::LeftOut, message, help);
    match cause {
        Some(Cause { file, line, .. }) => diagnostic.in_file(&file, Some(line)),
        None => diagnostic.in_file(&package.folder.join("Cargo.toml"), None),
    }
}

/// Returns a text such as `published/add/v1.json and 2 more files are`.
fn some(files: &BTreeSet<String>) -> String {
    let first = files.first().map_or(String::new(), |file| inert(file));
    match files.len().saturating_sub(1) {
        0 => format!("{first} is"),
        more => format!("{first} and {} are", plural(more, "more file")),
    }
}

/// The key of a manifest that selects what is packaged.
struct Cause {
    key: &'static str,
    file: PathBuf,
    line: u32,
}

fn cause(package: &Package) -> Option<Cause> {
    let own = package.folder.join("Cargo.toml");
    let workspace = package.workspace.join("Cargo.toml");
    // With `include`, cargo ignores `exclude`.
    ["include", "exclude"].into_iter().find_map(|key| {
        if let Some(line) = key_of(&own, key, false) {
            return Some(Cause { key, file: own.clone(), line });
        }
        key_of(&own, key, true)?;
        let line = key_of(&workspace, key, false)?;
        Some(Cause { key, file: workspace.clone(), line })
    })
}

/// Returns the line, counted from 1, of a key that has its own value or that of the workspace.
fn key_of(manifest: &Path, key: &str, is_inherited: bool) -> Option<u32> {
    let text = fs::read_to_string(manifest).ok()?;
    let is_key = |line: &str| {
        let rest = line.trim_start().strip_prefix(key).map(str::trim_start);
        let rest = rest.filter(|rest| rest.starts_with('=') || rest.starts_with('.'));
        rest.is_some_and(|rest| rest.contains("workspace") == is_inherited)
    };
    let index = text.lines().position(is_key)?;
    u32::try_from(index.saturating_add(1)).ok()
}
