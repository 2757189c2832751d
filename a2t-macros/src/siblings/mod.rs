//! Finds the other derives of a type, its earlier block of tools, and the block of a function. rustc does not pass them to a macro, so the source
//! file of the item is read. If nothing is found, rustc's own messages remain.

mod block;
mod list;
mod second;

use std::collections::{HashMap, HashSet};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

pub(crate) use block::{Block, around};
pub(crate) use list::contains as in_one_list;
pub(crate) use second::is_second;

use crate::published::Known;

/// Returns the names of all derives of the type, as far as its file shows them. They are found by the name of the type,
/// which another type in the file may have, so they only choose what is reported after a mistake. [`in_one_list`] goes by
/// the location of the derive: it chooses between two traits, and must not take a derive of another type or crate for ours.
pub(crate) fn derives(ident: &Ident) -> Vec<String> {
    let text = file_of(ident).and_then(|path| text(&path));
    let tokens = text.and_then(|text| text.parse().ok());
    tokens.and_then(|tokens| derives_in(tokens, &ident.to_string())).unwrap_or_default()
}

/// Returns the number of lines between a type and the tool of this name. The number is large if the tool is not in the
/// type's file.
pub(crate) fn lines_between(ident: &Ident, tool: &str) -> usize {
    let text = file_of(ident).and_then(|path| text(&path));
    let line = || ident.span().unwrap().line();
    text.and_then(|text| lines_to(&text, line(), tool)).unwrap_or(usize::MAX)
}

fn lines_to(text: &str, line: usize, tool: &str) -> Option<usize> {
    let (function, given) = (format!("fn {tool}("), format!("name = \"{tool}\""));
    let lines = text.lines().zip(1..);
    let tools = lines.filter(|(text, _)| text.contains(&function) || text.contains(&given));
    tools.map(|(_, of_tool)| line.abs_diff(of_tool)).min()
}

/// Names of the parameters and the fields of a type.
#[derive(Default)]
pub(crate) struct TypedNames {
    /// Those that have the bounds of the type.
    pub(crate) plain: HashSet<String>,
    /// Those that only occur with bounds in their own attribute.
    pub(crate) bounded: HashSet<String>,
    /// Those that another type has.
    pub(crate) others: HashSet<String>,
}

/// Returns the names of the parameters and the fields of this type in its file.
pub(crate) fn names_of_type(ident: &Ident) -> TypedNames {
    let typed = file_of(ident).and_then(|path| typed(&path));
    typed.map(|typed| names_in(&typed, &ident.to_string())).unwrap_or_default()
}

/// Returns the functions and the parameters of this type in all source files of the package, with the bounds in their
/// own attributes. Each has its name as a tool or as an input, which its attribute may set.
pub(crate) fn parameters_of_type(ident: &Ident) -> HashMap<(String, String), OwnBounds> {
    let name = ident.to_string();
    let files = file_of(ident).map(|file| sources(&file)).unwrap_or_default();
    // Most files do not name the type, and searching for it is much faster than reading them.
    let names_it = |path: &&PathBuf| text(path).is_some_and(|text| text.contains(&name));
    let typed = files.iter().filter(names_it).filter_map(|path| typed(path));
    typed.flat_map(|typed| parameters_in(&typed, &name)).collect()
}

fn parameters_in(typed: &[Typed], ty: &str) -> HashMap<(String, String), OwnBounds> {
    let of_type = typed.iter().filter(|one| one.ty == ty);
    of_type.filter_map(|one| Some(((one.function.clone()?, one.name.clone()), one.own))).collect()
}

fn names_in(typed: &[Typed], ty: &str) -> TypedNames {
    let mut names = TypedNames::default();
    for Typed { name, ty: of, own, .. } in typed {
        let of_kind = if of != ty {
            &mut names.others
        } else if own.is_empty() {
            &mut names.plain
        } else {
            &mut names.bounded
        };
        // A word in lower case is the value of a field.
        if of.starts_with(char::is_uppercase) {
            of_kind.insert(name.clone());
        }
    }
    let TypedNames { plain, bounded, .. } = &mut names;
    bounded.retain(|name| !plain.contains(name));
    names
}

/// A name before its type: a parameter, a field or a variable.
struct Typed {
    /// The name of the function before it.
    function: Option<String>,
    name: String,
    /// The type without its path, also inside an `Option`.
    ty: String,
    own: OwnBounds,
}

/// The bounds in an attribute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OwnBounds {
    pub(crate) min: bool,
    pub(crate) max: bool,
    pub(crate) max_length: bool,
}

impl OwnBounds {
    pub(crate) fn is_empty(self) -> bool {
        self == Self::default()
    }

    fn add(&mut self, key: &str) {
        match key.split_once(' ').map_or(key, |(key, _)| key) {
            "min" => self.min = true,
            "max" => self.max = true,
            "max_length" => self.max_length = true,
            _ => {}
        }
    }
}

