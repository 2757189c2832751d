//! `errors(NotFound, TooMany)` among the keys of a tool: the errors of its type that its signature lists.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};

use super::Keys;
use super::key::{Key, Target};
use super::keys::{is_meant, split};
use crate::ctxt::Ctxt;

const HELP: &str =
    "write `errors(NotFound, TooMany)`: variants of the tool's error type, without its name";

/// Variants that a tool lists, and the brackets around them.
pub(crate) struct Part {
    pub(crate) names: Vec<Ident>,
    pub(crate) brackets: Group,
}

/// Separates `errors(…)` from the other keys of a tool.
pub(super) fn part(tokens: TokenStream, ctxt: &Ctxt) -> (TokenStream, Option<Part>) {
    let (mut rest, mut part) = (TokenStream::new(), None);
    for piece in split(tokens, ctxt) {
        let mut trees = piece.clone().into_iter();
        match (trees.next(), trees.next(), trees.next()) {
            (Some(TokenTree::Ident(key)), Some(TokenTree::Group(brackets)), None)
                if brackets.delimiter() == Delimiter::Parenthesis
                    && is_meant(&key, Key::Errors, Target::TOOL, ctxt) =>
            {
                if part.is_some() {
                    ctxt.error(&key, "`errors` is given twice", "name all variants in one list");
                }
                part.get_or_insert(read(brackets, ctxt));
            }
            _ => {
                rest.extend(piece);
                rest.extend([TokenTree::from(Punct::new(',', Spacing::Alone))]);
            }
        }
    }
    (rest, part)
}

fn read(brackets: Group, ctxt: &Ctxt) -> Part {
    let mut names: Vec<Ident> = Vec::new();
    for piece in split(brackets.stream(), ctxt) {
        let mut trees = piece.clone().into_iter();
        match (trees.next(), trees.next()) {
            (Some(TokenTree::Ident(name)), None) if names.contains(&name) => {
                ctxt.error(&name, format!("`{name}` is listed twice"), "remove one of them");
            }
            (Some(TokenTree::Ident(name)), None) => names.push(name),
            _ => ctxt.error(&piece, "this is not the name of a variant", HELP),
        }
    }
    Part { names, brackets }
}

pub(super) fn refuse_bare(keys: &mut Keys, ctxt: &Ctxt) {
    if let Some(value) = keys.take(Key::Errors) {
        ctxt.error(value.whole(), "`errors` takes variants in parentheses", HELP);
    }
}
