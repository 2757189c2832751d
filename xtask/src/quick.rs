//! `cargo xtask quick`: format, clippy and tests of the packages with changes since the merge base with `main`.

use std::collections::BTreeSet;
use std::path::Path;

use crate::command::{Cargo, output};
use crate::workspace::{Package, packages};

pub(crate) fn run(root: &Path) -> Result<bool, String> {
    let changed = changed(root)?;
    let packages = packages(root)?;
    let owners = changed.iter().filter_map(|file| owner(file, &packages));
    let found: BTreeSet<_> = owners.map(|package| &*package.name).collect();
    let names: Vec<_> = found.iter().flat_map(|name| ["-p", name]).collect();
    Cargo::new(root).run(&["fmt", "--all", "--check"])?;
    let is_clean = crate::prose::run(root, std::iter::empty())?;
    if names.is_empty() {
        println!("no package has changed");
        return Ok(is_clean);
    }
    println!("changed: {}", found.iter().copied().collect::<Vec<_>>().join(", "));
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
        let package = |folder: &str| Package {
            folder: folder.into(),
            name: format!("of {folder}"),
            manifest: String::new(),
        };
        let packages = ["", "a2t-codegen", "a2t-codegen/macro"].map(package);
        let owner = |file| owner(file, &packages).map(|package| &*package.name);
        assert_eq!(owner("a2t-codegen/src/lib.rs"), Some("of a2t-codegen"));
        assert_eq!(owner("a2t-codegen/macro/tests/fail/x.stderr"), Some("of a2t-codegen/macro"));
        assert_eq!(owner("tests/tool.rs"), Some("of "));
        assert_eq!(owner("docs/client.md"), None);
    }
}
