//! `cargo xtask release`: the version in every file that names it, and its section of the changelog. `cargo release` runs
//! it after it has changed the manifests.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::workspace::{Package, packages, read};

/// All packages share one version.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Files other than manifests and lock files that name the version, each with the text before it. The approved snapshot
/// of `examples/mcp-agent` is not one of them: it has the version that its server had when it was approved.
const PLACES: [(&str, &str); 3] = [
    (".github/actions/fetch-check/action.yml", "Version of the package `a2t-cli`\n    default: "),
    ("docs/agents.md", "/fetch-check@v"),
    ("docs/observability.md", "a2t = { version = \""),
];

/// Lock files of the workspace and of those that use its packages by path.
const LOCKS: [&str; 4] = [
    "Cargo.lock",
    "bench/Cargo.lock",
    "crates/a2t-rap/interop/Cargo.lock",
    "tests/fuzz/Cargo.lock",
];

const CHANGELOG: &str = "CHANGELOG.md";
const UNRELEASED: &str = "## [Unreleased]\n";

/// `VERSION DATE` writes the files for a version, or only names them if `DRY_RUN` is `true`. `--check [TAG]` compares what
/// they have, and the tag of a release.
pub(crate) fn run(root: &Path, arguments: impl Iterator<Item = String>) -> Result<bool, String> {
    let arguments: Vec<_> = arguments.collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--check"] => check(root, None),
        ["--check", tag] => check(root, Some(tag)),
        [version, date] => prepare(root, version, date).map(|()| true),
        _ => Err("usage: cargo xtask release VERSION DATE | --check [TAG]".to_owned()),
    }
}

/// Returns whether every place names the version of the workspace, and prints the others.
fn check(root: &Path, tag: Option<&str>) -> Result<bool, String> {
    let mut wrong = wrong(root, VERSION)?;
    if let Some(tag) = tag {
        wrong.extend(wrong_tag(tag, VERSION, &read(&root.join(CHANGELOG))?));
    }
    wrong.iter().for_each(|line| println!("{line}"));
    Ok(wrong.is_empty())
}

/// Writes what `cargo release` does not know.
fn prepare(root: &Path, version: &str, date: &str) -> Result<(), String> {
    let packages = packages(root)?;
    let names = names(&packages);
    let mut files = vec![(CHANGELOG, released(&read(&root.join(CHANGELOG))?, version, date)?)];
    for (file, before) in PLACES {
        let text = read(&root.join(file))?;
        let found = version_after(&text, before).ok_or_else(|| lost(file, before))?;
        let (old, new) = (format!("{before}{found}"), format!("{before}{version}"));
        files.push((file, text.replace(&old, &new)));
    }
    for file in LOCKS {
        files.push((file, locked(&read(&root.join(file))?, &names, version)));
    }
    let is_dry = env::var_os("DRY_RUN").is_some_and(|value| value == "true");
    for (file, text) in files {
        let path = root.join(file);
        if text != read(&path)? {
            println!("{} {file}", if is_dry { "would write" } else { "writing" });
            if !is_dry {
                fs::write(&path, text).map_err(|error| format!("{file}: {error}"))?;
            }
        }
    }
    Ok(())
}

/// Returns a line for each place that does not name `version`.
fn wrong(root: &Path, version: &str) -> Result<Vec<String>, String> {
    let packages = packages(root)?;
    let mut named = Vec::new();
    for (file, before) in PLACES {
        let text = read(&root.join(file))?;
        let found = version_after(&text, before).ok_or_else(|| lost(file, before))?;
        named.push((PathBuf::from(file), before.trim().to_owned(), found.to_owned()));
    }
    for package in &packages {
        let file = package.folder.join("Cargo.toml");
        named.extend(required(&package.manifest).map(|(name, found)| (file.clone(), name, found)));
    }
    let names = names(&packages);
    for file in LOCKS {
        let text = read(&root.join(file))?;
        let own = text.split("\n\n").filter_map(|block| own_package(block, &names));
        named.extend(own.map(|(name, found)| (file.into(), name.to_owned(), found.to_owned())));
    }
    let wrong = named.into_iter().filter(|(_, _, found)| found != version);
    let line = |(file, what, found): (PathBuf, String, String)| {
        format!("{}: {what} has {found} instead of {version}", file.display())
    };
    Ok(wrong.map(line).collect())
}

fn lost(file: &str, before: &str) -> String {
    format!("{file} has no `{}` with a version, which xtask/src/release.rs expects", before.trim())
}

/// Returns what is wrong with the tag of a release.
fn wrong_tag(tag: &str, version: &str, changelog: &str) -> Option<String> {
    if tag.strip_prefix('v') != Some(version) {
        return Some(format!("the tag is {tag}, but the version is {version}"));
    }
    let is_noted = is_prerelease(version) || changelog.contains(&format!("\n## [{version}] - "));
    (!is_noted).then(|| format!("{CHANGELOG} has no section [{version}]"))
}

/// Returns the changelog with the unreleased changes as those of `version`. A pre-release leaves them to its release.
fn released(changelog: &str, version: &str, date: &str) -> Result<String, String> {
    let heading = format!("## [{version}] - {date}\n");
    if is_prerelease(version) || changelog.contains(&format!("\n## [{version}] - ")) {
        return Ok(changelog.to_owned());
    }
    let (before, after) = changelog
        .split_once(UNRELEASED)
        .ok_or_else(|| format!("{CHANGELOG} has no section [Unreleased]"))?;
    let changes = after.split("\n## [").next().unwrap_or_default();
    if changes.trim().is_empty() {
        return Err(format!("{CHANGELOG} has no unreleased changes"));
    }
    Ok(format!("{before}{UNRELEASED}\n{heading}{after}"))
}