fn typed(path: &Path) -> Option<Arc<Vec<Typed>>> {
    static TYPED: Known<Vec<Typed>> = Known::new();
    let stamp = fs::metadata(path).and_then(|file| file.modified()).ok();
    TYPED.get(path, stamp, |path| text(path).map(|text| typed_in(&text)).ok_or(())).ok()
}

fn typed_in(text: &str) -> Vec<Typed> {
    let (mut all, mut function, mut given) = (Vec::new(), None, None);
    let mut own = OwnBounds::default();
    // Few lines are split, because macros are usually compiled without optimization.
    let marks = [": ", "fn ", "struct ", "enum ", "min", "max", "name = "];
    let is_read =
        |line: &&str| !line.starts_with("//") && marks.iter().any(|mark| line.contains(mark));
    let lines = text.lines().map(str::trim).filter(is_read);
    // Several parameters of a short function are in one line.
    let parts = lines.flat_map(|line| line.split(['(', ')', '{', '}', ',']));
    for part in parts.map(str::trim) {
        let is_item = ["fn ", "struct ", "enum "].iter().any(|item| part.contains(item));
        if let Some((before, after)) = part.rsplit_once(": ") {
            let name = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next();
            let ty = after.split_once(" =").map_or(after, |(ty, _)| ty);
            let inner = ty.strip_prefix("Option<").and_then(|ty| ty.strip_suffix('>'));
            let ty = inner.unwrap_or(ty).rsplit("::").next().unwrap_or_default().to_owned();
            let name = given.take().or(name.map(str::to_owned)).unwrap_or_default();
            let function = function.clone().filter(|_| !before.starts_with("let "));
            all.push(Typed { function, name, ty, own });
            own = OwnBounds::default();
        } else if is_item {
            let name = part.split_once("fn ").map(|(_, name)| name);
            let name = name.map(|name| name.split_once('<').map_or(name, |(name, _)| name));
            function = name.map(|name| given.take().unwrap_or_else(|| name.to_owned()));
            (given, own) = (None, OwnBounds::default());
        } else {
            own.add(part);
            let name = part.strip_prefix("name = \"").and_then(|name| name.split_once('"'));
            given = name.map(|(name, _)| name.to_owned()).or(given);
        }
    }
    all
}

/// Returns all source files of the package if this file is in its folder `src`, else only this file.
fn sources(file: &Path) -> Vec<PathBuf> {
    let folder = env::var_os("CARGO_MANIFEST_DIR").map(|root| Path::new(&root).join("src"));
    let own = fs::canonicalize(file).ok();
    let folder = folder.and_then(|folder| fs::canonicalize(folder).ok());
    match folder.filter(|folder| own.is_some_and(|own| own.starts_with(folder))) {
        Some(folder) => sources_in(&folder),
        None => vec![file.to_owned()],
    }
}

fn sources_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let files = entries.flat_map(|entry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => sources_in(&entry.path()),
        _ => vec![entry.path()],
    });
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// Returns the text of a source file, which is read once for all macros in it.
fn text(path: &Path) -> Option<Arc<String>> {
    static TEXTS: Known<String> = Known::new();
    let stamp = fs::metadata(path).and_then(|file| file.modified()).ok();
    TEXTS.get(path, stamp, |path| fs::read_to_string(path)).ok()
}

/// Returns the source file that contains a token, or `None` outside of rustc.
fn file_of(word: &Ident) -> Option<PathBuf> {
    if proc_macro::is_available() { word.span().unwrap().local_file() } else { None }
}

