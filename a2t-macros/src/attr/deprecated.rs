//! `deprecated(version = 1, since = "2026-11-01", note = "…")` among the keys of a tool, as often as
//! it has such versions.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};
use syn::LitStr;

use super::key::{Key, Target};
use super::keys::{is_meant, split, version_of};
use super::{At, Keys};
use crate::ctxt::Ctxt;

const HELP: &str =
    "write `deprecated(version = 1, since = \"2026-11-01\", note = \"use version 2\")`";

pub(crate) struct Deprecated {
    /// The function's own if the attribute names none.
    pub(crate) version: At<u32>,
    pub(crate) since: LitStr,
    pub(crate) note: LitStr,
}

pub(super) struct DeprecatedTokens {
    key: Ident,
    keys: Group,
}

/// Separates every `deprecated(…)` from the other keys of a tool.
pub(super) fn part(tokens: TokenStream, ctxt: &Ctxt) -> (TokenStream, Vec<DeprecatedTokens>) {
    let (mut rest, mut taken) = (TokenStream::new(), Vec::new());
    for piece in split(tokens, ctxt) {
        let mut trees = piece.clone().into_iter();
        match (trees.next(), trees.next()) {
            (Some(TokenTree::Ident(key)), Some(TokenTree::Group(keys)))
                if is_meant(&key, Key::Deprecated, Target::TOOL, ctxt) =>
            {
                if let Some(extra) = trees.next() {
                    let help = "separate the keys by commas";
                    ctxt.error(&extra, "`,` was expected before this", help);
                    rest.extend([extra].into_iter().chain(trees).chain([comma()]));
                }
                taken.push(DeprecatedTokens { key, keys });
            }
            _ => {
                rest.extend(piece);
                rest.extend([comma()]);
            }
        }
    }
    (rest, taken)
}

fn comma() -> TokenTree {
    Punct::new(',', Spacing::Alone).into()
}

pub(super) fn refuse_bare(keys: &mut Keys, ctxt: &Ctxt) {
    if let Some(value) = keys.take(Key::Deprecated) {
        ctxt.error(value.whole(), "`deprecated` takes its keys in parentheses", HELP);
    }
}

impl DeprecatedTokens {
    pub(super) fn read(&self, own: &At<u32>, ctxt: &Ctxt) -> Option<Deprecated> {
        let Self { key, keys } = self;
        if keys.delimiter() != Delimiter::Parenthesis {
            ctxt.error(keys, "`deprecated` takes its keys in parentheses", HELP);
            return None;
        }
        let mut keys = Keys::parse(keys.stream(), Target::DEPRECATED, ctxt);
        let lacking = match (keys.lack(Key::Since), keys.lack(Key::Note)) {
            (true, true) => Some("has neither `since` nor `note`"),
            (true, false) => Some("has no `since`"),
            (false, true) => Some("has no `note`"),
            (false, false) => None,
        };
        if let Some(lacking) = lacking {
            ctxt.error(key, format!("this deprecation {lacking}"), HELP);
        }
        let help = "name the version that is deprecated, an integer from 1";
        let version = match keys.take(Key::Version) {
            None => Some(At::new(own.value, key)),
            Some(value) => value.expr(ctxt).and_then(|expr| version_of(&expr, help, ctxt)),
        };
        let (since, note) = (keys.text(Key::Since, ctxt), keys.text(Key::Note, ctxt));
        Some(Deprecated { version: version?, since: since?, note: note? })
    }
}
