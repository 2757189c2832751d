//! Splits a list of keys, so that a key that cannot be read does not hide the next.

use proc_macro2::{Ident, Spacing, TokenStream, TokenTree};
use syn::Token;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};

use super::key::{Form, Key, Place};
use crate::ctxt::Ctxt;

/// One key as it is written.
pub(super) struct Given {
    pub(super) name: Ident,
    /// `None` if the place has no key of this name.
    pub(super) key: Option<Key>,
    pub(super) tokens: Option<TokenStream>,
}

/// Splits at commas, and also where one is missing before `key =`, which it reports.
pub(super) fn pieces(tokens: TokenStream, ctxt: &Ctxt) -> Vec<TokenStream> {
    split(tokens, ctxt).into_iter().flat_map(|piece| apart(piece, ctxt)).collect()
}

/// Splits at commas, and at semicolons, which it reports.
pub(super) fn split(tokens: TokenStream, ctxt: &Ctxt) -> Vec<TokenStream> {
    let mut pieces = vec![TokenStream::new()];
    for tree in tokens {
        match (&tree, pieces.last_mut()) {
            (TokenTree::Punct(punct), _) if [',', ';'].contains(&punct.as_char()) => {
                if punct.as_char() == ';' {
                    let wrong = "`,` was expected instead of `;`";
                    ctxt.error(punct, wrong, "separate the keys by commas");
                }
                pieces.push(TokenStream::new());
            }
            (_, Some(last)) => last.extend([tree]),
            (_, None) => {}
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

fn apart(piece: TokenStream, ctxt: &Ctxt) -> Vec<TokenStream> {
    let mut pieces = vec![TokenStream::new()];
    let mut trees = piece.into_iter().peekable();
    let (mut valued, mut ended) = (false, false);
    while let Some(tree) = trees.next() {
        let equals = matches!(trees.peek(), Some(TokenTree::Punct(punct))
            if punct.as_char() == '=' && punct.spacing() == Spacing::Alone);
        if let TokenTree::Ident(key) = &tree
            && equals
            && valued
            && ended
        {
            let wrong = format!("`,` was expected before `{key}`");
            ctxt.error(key, wrong, "separate the keys by commas");
            pieces.push(TokenStream::new());
            valued = false;
        }
        valued |= matches!(&tree, TokenTree::Punct(punct) if punct.as_char() == '=');
        ended = !matches!(&tree, TokenTree::Punct(_));
        if let Some(last) = pieces.last_mut() {
            last.extend([tree]);
        }
    }
    pieces
}

/// Reads one key and its value. For an unknown key, only the name matters.
pub(super) fn read(piece: TokenStream, place: Place) -> syn::Result<Given> {
    (|input: ParseStream<'_>| parse(input, place)).parse2(piece)
}

fn parse(input: ParseStream<'_>, place: Place) -> syn::Result<Given> {
    if !input.peek(Ident::peek_any) {
        let message = "a key was expected here\nhelp: write `key = value`, separated by commas";
        return Err(syn::Error::new(input.span(), message));
    }
    let name = input.call(Ident::parse_any)?;
    let key = place.key(&name.to_string());
    if input.is_empty() {
        return Ok(Given { name, key, tokens: None });
    }
    if !input.peek(Token![=]) {
        return match key {
            Some(key) => Err(without_equals(key, input)),
            None => Ok(Given { name, key, tokens: Some(input.parse()?) }),
        };
    }
    let equals: Token![=] = input.parse()?;
    let tokens: TokenStream = input.parse()?;
    if tokens.is_empty() {
        let message = format!("`{name}` has no value\nhelp: write `{name} = …`");
        return Err(syn::Error::new_spanned(equals, message));
    }
    Ok(Given { name, key, tokens: Some(tokens) })
}

fn without_equals(key: Key, input: ParseStream<'_>) -> syn::Error {
    let (span, name) = (input.span(), key.name());
    let colon = input.parse::<Token![:]>().is_ok();
    let given = input.parse::<TokenStream>().unwrap_or_default();
    let message = match key.form() {
        Form::Value | Form::Brackets | Form::Either if colon => {
            format!("`=` was expected after `{name}`\nhelp: write `{name} = {given}`")
        }
        Form::Alone | Form::Either => {
            format!("`,` was expected after `{name}`\nhelp: write `{name}` alone, and a comma")
        }
        Form::Value | Form::Brackets => {
            format!("`=` was expected after `{name}`\nhelp: write `{name} = …`")
        }
    };
    syn::Error::new(span, message)
}
