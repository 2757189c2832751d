//! The published tools of a package against those of its code, as far as the tests of one target
//! know them.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fs};

use a2t_core::ToolId;
use a2t_core::error::inert;
use a2t_core::published::{self, Marks, Names, Published};

use super::published::{entries, lost, read, sums};
use super::{GateError, executable};

/// The package's folder, where it was compiled or where the tests are run.
pub(super) fn folder(compiled_in: Option<&str>) -> Option<PathBuf> {
    let there = compiled_in.map(PathBuf::from);
    // A test that was compiled elsewhere gets the folder from the program that runs it.
    let there = there.filter(|package| package.is_dir());
    there.or_else(|| env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from))
}

/// Refuses a program that was built from another folder of the package. If two folders share a
/// target folder, as worktrees may, cargo cannot distinguish their programs.
pub(super) fn of_this(compiled_in: Option<&str>) -> Result<(), GateError> {
    let here = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let real = |folder: PathBuf| fs::canonicalize(folder).ok();
    let there = compiled_in.map(PathBuf::from).and_then(real);
    match (there, here.and_then(real)) {
        (Some(there), Some(here)) if there != here => {
            let shown = |folder: &Path| inert(&folder.display().to_string());
            Err(GateError(format!(
                "cargo took the program of {} for the one of {}, as both share a target folder; touch a source file, or \
                 give each a target folder of its own with `CARGO_TARGET_DIR`",
                shown(&there),
                shown(&here)
            )))
        }
        _ => Ok(()),
    }
}

/// The names in the package's sources: other targets, and what is behind features, may have tools
/// and toolsets that these tests do not see. `None` where there are no sources.
pub(super) fn names(compiled_in: Option<&str>) -> Option<&'static Names> {
    static NAMES: OnceLock<Option<Names>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let mut sources = Vec::new();
        collect(&folder(compiled_in)?, &mut sources);
        let mut names = Names::default();
        sources.iter().for_each(|source| names.read(source));
        (!sources.is_empty()).then_some(names)
    });
    names.as_ref()
}

/// Reads the Rust sources below a folder, except those of other packages and of builds.
fn collect(folder: &Path, sources: &mut Vec<String>) {
    for path in entries(folder).unwrap_or_default() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let left_out = name.starts_with('.') || path.join("Cargo.toml").is_file();
        let left_out = left_out || path.join("CACHEDIR.TAG").is_file() || path.is_symlink();
        if path.is_dir() && !left_out {
            collect(&path, sources);
        } else if name.ends_with(".rs") && path.is_file() {
            sources.extend(fs::read_to_string(&path));
        }
    }
}

/// Refusals of published tools and files that are gone. Only the test of the first declared tool
/// has them, so that each is reported once.
///
/// # Errors
/// The folder cannot be read.
pub(super) fn missing(
    own: (ToolId, u32),
    compiled_in: Option<&str>,
    root: &Path,
) -> Result<Vec<String>, GateError> {
    let (Some(marks), Some(names)) = (executable::marks(), names(compiled_in)) else {
        return Ok(Vec::new());
    };
    if marks.declared.first() != Some(&own) {
        return Ok(Vec::new());
    }
    let mut missing = Vec::new();
    for folder in entries(root)?.into_iter().filter(|path| path.is_dir()) {
        match read(&folder) {
            Ok(published) => missing.extend(no_function(&published, marks, names)),
            Err(_) if is_reported(&folder, names) => {}
            Err(GateError(faults)) => missing.push(faults),
        }
    }
    for (path, _) in sums(root).iter() {
        let file = root.join(path);
        if !file.exists() && !file.parent().is_some_and(|folder| is_reported(folder, names)) {
            missing.push(lost(&inert(&file.display().to_string())));
        }
    }
    Ok(missing)
}

/// Returns whether the code may have the tool of this folder: its own test then reports it.
fn is_reported(folder: &Path, names: &Names) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    published::tool(&name).is_some_and(|tool| names.may_declare(&tool, None))
}

fn no_function(published: &Published, marks: &Marks, names: &Names) -> Option<String> {
    let (id, newest) = (published.tool_id()?, published.newest()?);
    let declared = marks.declared.iter().any(|(declared, _)| *declared == id);
    if declared || names.may_declare(&newest.name, Some(id)) {
        return None;
    }
    let (name, version) = (inert(&newest.name), newest.version);
    Some(format!(
        "`{name}` version {version} is published, and no tool in the code has its id {id}; bring \
         the function back (one that only has another name now keeps the tool with `name = \
         \"{name}\"`), or record that it is gone for good: `cargo a2t publish --retire \
         {name}@{version} --reason \"…\"`"
    ))
}
