//! Functions of tools as the sources spell them, whether or not a build compiles them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use a2t_core::ToolSignature;

use super::tokens::{Function, Module, Scan};

/// Maximum number of files that are read, and of bytes of one.
const FILES_MAX: usize = 4_096;
const BYTES_MAX: u64 = 1 << 20;
const DEPTH_MAX: usize = 64;

#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) file: PathBuf,
    pub(crate) line: u32,
    /// Contents of each `#[cfg(…)]`, the outermost module's first.
    pub(crate) cfgs: Vec<String>,
    pub(crate) features: Vec<String>,
}

pub(crate) fn find(package: &Path, published: &ToolSignature) -> Option<Site> {
    let mut files = BTreeMap::new();
    read(package, &mut files);
    let serves = |function: &&Function| {
        let same = match &function.id {
            Some(id) => id.parse().is_ok_and(|id: a2t_core::ToolId| id == published.tool_id),
            None => function.name == published.name,
        };
        same && function.version >= published.version
    };
    let found = files.iter().flat_map(|(file, scan)| {
        let functions = scan.functions.iter().filter(serves);
        functions.map(move |function| (file, function))
    });
    let (file, function) = found.min_by_key(|(_, function)| function.version)?;
    let mut conditions = around(&files, file, DEPTH_MAX);
    conditions.extend(&function.conditions);
    Some(Site {
        file: file.clone(),
        line: function.line,
        cfgs: conditions.iter().map(|cfg| cfg.text.clone()).collect(),
        features: conditions.iter().flat_map(|cfg| cfg.features.clone()).collect(),
    })
}

/// Returns whether a package has a function of a tool that no condition leaves out.
pub(super) fn has_tools(package: &Path) -> bool {
    let mut files = BTreeMap::new();
    read(&package.join("src"), &mut files);
    files.iter().any(|(file, scan)| {
        let around = around(&files, file, DEPTH_MAX);
        let mut functions = scan.functions.iter();
        around.is_empty() && functions.any(|function| function.conditions.is_empty())
    })
}

/// The conditions of the modules that a file is in, as their `mod` items have them.
fn around<'s>(
    files: &'s BTreeMap<PathBuf, Scan>,
    file: &Path,
    depth: usize,
) -> Vec<&'s super::tokens::Condition> {
    let mut conditions = Vec::new();
    if let Some((parent, module)) = declared(files, file)
        && depth > 0
    {
        conditions = around(files, parent, depth.saturating_sub(1));
        conditions.extend(&module.conditions);
    }
    conditions.extend(files.get(file).into_iter().flat_map(|scan| &scan.inner));
    conditions
}

fn declared<'s>(files: &'s BTreeMap<PathBuf, Scan>, file: &Path) -> Option<(&'s Path, &'s Module)> {
    let stem = file.file_stem()?.to_str()?;
    let (name, folder) = match stem {
        "mod" => (file.parent()?.file_name()?.to_str()?, file.parent()?.parent()?),
        stem => (stem, file.parent()?),
    };
    let module_file = folder.with_extension("rs");
    let parents = files.iter().filter(|(parent, _)| {
        **parent != file && (parent.parent() == Some(folder) || **parent == module_file)
    });
    let mut found = parents.flat_map(|(parent, scan)| {
        let modules = scan.modules.iter().filter(|module| module.name == name);
        modules.map(move |module| (parent.as_path(), module))
    });
    found.next()
}

fn read(package: &Path, files: &mut BTreeMap<PathBuf, Scan>) {
    let mut open = vec![package.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder).into_iter().flatten();
        for entry in entries.filter_map(Result::ok) {
            let (path, name) = (entry.path(), entry.file_name());
            let hidden = name.to_string_lossy().starts_with('.');
            let Some(kind) = entry.file_type().ok().filter(|_| !hidden) else {
                continue;
            };
            if kind.is_dir() && name != "target" && !path.join("Cargo.toml").exists() {
                open.push(path);
            } else if kind.is_file() && path.extension().is_some_and(|end| end == "rs") {
                let small = entry.metadata().is_ok_and(|file| file.len() <= BYTES_MAX);
                let text = fs::read_to_string(&path).ok().filter(|_| small);
                files.extend(text.and_then(|text| Some((path, Scan::new(&text)?))));
            }
            if files.len() >= FILES_MAX {
                return;
            }
        }
    }
}
