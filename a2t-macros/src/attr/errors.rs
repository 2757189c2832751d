//! `errors(NotFound, TooMany)` among the keys of a tool: the errors of its type that its signature lists.

use a2t_core::error::nearest;
use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};

use super::Keys;
use super::piece::split;
use crate::ctxt::Ctxt;

const KEY: &str = "errors";
const REMEDY: &str =
    "write `errors(NotFound, TooMany)`: variants of the tool's error type, without its name";

/// Variants that a tool lists, and the brackets around them.
pub(crate) struct Part {
    pub(crate) names: Vec<Ident>,
    pub(crate) brackets: Group,
}

/// Separates `errors(…)` from the other keys of a tool, which are `known`.
pub(super) fn part(
    tokens: TokenStream,
    known: &[&str],
    ctxt: &Ctxt,
) -> (TokenStream, Option<Part>) {
    let (mut rest, mut part) = (TokenStream::new(), None);
    for piece in split(tokens, ctxt) {
        let mut trees = piece.clone().into_iter();
        match (trees.next(), trees.next(), trees.next()) {
            (Some(TokenTree::Ident(key)), Some(TokenTree::Group(brackets)), None)
                if is_meant(&key, &brackets, known, ctxt) =>
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

/// Returns `true` for `errors(…)`, or for a misspelling of it, which it reports.
fn is_meant(key: &Ident, brackets: &Group, known: &[&str], ctxt: &Ctxt) -> bool {
    if brackets.delimiter() != Delimiter::Parenthesis {
        return false;
    }
    let name = key.to_string();
    let meant = nearest(&name, known.iter().copied());
    if name != KEY && !known.contains(&name.as_str()) && meant == Some(KEY) {
        let wrong = format!("`{name}` is not a key of a tool");
        ctxt.error(key, wrong, format!("did you mean `{KEY}`?"));
        return true;
    }
    name == KEY
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
            _ => ctxt.error(&piece, "this is not the name of a variant", REMEDY),
        }
    }
    Part { names, brackets }
}

pub(super) fn refuse_bare(keys: &mut Keys, ctxt: &Ctxt) {
    if let Some(value) = keys.take(KEY) {
        ctxt.error(value.whole(), "`errors` takes variants in brackets", REMEDY);
    }
}
