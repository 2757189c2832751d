//! `cargo xtask quick`: format, clippy and tests of what changes since the merge base with `main` affect.

use std::collections::BTreeSet;
use std::path::Path;

use crate::command::{Cargo, output};
use crate::workspace::{Package, packages};

pub(crate) fn run(root: &Path) -> Result<bool, String> {
    let changed = changed(root)?;
    let packages = packages(root)?;
    let found: BTreeSet<_> = changed.iter().filter_map(|file| affected(file, &packages)).collect();
    Cargo::new(root).run(&["fmt", "--all", "--check"])?;
    let is_clean = crate::prose::run(root, std::iter::empty())?;
    let steps = found.iter().filter_map(|affected| match affected {
        Affected::Step(name) => Some((*name).to_owned()),
        _ => None,
    });
    let steps: Vec<_> = steps.collect();
    let selection = selection(&found);
    println!("affected: {}", [selection.join(" "), steps.join(" ")].join(" ").trim());
    if !selection.is_empty() {
        Cargo::new(root).run(
            &[&["clippy", "--all-targets"], &*selection, &["--", "-D", "warnings"]].concat(),
        )?;
        Cargo::new(root).run(&[&["test", "--no-fail-fast"], &*selection].concat())?;
    }
    let passed = steps.is_empty() || crate::ci::run_steps(root, steps.into_iter())?;
    Ok(is_clean && passed)
}

/// What a change affects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Affected<'a> {
    Workspace,
    Package(&'a str),
    /// A step of `cargo xtask ci`, of a workspace for which there is one.
    Step(&'static str),
}

/// Files that every package of the workspace is built or checked with. The manifest at the root has its dependencies.
const OF_ALL: [&str; 5] =
    [".cargo/config.toml", "Cargo.lock", "Cargo.toml", "clippy.toml", "rust-toolchain.toml"];

/// Other workspaces, each with the step that builds it.
const OTHERS: [(&str, &str); 2] = [("bench", "bench"), ("tests/fuzz", "fuzz")];

/// Returns the arguments of cargo that select what is affected.
fn selection<'a>(found: &BTreeSet<Affected<'a>>) -> Vec<&'a str> {
    if found.contains(&Affected::Workspace) {
        return vec!["--workspace"];
    }
    let names = found.iter().filter_map(|affected| match affected {
        Affected::Package(name) => Some(["-p", name]),
        _ => None,
    });
    names.flatten().collect()
}

/// Returns the files that differ from the merge base with `main`, and new ones.
fn changed(root: &Path) -> Result<Vec<String>, String> {
    let base = output(root, "git", &["merge-base", "HEAD", "main"])
        .or_else(|_| output(root, "git", &["merge-base", "HEAD", "origin/main"]))?;
    // A file that was moved counts in both of its folders.
    let tracked = output(root, "git", &["diff", "--name-only", "--no-renames", "-z", base.trim()])?;
    let new = output(root, "git", &["ls-files", "--others", "--exclude-standard", "-z"])?;
    let files = tracked.split('\0').chain(new.split('\0'));
    Ok(files.filter(|file| !file.is_empty()).map(str::to_owned).collect())
}

/// Returns what a change of a file affects: the package whose folder is nearest, except for files of more than one package.
/// A page or a script affects none, except in a package.
fn affected<'a>(file: &str, packages: &'a [Package]) -> Option<Affected<'a>> {
    let path = Path::new(file);
    if OF_ALL.contains(&file) {
        return Some(Affected::Workspace);
    }
    if let Some((_, step)) = OTHERS.iter().find(|(folder, _)| path.starts_with(folder)) {
        return Some(Affected::Step(step));
    }
    let nearest = packages.iter().filter(|package| path.starts_with(&package.folder));
    let nearest = nearest.max_by_key(|package| package.folder.components().count())?;
    let is_code =
        path.extension().is_some_and(|extension| extension == "rs" || extension == "toml");
    let is_of_facade = is_code || ["src/", "tests/"].iter().any(|folder| file.starts_with(folder));
    let is_owned = !nearest.folder.as_os_str().is_empty() || is_of_facade;
    is_owned.then_some(Affected::Package(&nearest.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_belongs_to_the_nearest_package() {
        let package = |folder: &str| Package {
            folder: folder.into(),
            name: format!("of {folder}"),
            manifest: String::new(),
        };
        let packages = ["", "a2t-codegen", "a2t-codegen/macro"].map(package);
        let affected = |file| affected(file, &packages);
        let package = |name| Some(Affected::Package(name));
        assert_eq!(affected("a2t-codegen/src/lib.rs"), package("of a2t-codegen"));
        let message = affected("a2t-codegen/macro/tests/fail/x.stderr");
        assert_eq!(message, package("of a2t-codegen/macro"));
        assert_eq!(affected("tests/client/calls.rs"), package("of "));
        assert_eq!(affected("docs/client.md"), None);
        for file in ["Cargo.lock", "rust-toolchain.toml", ".cargo/config.toml"] {
            assert_eq!(affected(file), Some(Affected::Workspace), "{file}");
        }
        assert_eq!(affected("tests/fuzz/Cargo.lock"), Some(Affected::Step("fuzz")));
        assert_eq!(affected("bench/src/main.rs"), Some(Affected::Step("bench")));
    }

    #[test]
    fn the_workspace_is_selected_instead_of_its_packages() {
        let packages = BTreeSet::from(["a", "b"].map(Affected::Package));
        assert_eq!(selection(&packages), ["-p", "a", "-p", "b"]);
        let all = packages.into_iter().chain([Affected::Workspace, Affected::Step("fuzz")]);
        assert_eq!(selection(&all.collect()), ["--workspace"]);
        assert_eq!(selection(&BTreeSet::from([Affected::Step("fuzz")])), [""; 0]);
    }
}