fn derives_in(tokens: TokenStream, name: &str) -> Option<Vec<String>> {
    let (mut derived, mut before) = (Vec::new(), String::new());
    for tree in tokens {
        match &tree {
            TokenTree::Ident(ident) if is_item(&before) && ident == name => return Some(derived),
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket && before == "#" => {
                derived.extend(derives_of(group.stream()));
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                if let Some(found) = derives_in(group.stream(), name) {
                    return Some(found);
                }
                derived.clear();
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => derived.clear(),
            _ => {}
        }
        before = match tree {
            TokenTree::Group(_) => String::new(),
            word => word.to_string(),
        };
    }
    None
}

fn is_item(keyword: &str) -> bool {
    ["enum", "struct", "union"].contains(&keyword)
}

/// Returns the last name of each path in `derive(…)`, without `thiserror::Error`, which is another library's.
fn derives_of(attribute: TokenStream) -> Vec<String> {
    let mut trees = attribute.into_iter();
    let is_derive = trees.next().is_some_and(|tree| tree.to_string() == "derive");
    let Some(TokenTree::Group(list)) = trees.next().filter(|_| is_derive) else {
        return Vec::new();
    };
    let (mut names, mut last, mut theirs) = (Vec::new(), None, false);
    for tree in list.stream() {
        match tree {
            TokenTree::Ident(ident) if ident == "thiserror" => theirs = true,
            TokenTree::Ident(ident) => last = Some(ident.to_string()).filter(|_| !theirs),
            TokenTree::Punct(punct) if punct.as_char() == ',' => {
                names.extend(last.take());
                theirs = false;
            }
            _ => {}
        }
    }
    names.extend(last);
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn derives(text: &str) -> Vec<String> {
        derives_in(text.parse().unwrap(), "Key").unwrap_or_default()
    }

    #[test]
    fn the_derives_of_a_type_are_those_above_it() {
        assert_eq!(
            derives("/// A.\n#[derive(a2t::Enum, Clone)]\n/// B.\npub(crate) enum Key { A }"),
            ["Enum", "Clone"]
        );
        assert_eq!(
            derives(
                "mod inside { #[derive(Clone, thiserror::Error)] #[derive(Enum,)] #[a2t(text)] enum Key { A } }"
            ),
            ["Clone", "Enum"]
        );
        assert_eq!(
            derives("#[derive(a2t::Enum)] struct Other(u8); #[derive(Output)] pub struct Key(u8);"),
            ["Output"]
        );
    }

    #[test]
    fn the_names_of_a_type_are_those_of_its_parameters_and_fields() {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let text = "fn lend(\n    /// At 9: Id.\n    #[a2t(name = \"a: b\")] one: Id,\n    \
                    two: Option<Id>,\n    three: Ids,\n    four: u8,\n)";
        let names = names_in(&typed_in(text), "Id");
        assert_eq!((names.plain, names.others), (set(&["one", "two"]), set(&["three"])));
        let text = "fn lend(one: Id, two: Option<Id>) -> Result<Id> { let three: u8 = 1; }";
        assert_eq!(names_in(&typed_in(text), "Id").plain, set(&["one", "two"]));
        let text = "#[a2t(max = 9)]\nstruct Id(u8);\nfn lend(one: Id,\n/// A max.\n\
                    #[a2t(name = \"a: b\", max = 4)]\ntwo: Option<Id>, #[a2t(min = 1)] three: Id, \
                    four: Id)\nfn give(#[a2t(max = 3)] four: Id)";
        let names = names_in(&typed_in(text), "Id");
        assert_eq!((names.plain, names.bounded), (set(&["one", "four"]), set(&["two", "three"])));
    }

    #[test]
    fn the_value_of_a_variable_is_no_part_of_its_type() {
        let text = "fn test() {\n    let isbn: Isbn = \"978\".parse().unwrap();\n}";
        let names = names_in(&typed_in(text), "Isbn");
        assert!(names.plain.contains("isbn") && names.others.is_empty());
        assert!(parameters_in(&typed_in(text), "Isbn").is_empty());
    }

    #[test]
    fn the_parameters_of_a_type_are_those_of_functions() {
        let text = "#[a2t::tool(version = 1, name = \"lend\")]\npub async fn lend_1(\n\
                    /// The reader: Id.\nreader: crate::Id,\n#[a2t(name = \"by\")]\nclerk: Option<Id>,\n\
                    #[a2t(max = 9)]\nplace: Id,\ndays: u8,\n) {}\n\
                    fn give<'a>(id: Id) {}\nstruct Loan { id: Id }";
        let (none, max) = (OwnBounds::default(), OwnBounds { max: true, ..OwnBounds::default() });
        let expected = [
            ("lend", "reader", none),
            ("lend", "by", none),
            ("lend", "place", max),
            ("give", "id", none),
        ];
        let expected = expected.map(|(tool, name, own)| ((tool.to_owned(), name.to_owned()), own));
        assert_eq!(parameters_in(&typed_in(text), "Id"), expected.into());
    }

    #[test]
    fn the_nearest_tool_of_a_name_counts() {
        let text = "fn add() {}\nstruct Key(u8);\n\n#[tool(name = \"add\")]\nfn other() {}\n";
        assert_eq!(lines_to(text, 2, "add"), Some(1));
        assert_eq!(lines_to(text, 2, "other"), Some(3));
        assert_eq!(lines_to(text, 2, "othe"), None);
    }

    #[test]
    fn the_derives_of_other_types_are_not_found() {
        for text in [
            "#[derive(a2t::Enum)] enum Other { A } enum Key { A }",
            "#[derive(a2t::Enum)] struct Other; enum Key { A }",
            "#[derive(a2t::Enum)] struct Other(u8); struct Key(u8);",
            "#[doc(Enum)] enum Key { A }",
            "#[derive(a2t::Enum)] enum Other { A }",
        ] {
            assert!(derives(text).is_empty(), "{text}");
        }
    }
}
