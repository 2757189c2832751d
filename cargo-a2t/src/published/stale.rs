//! Builds that have not seen what is published. A build that found no folder `published/` tracks
//! none, and cargo does not notice a list that arrives with an old date.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use a2t_core::published::SUMS;

use super::compiler::Build;
use super::package::Package;
use super::shown;
use super::write::touch;
use crate::report::{Failure, aside};

/// Touches the sources of what was built without a look at the list, so that the next build looks.
pub(super) fn touched(packages: &[Package], build: &Build) -> Result<bool, Failure> {
    let mut any = false;
    for package in packages {
        let list = package.published().join(SUMS);
        if !list.is_file() {
            continue;
        }
        let roots = package.targets.iter().map(|target| &target.root);
        let built = roots.filter_map(|root| Some((root, build.with_tools.get(root)?)));
        for (root, _) in built.filter(|(_, program)| is_stale(program, &list)) {
            touch(root)?;
            let (root, list) = (shown(root), shown(&list));
            aside(&format!("{root}: touched, because it was built without {list} as it is\n"));
            any = true;
        }
    }
    Ok(any)
}

/// Compares with rustc's own record of the files it read; false without one, as nobody can tell.
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

/// Time of the file's last change, whatever date it brought along.
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
