//! The packages of this repository, as their manifests describe them.

use std::path::{Path, PathBuf};

pub(crate) struct Package {
    /// Relative to the repository; empty for the package at its root.
    pub(crate) folder: PathBuf,
    pub(crate) name: String,
    /// Text of its manifest.
    pub(crate) manifest: String,
}

impl Package {
    pub(crate) fn is_published(&self) -> bool {
        !self.manifest.contains("\npublish = false")
    }
}

/// Returns the members of the workspace, and the package at its root.
pub(crate) fn packages(root: &Path) -> Result<Vec<Package>, String> {
    let workspace = read(&root.join("Cargo.toml"))?;
    let folders = members(&workspace).map(PathBuf::from).chain([PathBuf::new()]);
    let package = |folder: PathBuf| {
        let manifest = read(&root.join(&folder).join("Cargo.toml"))?;
        let name = name(&manifest).ok_or_else(|| format!("{}: no name", folder.display()))?;
        Ok(Package { name: name.to_owned(), folder, manifest })
    };
    folders.map(package).collect()
}

pub(crate) fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn members(manifest: &str) -> impl Iterator<Item = &str> {
    let list = manifest.split_once("members = [").and_then(|(_, rest)| rest.split_once(']'));
    list.map_or("", |(list, _)| list).split('"').skip(1).step_by(2)
}

fn name(manifest: &str) -> Option<&str> {
    let package = manifest.split_once("[package]")?.1;
    package.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_read_from_the_manifest() {
        let all: Vec<_> = members(include_str!("../../Cargo.toml")).collect();
        assert!(all.contains(&"a2t-core") && all.contains(&"xtask"), "{all:?}");
    }
}
