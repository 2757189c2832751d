//! A module that is named like a tool: `mod search;` with the tool `search` in it, or beside it.
//!
//! The type that stands for a tool has the function's name, and so would clash with the module
//! wherever one `use` imports both. Macros cannot ask rustc which names there are; they read the
//! source file that the function stands in.

mod sources;

use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;

use sources::{File, package_has};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Namesake {
    No,
    /// It is somewhere else, as a rule around the function.
    Elsewhere,
    /// It stands beside the function.
    Beside,
}

impl Namesake {
    /// The module of this function's name, as far as the function's own file tells.
    pub(crate) fn of(function: &Ident) -> Self {
        let Some(path) = file_of(function) else {
            return Self::No;
        };
        let name = function.unraw().to_string();
        let file = File::read(&path);
        if file.modules.contains(&name) {
            return Self::in_text(&name, &file.text);
        }
        if is_module_file(&path, &name) {
            return Self::Elsewhere;
        }
        Self::No
    }

    fn in_text(name: &str, text: &str) -> Self {
        let beside = text.parse().is_ok_and(|tokens| are_beside(tokens, name));
        if beside { Self::Beside } else { Self::Elsewhere }
    }
}

/// Paths of tools that may share their name with a module: one of this package does, or the tool is another package's.
pub(crate) fn is_possible(path: &syn::Path) -> bool {
    let (Some(first), Some(last)) = (path.segments.first(), path.segments.last()) else {
        return false;
    };
    let plain = path.segments.iter().all(|segment| segment.arguments.is_empty());
    let Some(file) = file_of(&last.ident).filter(|_| plain && last.ident != "Self") else {
        return false;
    };
    let (first, last) = (first.ident.unraw().to_string(), last.ident.unraw().to_string());
    let file = File::read(&file);
    let foreign = if path.segments.len() > 1 {
        path.leading_colon.is_some() || file.is_foreign(&first)
    } else {
        !MACROS.contains(&last.as_str()) && file.imports(&last)
    };
    foreign || file.modules.contains(&last) || package_has(&last)
}

/// The source file that a word stands in; outside of rustc there is none.
pub(crate) fn file_of(word: &Ident) -> Option<PathBuf> {
    if proc_macro::is_available() { word.span().unwrap().local_file() } else { None }
}

/// Macros that a `use` of one word would import where nothing else has the name.
const MACROS: &[&str] = &[
    "assert",
    "cfg",
    "column",
    "concat",
    "dbg",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "include",
    "line",
    "matches",
    "panic",
    "print",
    "println",
    "stringify",
    "test",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

fn is_module_file(path: &Path, name: &str) -> bool {
    let is = |part: Option<&std::ffi::OsStr>| part.is_some_and(|part| part == name);
    let folder = path.parent().and_then(Path::file_name);
    is(path.file_stem()) || path.ends_with("mod.rs") && is(folder)
}

fn are_beside(tokens: TokenStream, name: &str) -> bool {
    let (mut module, mut function, mut inside) = (false, false, Vec::new());
    let mut before = String::new();
    for tree in tokens {
        let here = match &tree {
            TokenTree::Ident(ident) => ident.unraw().to_string(),
            TokenTree::Group(group) => {
                if group.delimiter() == Delimiter::Brace {
                    inside.push(group.stream());
                }
                String::new()
            }
            _ => String::new(),
        };
        module |= before == "mod" && here == name;
        function |= before == "fn" && here == name;
        before = here;
    }
    module && function || inside.into_iter().any(|inside| are_beside(inside, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_shares_a_module_is_beside() {
        let beside = "mod weather; /** A. */ pub fn weather() -> i32 { 1 }";
        assert_eq!(Namesake::in_text("weather", beside), Namesake::Beside);
        let around = "mod weather { pub fn weather() {} } pub use weather::weather;";
        assert_eq!(Namesake::in_text("weather", around), Namesake::Elsewhere);
        let deeper = "mod a { mod weather {} fn weather() {} }";
        assert_eq!(Namesake::in_text("weather", deeper), Namesake::Beside);
    }

    #[test]
    fn files_are_modules() {
        assert!(is_module_file(Path::new("src/search.rs"), "search"));
        assert!(is_module_file(Path::new("src/search/mod.rs"), "search"));
        assert!(!is_module_file(Path::new("src/search/index.rs"), "search"));
        assert!(!is_module_file(Path::new("src/lib.rs"), "search"));
    }
}
