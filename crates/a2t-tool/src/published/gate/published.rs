//! A tool of the code against the files of its versions.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use a2t_core::ToolSignature;
use a2t_core::error::inert;
use a2t_core::evolution::{CheckedChange, Rule, Severity};
use a2t_core::published::{self, FileName, Published, SUMS, Standing, Sums};

use super::GateError;

pub(super) fn check(signature: &ToolSignature, root: &Path) -> Result<(), GateError> {
    let (folder, published) = find(signature, root)?;
    let shown = |name: FileName| inert(&folder.join(name.to_string()).display().to_string());
    let what = format!("`{}` version {}", inert(&signature.name), signature.version);
    let file = shown(FileName::Version(signature.version));
    let refused = match published.standing(signature) {
        Standing::Kept => return Ok(()),
        Standing::Edited(changes) => {
            format!("{what} is not as it was published in {file}{}", listed(&changes))
        }
        Standing::Retired => {
            let tombstone = shown(FileName::Retired(signature.version));
            format!(
                "{what} was retired for good ({tombstone}); take it out of the code, or give it \
                 the next version"
            )
        }
        Standing::New { changes, skipped } => {
            let gap = skipped.map(|number| {
                format!(
                    "\n{}: version {number} was never published; {}",
                    Rule::VersionGap,
                    Rule::VersionGap.hint()
                )
            });
            let worst = changes.iter().filter(|change| change.severity == Severity::Error);
            let worst: Vec<_> = worst.cloned().collect();
            let command = "run `cargo a2t publish`, then commit what it writes";
            format!(
                "{what} is not published: there is no {file}; {command}{}{}",
                gap.unwrap_or_default(),
                listed(&worst)
            )
        }
    };
    Err(GateError(refused))
}

fn listed(changes: &[CheckedChange]) -> String {
    changes.iter().map(|change| format!("\n{change}")).collect()
}

pub(super) fn lost(file: &str) -> String {
    format!("{file} is listed in {SUMS}, but missing; restore it from version control")
}

/// The files that were published, by their list; none where it cannot be read.
pub(super) fn sums(root: &Path) -> Sums {
    let text = bytes(&root.join(SUMS)).unwrap_or_default();
    Sums::parse(&String::from_utf8_lossy(&text)).unwrap_or_default()
}

/// Finds the tool's folder: by its name, else by the id in it, because tools get renamed.
fn find(signature: &ToolSignature, root: &Path) -> Result<(PathBuf, Published), GateError> {
    let own = root.join(published::folder(&signature.name));
    let first = read(&own)?;
    if first.tool_id() == Some(signature.tool_id) {
        return Ok((own, first));
    }
    for folder in entries(root)?.into_iter().filter(|path| path.is_dir()) {
        let published = read(&folder)?;
        if published.tool_id() == Some(signature.tool_id) {
            return Ok((folder, published));
        }
    }
    Ok((own, Published::default()))
}

pub(super) fn read(folder: &Path) -> Result<Published, GateError> {
    let mut files = Vec::new();
    for path in entries(folder)?.into_iter().filter(|path| !path.is_dir()) {
        let bytes = bytes(&path).map_err(|error| GateError::file(&path, &error))?;
        files.push((path.display().to_string(), bytes));
    }
    let files = files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()));
    published::read(files).into_result().map_err(|violations| {
        let violations: Vec<_> = violations.iter().map(ToString::to_string).collect();
        GateError(violations.join("\n"))
    })
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let found = fs::metadata(path)?;
    if let Some(reason) = published::refusal(found.is_file(), found.len()) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path)?;
    file.take(published::FILE_MAX).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Paths in a folder, sorted; none if the folder is not there.
pub(super) fn entries(folder: &Path) -> Result<Vec<PathBuf>, GateError> {
    let failed = |error: io::Error| GateError::file(folder, &error);
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(failed)?,
    };
    let paths = entries.map(|entry| Ok(entry?.path()));
    let mut paths = paths.collect::<io::Result<Vec<_>>>().map_err(failed)?;
    paths.sort();
    Ok(paths)
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::process::Command;

    use super::*;

    fn zero(path: &Path) {
        std::os::unix::fs::symlink("/dev/zero", path).unwrap();
    }

    fn pipe(path: &Path) {
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    }

    fn hole(path: &Path) {
        fs::File::create(path).unwrap().set_len(1 << 40).unwrap();
    }

    #[test]
    fn devices_pipes_and_endless_files_are_refused_by_name() {
        type Make = fn(&Path);
        let makes: [(Make, &str); 3] = [
            (zero, "not a regular file"),
            (pipe, "not a regular file"),
            (hole, "has 1099511627776 bytes, more than 8388608"),
        ];
        let root = std::env::temp_dir().join(format!("a2t-gate-{}", std::process::id()));
        for (make, reason) in makes {
            let folder = root.join("add");
            fs::create_dir_all(&folder).unwrap();
            make(&folder.join("v1.json"));
            make(&root.join(SUMS));
            let Err(GateError(message)) = read(&folder) else {
                panic!("{reason}");
            };
            assert!(message.contains("add/v1.json") && message.contains(reason), "{message}");
            assert_eq!(sums(&root).iter().count(), 0);
            fs::remove_dir_all(&root).unwrap();
        }
    }
}
