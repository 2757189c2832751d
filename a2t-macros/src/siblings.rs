//! Derives that stand beside the one that runs: rustc does not tell a macro, so the source file is read.
//! Only mistakes ask, and where nothing is found rustc's own messages remain.

use std::path::PathBuf;

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

/// True if the type also derives the trait of this name, as far as its file tells.
pub(crate) fn derives(ident: &Ident, derive: &str) -> bool {
    let text = file_of(ident).and_then(|path| std::fs::read_to_string(path).ok());
    let tokens = text.and_then(|text| text.parse().ok());
    tokens.is_some_and(|tokens| derives_in(tokens, &ident.to_string(), derive))
}

/// The source file that a word stands in; outside of rustc there is none.
fn file_of(word: &Ident) -> Option<PathBuf> {
    if proc_macro::is_available() { word.span().unwrap().local_file() } else { None }
}

fn derives_in(tokens: TokenStream, name: &str, derive: &str) -> bool {
    let (mut derived, mut before) = (false, String::new());
    for tree in tokens {
        match &tree {
            TokenTree::Ident(ident) if is_item(&before) && ident == name && derived => return true,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket && before == "#" => {
                derived |= is_derive_of(derive, group.stream());
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                if derives_in(group.stream(), name, derive) {
                    return true;
                }
                derived = false;
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => derived = false,
            _ => {}
        }
        before = match tree {
            TokenTree::Group(_) => String::new(),
            word => word.to_string(),
        };
    }
    false
}

fn is_item(keyword: &str) -> bool {
    ["enum", "struct"].contains(&keyword)
}

fn is_derive_of(derive: &str, attribute: TokenStream) -> bool {
    let mut trees = attribute.into_iter();
    let is_derive = trees.next().is_some_and(|tree| tree.to_string() == "derive");
    let is_it = |tree| matches!(tree, TokenTree::Ident(ident) if ident == derive);
    match trees.next() {
        Some(TokenTree::Group(group)) if is_derive => group.stream().into_iter().any(is_it),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn derives(text: &str) -> bool {
        derives_in(text.parse().unwrap(), "Key", "Enum")
    }

    #[test]
    fn the_derives_of_a_type_are_those_above_it() {
        assert!(derives("/// A.\n#[derive(a2t::Enum, Clone)]\n/// B.\npub(crate) enum Key { A }"));
        assert!(derives(
            "mod inside { #[derive(Clone)] #[derive(Enum)] #[a2t(text)] enum Key { A } }"
        ));
        assert!(!derives("#[derive(a2t::Input)] enum Key { A }"));
        assert!(!derives("#[derive(a2t::Enum)] enum Other { A } enum Key { A }"));
        assert!(!derives("#[derive(a2t::Enum)] struct Other; enum Key { A }"));
        assert!(!derives("#[derive(a2t::Enum)] struct Other(u8); struct Key(u8);"));
        assert!(!derives("#[doc(Enum)] enum Key { A }"));
        assert!(derives(
            "#[derive(a2t::Enum)] struct Other(u8); #[derive(Enum)] pub struct Key(u8);"
        ));
    }
}