fn is_prerelease(version: &str) -> bool {
    version.contains('-')
}

/// Returns the version that stands after `before`.
fn version_after<'t>(text: &'t str, before: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(before)?;
    let end = rest.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(rest.len());
    let version = rest.get(..end)?;
    version.starts_with(|c: char| c.is_ascii_digit()).then_some(version)
}

/// Returns the version of the workspace, and those that a manifest requires of packages in this repository.
fn required(manifest: &str) -> impl Iterator<Item = (String, String)> {
    let of_workspace = version_after(manifest, "[workspace.package]\nversion = \"");
    let of_workspace = of_workspace.map(|version| ("[workspace.package]".to_owned(), version));
    let dependencies = manifest.lines().filter(|line| line.contains("path = \""));
    let dependencies = dependencies.filter_map(|line| {
        let (name, rest) = line.split_once(" = ")?;
        Some((name.to_owned(), version_after(rest, "version = \"")?))
    });
    of_workspace.into_iter().chain(dependencies).map(|(name, version)| (name, version.to_owned()))
}

/// Returns a lock file with the packages of `names` in `version`.
fn locked(lock: &str, names: &BTreeSet<&str>, version: &str) -> String {
    let blocks = lock.split("\n\n").map(|block| match own_package(block, names) {
        Some((_, old)) => {
            block.replace(&format!("\nversion = \"{old}\""), &format!("\nversion = \"{version}\""))
        }
        None => block.to_owned(),
    });
    blocks.collect::<Vec<_>>().join("\n\n")
}

/// Returns the name and the version of a package in a lock file, if it is one of `names` in this repository.
fn own_package<'t>(block: &'t str, names: &BTreeSet<&str>) -> Option<(&'t str, &'t str)> {
    let value = |key| block.lines().find_map(|line| line.strip_prefix(key)?.strip_suffix('"'));
    let name = value("name = \"").filter(|name| names.contains(name))?;
    let is_ours = value("source = \"").is_none();
    value("version = \"").filter(|_| is_ours).map(|version| (name, version))
}

/// Returns the names of the packages that have the version of the workspace.
fn names(packages: &[Package]) -> BTreeSet<&str> {
    let shared =
        packages.iter().filter(|package| package.manifest.contains("\nversion.workspace = true\n"));
    shared.map(|package| &*package.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = "version = 4\n\n[[package]]\nname = \"a2t\"\nversion = \"0.1.0\"\ndependencies = [\n \"b\",\n]\n\n\
                        [[package]]\nname = \"b\"\nversion = \"0.1.0\"\nsource = \"registry\"\n";

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
    }

    #[test]
    fn every_file_names_the_version_of_the_workspace() {
        assert_eq!(wrong(&root(), VERSION).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn a_file_with_another_version_is_listed() {
        let all = wrong(&root(), "0.0.0").unwrap();
        for file in PLACES.map(|(file, _)| file).into_iter().chain(LOCKS).chain(["Cargo.toml"]) {
            assert!(all.iter().any(|line| line.starts_with(&format!("{file}: "))), "{file}");
        }
        let hello = format!("examples/hello/Cargo.toml: a2t has {VERSION} instead of 0.0.0");
        assert!(all.contains(&hello), "{all:#?}");
    }

    #[test]
    fn only_our_packages_of_a_lock_file_move() {
        let names = BTreeSet::from(["a2t", "b"]);
        let moved = locked(LOCK, &names, "0.2.0");
        assert_eq!(moved, LOCK.replacen("0.1.0", "0.2.0", 1));
    }

    #[test]
    fn unreleased_changes_become_those_of_the_version() {
        let changelog =
            "# Changelog\n\n## [Unreleased]\n\n- One.\n\n## [0.1.0] - 2026-01-01\n\n- Zero.\n";
        let next = released(changelog, "0.2.0", "2026-02-02").unwrap();
        let expected =
            changelog.replace("[Unreleased]\n", "[Unreleased]\n\n## [0.2.0] - 2026-02-02\n");
        assert_eq!(next, expected);
        assert_eq!(released(&next, "0.2.0", "2026-02-03").unwrap(), next, "a second run");
        assert!(released(&next, "0.3.0", "2026-03-03").unwrap_err().contains("no unreleased"));
        assert_eq!(released(changelog, "0.2.0-rc.1", "2026-02-02").unwrap(), changelog);
    }

    #[test]
    fn a_tag_is_the_version_and_has_a_section() {
        let changelog = "# Changelog\n\n## [0.2.0] - 2026-02-02\n";
        assert_eq!(wrong_tag("v0.2.0", "0.2.0", changelog), None);
        assert!(wrong_tag("v0.2.1", "0.2.0", changelog).unwrap().contains("the version is 0.2.0"));
        assert!(wrong_tag("0.2.0", "0.2.0", changelog).is_some());
        assert!(wrong_tag("v0.3.0", "0.3.0", changelog).unwrap().contains("no section [0.3.0]"));
        assert_eq!(wrong_tag("v0.3.0-rc.1", "0.3.0-rc.1", changelog), None);
    }
}
