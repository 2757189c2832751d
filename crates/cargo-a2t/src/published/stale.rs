//! Detects builds that do not match the sources. A build that found no folder `published/` does not
//! track it, and cargo does not notice a list that arrives with an old date. If two folders of one
//! package share a target folder (worktrees, caches of CI), cargo considers the program of the
//! other one fresh.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use a2t_core::published::SUMS;

use super::compiler::Build;
use super::package::Package;
use super::write::touch;
use super::{shown, sources};
use crate::report::{CommandError, to_stderr};

/// Prefix of the line in which rustc records the folder of a program's package.
const FOLDER: &str = "# env-dep:CARGO_MANIFEST_DIR=";

/// Touches the sources of programs that were built without the current list or in another folder,
/// so that cargo builds them again. `all` are the members of the workspace.
pub(super) fn touched(
    packages: &[Package],
    all: &[&Package],
    build: &Build,
) -> Result<bool, CommandError> {
    let mut why = HashMap::new();
    for package in packages {
        let list = package.published().join(SUMS);
        if let Some(other) = foreign(package, build) {
            let roots = all.iter().flat_map(|package| &package.targets);
            let roots = roots.map(|target| &target.root).filter(|root| root.is_file());
            why.extend(roots.map(|root| (root, other.clone())));
        } else if list.is_file() {
            let roots = package.targets.iter().map(|target| &target.root);
            let built = roots.filter_map(|root| Some((root, build.with_tools.get(root)?)));
            let stale = built.filter(|(_, program)| is_stale(program, &list));
            let because = format!("it was built without {} as it is", shown(&list));
            why.extend(stale.map(|(root, _)| (root, because.clone())));
        }
    }
    let mut why: Vec<_> = why.into_iter().collect();
    why.sort_unstable();
    for (root, because) in &why {
        touch(root)?;
        to_stderr(&format!("{}: touched, because {because}\n", shown(root)));
    }
    Ok(!why.is_empty())
}

/// Fails if programs still belong to another folder.
pub(super) fn refused(packages: &[Package], build: &Build) -> Result<(), CommandError> {
    let other = packages.iter().find_map(|package| elsewhere(package, build));
    other.map_or(Ok(()), |folder| Err(of_another(&folder)))
}

pub(super) fn of_another(folder: &Path) -> CommandError {
    CommandError::new(format!(
        "the programs that cargo has built are those of {}; give each folder a separate target folder, with \
         `CARGO_TARGET_DIR`, or run one command after the other",
        shown(folder)
    ))
}

/// Returns why the programs of a package belong to another folder with the same package.
fn foreign(package: &Package, build: &Build) -> Option<String> {
    if let Some(folder) = elsewhere(package, build) {
        let folder = shown(&folder);
        return Some(format!("cargo took the program of {folder} for the one of these sources"));
    }
    // A program without tools does not record its folder.
    let mut programs = package.targets.iter().map(|target| &target.root);
    let (has_none, any) = (
        !programs.clone().any(|root| build.with_tools.contains_key(root)),
        programs.any(|root| build.programs.contains_key(root)),
    );
    let should = has_none && any && sources::has_tools(&package.folder);
    should.then(|| "cargo took a program without tools for the one of these sources".to_owned())
}

fn elsewhere(package: &Package, build: &Build) -> Option<PathBuf> {
    let roots = package.targets.iter().map(|target| &target.root);
    let folders = roots.filter_map(|root| folder(build.with_tools.get(root)?));
    let mut others = folders.filter(|folder| *folder != package.folder);
    others.next()
}

fn folder(program: &Path) -> Option<PathBuf> {
    let record = fs::read_to_string(program.with_extension("d")).ok()?;
    let folder = record.lines().find_map(|line| line.strip_prefix(FOLDER))?;
    // Rustc writes `\\` for the one of a path.
    Some(PathBuf::from(folder.replace("\\\\", "\\")))
}

/// Compares with rustc's own record of the files it read; false if there is none.
fn is_stale(program: &Path, list: &Path) -> bool {
    let record = program.with_extension("d");
    let Ok(read) = fs::read_to_string(&record) else {
        return false;
    };
    let built = fs::metadata(&record).and_then(|record| record.modified());
    let arrived = arrived(list);
    let later = built.is_ok_and(|built| arrived.is_some_and(|arrived| arrived > built));
    later || !read.contains(SUMS)
}

/// Time of the file's last change on this disk, not the date that it brought along.
#[cfg(unix)]
fn arrived(list: &Path) -> Option<SystemTime> {
    use std::os::unix::fs::MetadataExt as _;
    use std::time::Duration;

    let list = fs::metadata(list).ok()?;
    let seconds = Duration::from_secs(u64::try_from(list.ctime()).ok()?);
    let rest = Duration::from_nanos(u64::try_from(list.ctime_nsec()).ok()?);
    SystemTime::UNIX_EPOCH.checked_add(seconds)?.checked_add(rest)
}

#[cfg(not(unix))]
fn arrived(list: &Path) -> Option<SystemTime> {
    fs::metadata(list).ok()?.created().ok()
}
