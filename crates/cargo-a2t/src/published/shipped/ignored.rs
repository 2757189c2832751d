//! Finds published files that git ignores, and the line that makes git include them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use a2t_core::published::FOLDER;
use a2t_core::rule::Publication;

use super::{inert, shown, some};
use crate::diagnostic::Diagnostic;
use crate::git;
use crate::published::Package;

/// A pattern by which git ignores files: its file, its line, and its text.
type Pattern = (String, String, String);

/// Returns one diagnostic for each pattern that ignores published files, and those files.
pub(super) fn of(package: &Package) -> (Vec<Diagnostic>, BTreeSet<String>) {
    if !is_known(package) {
        return (Vec::new(), BTreeSet::new());
    }
    let files = others(package, &["--ignored", "--exclude-standard"]);
    let mut patterns = BTreeMap::<Pattern, BTreeSet<String>>::new();
    for (pattern, file) in matched(&package.folder, &files) {
        patterns.entry(pattern).or_default().insert(file);
    }
    let diagnostics = patterns.iter().map(|(pattern, files)| diagnostic(package, pattern, files));
    (diagnostics.collect(), files)
}

/// Returns `true` if git tracks the package or could: its manifest is in a repository and not
/// ignored.
pub(super) fn is_known(package: &Package) -> bool {
    let tracked = ["ls-files", "--error-unmatch", "--", "Cargo.toml"];
    let ignored = ["check-ignore", "--quiet", "--", "Cargo.toml"];
    let status = |arguments: &[&str]| {
        let output = git::git(&package.folder, arguments, &[]).ok()?;
        output.status.code()
    };
    status(&tracked) == Some(0) || status(&ignored) == Some(1)
}

/// Returns the files below `published/` that git does not track, as `git ls-files --others` lists
/// them.
pub(super) fn others(package: &Package, flags: &[&str]) -> BTreeSet<String> {
    let arguments = [&["ls-files", "-z", "--others"], flags, &["--", FOLDER]].concat();
    let output = git::git(&package.folder, &arguments, &[]).and_then(git::checked);
    let output = output.unwrap_or_default();
    let paths = output.split(|byte| *byte == 0).map(String::from_utf8_lossy);
    let is_own = |path: &String| {
        let name = path.rsplit('/').next().unwrap_or_default();
        !name.is_empty() && !name.starts_with('.')
    };
    paths.map(String::from).filter(is_own).collect()
}

fn matched(folder: &Path, files: &BTreeSet<String>) -> Vec<(Pattern, String)> {
    let input: String = files.iter().flat_map(|file| [file, "\0"]).collect();
    let arguments = ["check-ignore", "-v", "-z", "--stdin"];
    let output = git::git(folder, &arguments, input.as_bytes());
    let output = output.map(|output| output.stdout).unwrap_or_default();
    let fields: Vec<_> = output.split(|byte| *byte == 0).map(String::from_utf8_lossy).collect();
    let rows = fields.chunks_exact(4).filter_map(|row| match row {
        [file, line, pattern, path] => {
            let pattern = (file.to_string(), line.to_string(), pattern.to_string());
            Some((pattern, path.to_string()))
        }
        _ => None,
    });
    rows.collect()
}

fn diagnostic(package: &Package, pattern: &Pattern, files: &BTreeSet<String>) -> Diagnostic {
    let (file, line, pattern) = pattern;
    let source = top(&package.folder).join(file);
    let message = format!("{} ignored by git: `{}`", some(files), inert(pattern));
    let help = if source.starts_with(package.published()) {
        format!("take the line `{}` out", inert(pattern))
    } else {
        let own = shown(&package.folder.join(".gitignore"));
        format!("add the line `{}` to the end of {own}", exception(package))
    };
    let diagnostic = Diagnostic::error(Publication::LeftOut, message, help);
    diagnostic.in_file(&source, line.parse().ok())
}

/// Returns the folder of the repository. Git names the files of its patterns relative to it.
fn top(folder: &Path) -> &Path {
    let output = git::git(folder, &["rev-parse", "--show-cdup"], &[]).and_then(git::checked);
    let up = output.map(|up| up.split(|byte| *byte == b'/').count().saturating_sub(1));
    folder.ancestors().nth(up.unwrap_or_default()).unwrap_or(folder)
}

/// Returns the line that includes the files again. Git does not look into a folder that is itself
/// ignored, even if a pattern includes files in it.
fn exception(package: &Package) -> String {
    let folder = format!("{FOLDER}/");
    let arguments = ["check-ignore", "--quiet", "--no-index", "--", &folder];
    let ignored = git::git(&package.folder, &arguments, &[]);
    if ignored.is_ok_and(|output| output.status.success()) {
        format!("!/{folder}")
    } else {
        format!("!/{folder}**")
    }
}
