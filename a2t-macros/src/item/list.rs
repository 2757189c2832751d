//! `a2t::toolset![…]`.

use proc_macro2::{Span, TokenStream};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Path, Token};

use crate::ctxt::Ctxt;
use crate::expand;

/// What the macro of the facade passes on: its own path, then the user's list.
struct List {
    krate: Path,
    paths: Punctuated<Path, Token![,]>,
}

impl Parse for List {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let content;
        syn::parenthesized!(content in input);
        Ok(Self {
            krate: content.parse()?,
            paths: Punctuated::parse_terminated(input)?,
        })
    }
}

pub(crate) fn toolset(tokens: TokenStream) -> TokenStream {
    let list = match syn::parse2::<List>(tokens) {
        Ok(list) => list,
        Err(error) => return error.to_compile_error(),
    };
    let ctxt = Ctxt::new();
    if list.paths.is_empty() {
        ctxt.syn(syn::Error::new(Span::call_site(), "empty"));
    }
    let paths: Vec<Path> = list.paths.into_iter().collect();
    let toolset = expand::toolset(&list.krate, &paths);
    match ctxt.finish() {
        None => toolset,
        Some(errors) => errors,
    }
}
