//! Source files, read as far as they tell which modules and imports there are.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

#[derive(Default)]
pub(super) struct File {
    pub(super) text: String,
    pub(super) modules: HashSet<String>,
    imports: Vec<String>,
}

pub(super) fn package_has(name: &str) -> bool {
    static MODULES: OnceLock<HashSet<String>> = OnceLock::new();
    let modules = MODULES.get_or_init(|| {
        let package = std::env::var_os("CARGO_MANIFEST_DIR");
        package.map_or_else(HashSet::new, |package| modules(PathBuf::from(package)))
    });
    modules.contains(name)
}

fn modules(package: PathBuf) -> HashSet<String> {
    let mut modules = HashSet::new();
    let mut open = vec![package];
    // A package with more folders holds something else than sources in them.
    for _ in 0..1_000 {
        let Some(folder) = open.pop() else { break };
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in entries {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if let Some(module) = name.strip_suffix(".rs") {
                modules.insert(module.to_owned());
            } else if is_folder && is_of_package(&path, &name) {
                modules.insert(name);
                open.push(path);
            }
        }
    }
    modules
}

/// Folders of the package's sources, not of what was built or of another package.
fn is_of_package(path: &Path, name: &str) -> bool {
    !name.starts_with('.') && name != "target" && !path.join("Cargo.toml").exists()
}

/// Read once for all tools of a file: a macro runs unoptimised.
static FILES: Mutex<Option<HashMap<PathBuf, Arc<File>>>> = Mutex::new(None);

impl File {
    fn of(text: String) -> Self {
        let (mut modules, mut imports) = (HashSet::new(), Vec::<String>::new());
        let mut open = false;
        for line in text.lines() {
            if let Some(last) = imports.last_mut().filter(|_| open) {
                last.push_str(line);
            } else if is_likely(line) {
                modules.extend(module(line));
                let import = after_keyword(line, "use ");
                open = import.is_some();
                imports.extend(import.map(str::to_owned));
            }
            open = open && !line.contains(';');
        }
        Self { text, modules, imports }
    }

    /// Paths that begin with this word lead out of the package, as far as the file tells.
    pub(super) fn is_foreign(&self, first: &str) -> bool {
        !["crate", "self", "super"].contains(&first) && !self.modules.contains(first)
    }

    pub(super) fn imports(&self, word: &str) -> bool {
        self.imports.iter().any(|tree| {
            let mut words = tree.split(|c: char| !c.is_alphanumeric() && c != '_');
            let first = words.find(|word| !word.is_empty()).unwrap_or_default();
            self.is_foreign(first) && words.any(|other| other == word)
        })
    }

    pub(super) fn read(path: &Path) -> Arc<Self> {
        let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        let files = files.get_or_insert_default();
        if let Some(known) = files.get(path) {
            return Arc::clone(known);
        }
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let file = Arc::new(Self::of(text));
        files.insert(path.to_owned(), Arc::clone(&file));
        file
    }
}

/// Lines that may begin with `mod`, `pub` or `use`: few do, and the macro runs unoptimised.
fn is_likely(line: &str) -> bool {
    let mut bytes = line.bytes();
    matches!(bytes.find(|byte| *byte != b' '), Some(b'm' | b'p' | b'u'))
}

fn module(line: &str) -> Option<String> {
    let rest = after_keyword(line, "mod ")?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
    rest.get(..end.unwrap_or(rest.len())).map(str::to_owned)
}

fn after_keyword<'l>(line: &'l str, keyword: &str) -> Option<&'l str> {
    let line = line.trim_start();
    match line.strip_prefix(keyword) {
        Some(rest) => Some(rest),
        None if line.starts_with("pub") => {
            let (before, rest) = line.split_once(keyword)?;
            before.ends_with(' ').then_some(rest)
        }
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_begin_a_module_name_it() {
        assert_eq!(module("mod search;").as_deref(), Some("search"));
        assert_eq!(module("    pub(crate) mod search {").as_deref(), Some("search"));
        assert_eq!(module("pub fn search() {"), None);
        assert_eq!(module("// mod search"), None);
    }

    #[test]
    fn imports_end_with_their_semicolon() {
        let text = "use a;\n  pub use b::{\n  c,\n d};\nlet x = \"use e\";\n";
        let file = File::of(text.to_owned());
        assert_eq!(file.imports, ["a;", "b::{  c, d};"]);
    }
}
