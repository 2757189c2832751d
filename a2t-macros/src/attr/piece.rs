//! Splits a list of keys, so that a key that cannot be read does not hide the next.

use proc_macro2::{Ident, Spacing, TokenStream, TokenTree};
use syn::Token;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};

use super::Value;
use crate::ctxt::Ctxt;

/// Keys that usually have no value.
const ALONE: [&str; 11] = [
    "context",
    "read_only",
    "idempotent",
    "destructive",
    "long_running",
    "quick",
    "text",
    "serde",
    "display",
    "transparent",
    "internal",
];

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
pub(super) fn read(piece: TokenStream, known: &[&str]) -> syn::Result<Value> {
    (|input: ParseStream<'_>| parse(input, known)).parse2(piece)
}

fn parse(input: ParseStream<'_>, known: &[&str]) -> syn::Result<Value> {
    if !input.peek(Ident::peek_any) {
        let message = "a key was expected here\nhelp: write `key = value`, separated by commas";
        return Err(syn::Error::new(input.span(), message));
    }
    let key = input.call(Ident::parse_any)?;
    let value = |tokens| Value { key: key.clone(), tokens, recovered: false };
    if input.is_empty() {
        return Ok(value(None));
    }
    if !known.iter().any(|known| key == known) && !input.peek(Token![=]) {
        return Ok(value(Some(input.parse()?)));
    }
    if !input.peek(Token![=]) {
        return Err(without_equals(&key, input));
    }
    let equals: Token![=] = input.parse()?;
    let tokens: TokenStream = input.parse()?;
    if tokens.is_empty() {
        let message = format!("`{key}` has no value\nhelp: write `{key} = …`");
        return Err(syn::Error::new_spanned(equals, message));
    }
    Ok(value(Some(tokens)))
}

fn without_equals(key: &Ident, input: ParseStream<'_>) -> syn::Error {
    let span = input.span();
    let colon = input.parse::<Token![:]>().is_ok();
    let given = input.parse::<TokenStream>().unwrap_or_default();
    let alone = ALONE.iter().any(|alone| key == alone);
    let message = if colon && (!alone || key == "destructive") {
        format!("`=` was expected after `{key}`\nhelp: write `{key} = {given}`")
    } else if alone {
        format!("`,` was expected after `{key}`\nhelp: write `{key}` alone, and a comma")
    } else {
        format!("`=` was expected after `{key}`\nhelp: write `{key} = …`")
    };
    syn::Error::new(span, message)
}
