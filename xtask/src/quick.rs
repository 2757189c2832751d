//! `cargo xtask quick`: format, clippy and tests of the packages with changes since the merge base with `main`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::command::{Cargo, output};

pub(crate) fn run(root: &Path) -> Result<bool, String> {
    let changed = changed(root)?;
    let packages = packages(root)?;
    let found: BTreeSet<_> = changed.iter().filter_map(|file| owner(file, &packages)).collect();
    let names: Vec<_> = found.iter().flat_map(|package| ["-p", &package.name]).collect();
    Cargo::new(root).run(&["fmt", "--all", "--check"])?;
    let is_clean = crate::prose::run(root, std::iter::empty())?;
    if names.is_empty() {
        println!("no package has changed");
        return Ok(is_clean);
    }
    println!(
        "changed: {}",
        found.iter().map(|package| &*package.name).collect::<Vec<_>>().join(", ")
    );
    Cargo::new(root)
        .run(&[&["clippy", "--all-targets"], &*names, &["--", "-D", "warnings"]].concat())?;
    Cargo::new(root).run(&[&["test", "--no-fail-fast"], &*names].concat())?;
    Ok(is_clean)
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

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Package {
    /// Relative to the repository; empty for the package at its root.
    folder: PathBuf,
    name: String,
}

/// Returns the members of the workspace, by the manifests that it lists.
fn packages(root: &Path) -> Result<Vec<Package>, String> {
    let read = |folder: &Path| {
        let path = root.join(folder).join("Cargo.toml");
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let manifest = read(Path::new(""))?;
    let members = members(&manifest).map(PathBuf::from).chain([PathBuf::new()]);
    let package = |folder: PathBuf| {
        let text = read(&folder)?;
        let name = text.lines().find_map(|line| line.strip_prefix("name = "));
        let name = name.ok_or_else(|| format!("{}: no name", folder.display()))?;
        Ok(Package { name: name.trim_matches('"').to_owned(), folder })
    };
    members.map(package).collect()
}

fn members(manifest: &str) -> impl Iterator<Item = &str> {
    let lines = manifest.lines().skip_while(|line| !line.starts_with("members = [")).skip(1);
    lines.take_while(|line| *line != "]").map(|line| line.trim_matches([' ', ',', '"']))
}

/// Returns the package whose folder is nearest to a file. A page or a script has none, except in a package.
fn owner<'a>(file: &str, packages: &'a [Package]) -> Option<&'a Package> {
    let path = Path::new(file);
    let nearest = packages.iter().filter(|package| path.starts_with(&package.folder));
    let nearest = nearest.max_by_key(|package| package.folder.components().count())?;
    let is_code =
        path.extension().is_some_and(|extension| extension == "rs" || extension == "toml");
    let is_of_facade = is_code || ["src/", "tests/"].iter().any(|folder| file.starts_with(folder));
    (!nearest.folder.as_os_str().is_empty() || is_of_facade).then_some(nearest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_belongs_to_the_nearest_package() {
        let package =
            |folder: &str| Package { folder: folder.into(), name: format!("of {folder}") };
        let packages = ["", "a2t-codegen", "a2t-codegen/macro"].map(package);
        let owner = |file| owner(file, &packages).map(|package| &*package.name);
        assert_eq!(owner("a2t-codegen/src/lib.rs"), Some("of a2t-codegen"));
        assert_eq!(owner("a2t-codegen/macro/tests/fail/x.stderr"), Some("of a2t-codegen/macro"));
        assert_eq!(owner("tests/tool.rs"), Some("of "));
        assert_eq!(owner("docs/client.md"), None);
    }

    #[test]
    fn members_are_read_from_the_manifest() {
        let all: Vec<_> = members(include_str!("../../Cargo.toml")).collect();
        assert!(all.contains(&"a2t-core") && all.contains(&"xtask"), "{all:?}");
    }
}
