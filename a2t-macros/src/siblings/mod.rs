//! Finds the other derives of a type, its earlier block of tools, and the block of a function. rustc does not pass them to a macro, so the source
//! file of the item is read. If nothing is found, rustc's own messages remain.

mod block;
mod list;
mod second;

use std::collections::HashSet;
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
    let text = file_of(ident).and_then(|path| text(&path));
    text.map(|text| names_in(&text, &ident.to_string())).unwrap_or_default()
}

fn names_in(text: &str, ty: &str) -> TypedNames {
    let optional = format!("Option<{ty}>");
    let (mut names, mut is_bounded) = (TypedNames::default(), false);
    // Several parameters of a short function are in one line.
    for part in text.split(['(', ')', '{', '}', ',', '\n']).map(str::trim) {
        let is_item = ["fn ", "struct ", "enum "].iter().any(|item| part.contains(item));
        if part.starts_with("///") || part.starts_with("//") {
            continue;
        }
        if let Some((before, after)) = part.rsplit_once(": ") {
            let name = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next();
            let is_this = after == ty || after == optional;
            let of_kind = if !is_this {
                &mut names.others
            } else if is_bounded {
                &mut names.bounded
            } else {
                &mut names.plain
            };
            // A word in lower case is the value of a field.
            let is_type = after.starts_with(char::is_uppercase);
            of_kind.extend(name.filter(|_| is_this || is_type).map(str::to_owned));
            is_bounded = false;
        } else if is_item {
            is_bounded = false;
        } else {
            is_bounded |= part.starts_with("min") || part.starts_with("max");
        }
    }
    let TypedNames { plain, bounded, .. } = &mut names;
    bounded.retain(|name| !plain.contains(name));
    names
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
        let names = names_in(text, "Id");
        assert_eq!((names.plain, names.others), (set(&["one", "two"]), set(&["three"])));
        let text = "fn lend(one: Id, two: Option<Id>) -> Result<Id> { let three: u8 = 1; }";
        assert_eq!(names_in(text, "Id").plain, set(&["one", "two"]));
        let text = "#[a2t(max = 9)]\nstruct Id(u8);\nfn lend(one: Id,\n/// A max.\n\
                    #[a2t(name = \"a: b\", max = 4)]\ntwo: Option<Id>, #[a2t(min = 1)] three: Id, \
                    four: Id)\nfn give(#[a2t(max = 3)] four: Id)";
        let names = names_in(text, "Id");
        assert_eq!((names.plain, names.bounded), (set(&["one", "four"]), set(&["two", "three"])));
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
