//! What the test of a tool does when `A2T_PUBLISHED` asks it to: it compares the tool with its
//! published versions, or tells `cargo a2t` the tool's signature.

use std::env::{self, VarError};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use a2t_core::ToolSignature;
use a2t_core::error::inert;
use a2t_core::evolution::{Finding, Rule, Severity};
use a2t_core::published::{self, FOLDER, FileName, Published, Standing};
use serde_json::json;

use crate::tool::Key;

/// Expands to: the test of the tool with this index of `$ty`.
///
/// A test must stand in a module, and a tool may stand in a function's body, where nothing tells
/// the macro so. There the module below does not see the function beside it, calls its own of the
/// same name, and is never run.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_gate {
    ($name:ident, $ty:ty, $index:expr, $line:expr) => {
        fn $name() -> $crate::__private::Gate {
            $crate::__private::gate(
                <$ty as $crate::__private::Listed>::KEYS,
                $index,
                // Cargo sets it for integration tests and benchmarks alone, whose tools are nobody's but theirs.
                ::core::option_env!("CARGO_TARGET_TMPDIR").is_some(),
                (
                    ::core::option_env!("CARGO_MANIFEST_DIR"),
                    ::core::file!(),
                    $line,
                ),
            )
        }
        #[allow(unnameable_test_items)]
        mod $name {
            fn $name() {}
            #[::core::prelude::v1::test]
            fn gate() -> impl ::std::process::Termination {
                use super::*;
                $name()
            }
        }
    };
}

/// What the test returns.
pub type Gate = Result<(), Refused>;

/// Why the test fails, as it is printed.
pub struct Refused(String);

impl fmt::Debug for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Refused {
    fn file(path: &Path, error: &io::Error) -> Self {
        Self(format!("{}: {error}", inert(&path.display().to_string())))
    }
}

/// The package's folder when it was compiled, the source file, the line.
type Place = (Option<&'static str>, &'static str, u32);

/// The test of the tool with this index.
///
/// # Errors
/// The tool is not published, or not as it is; or nobody can tell.
pub fn gate(keys: &[Key], index: usize, integration_test: bool, place: Place) -> Gate {
    let Some(key) = keys.get(index).filter(|_| !integration_test) else {
        return Ok(());
    };
    match env::var("A2T_PUBLISHED") {
        Err(VarError::NotPresent) => Ok(()),
        Ok(task) => match (task.as_str(), task.strip_prefix("write:")) {
            ("", _) => Ok(()),
            ("check", _) => check((key.signature)(), &folder(place.0)?),
            (_, Some(folder)) => write((key.signature)(), place, Path::new(folder)),
            _ => Err(unknown_task(&task)),
        },
        Err(VarError::NotUnicode(task)) => Err(unknown_task(&task.to_string_lossy())),
    }
}

fn unknown_task(task: &str) -> Refused {
    Refused(format!(
        "A2T_PUBLISHED is `{}`: expected `check`, or nothing",
        inert(task)
    ))
}

/// Tells the signature to whoever named the folder.
fn write(signature: &ToolSignature, (package, file, line): Place, folder: &Path) -> Gate {
    static WRITTEN: AtomicU32 = AtomicU32::new(0);
    let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
    let path = folder.join(format!("{}-{number}.json", process::id()));
    let told = json!({"signature": signature, "package": package, "file": file, "line": line});
    fs::write(&path, told.to_string()).map_err(|error| Refused::file(&path, &error))
}

/// Where the package's published versions are.
fn folder(compiled_in: Option<&str>) -> Result<PathBuf, Refused> {
    if let Some(folder) = env::var_os("A2T_PUBLISHED_DIR") {
        return Ok(folder.into());
    }
    // A test that was compiled elsewhere knows the folder from whoever runs it.
    let package = compiled_in
        .map(PathBuf::from)
        .filter(|package| package.is_dir());
    let package = package.or_else(|| env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from));
    let package = package.ok_or_else(|| {
        Refused(format!(
            "nobody says where `{FOLDER}` is: set A2T_PUBLISHED_DIR to its absolute path"
        ))
    })?;
    Ok(package.join(FOLDER))
}

fn check(signature: &ToolSignature, root: &Path) -> Gate {
    let (folder, published) = find(signature, root)?;
    let shown = |name: FileName| inert(&folder.join(name.to_string()).display().to_string());
    let what = format!("`{}` version {}", inert(&signature.name), signature.version);
    let file = shown(FileName::Version(signature.version));
    let refused = match published.standing(signature) {
        Standing::Kept => return Ok(()),
        Standing::Edited(changes) => {
            format!(
                "{what} is not as it was published in {file}{}",
                listed(&changes)
            )
        }
        Standing::Retired => {
            let tombstone = shown(FileName::Retired(signature.version));
            format!(
                "{what} was retired for good ({tombstone}); take it out of the code, or give it the next version"
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
            let worst = changes
                .iter()
                .filter(|finding| finding.severity == Severity::Error);
            let worst: Vec<_> = worst.cloned().collect();
            let command = "run `cargo a2t publish`, then commit what it writes";
            format!(
                "{what} is not published: there is no {file}; {command}{}{}",
                gap.unwrap_or_default(),
                listed(&worst)
            )
        }
    };
    Err(Refused(refused))
}

fn listed(findings: &[Finding]) -> String {
    findings
        .iter()
        .map(|finding| format!("\n{finding}"))
        .collect()
}

/// The tool's folder and what is in it. Its name tells, unless the tool was renamed.
fn find(signature: &ToolSignature, root: &Path) -> Result<(PathBuf, Published), Refused> {
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

fn read(folder: &Path) -> Result<Published, Refused> {
    let mut files = Vec::new();
    for path in entries(folder)?.into_iter().filter(|path| path.is_file()) {
        let bytes = fs::read(&path).map_err(|error| Refused::file(&path, &error))?;
        files.push((path.display().to_string(), bytes));
    }
    let files = files
        .iter()
        .map(|(path, bytes)| (path.as_str(), bytes.as_slice()));
    published::read(files).into_result().map_err(|faults| {
        let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
        Refused(faults.join("\n"))
    })
}

/// What is in a folder, by name; nothing in one that is not there.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Refused> {
    let failed = |error: io::Error| Refused::file(folder, &error);
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(failed)?,
    };
    let paths = entries.map(|entry| Ok(entry?.path()));
    let mut paths = paths.collect::<io::Result<Vec<_>>>().map_err(failed)?;
    paths.sort();
    Ok(paths)
}
