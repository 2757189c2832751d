//! `a2t::toolset![…]`.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Path, Token};

use crate::ctxt::Ctxt;
use crate::expand;

struct List {
    krate: Path,
    paths: Punctuated<Path, Token![,]>,
}

impl Parse for List {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let content;
        syn::parenthesized!(content in input);
        Ok(Self { krate: content.parse()?, paths: Punctuated::parse_terminated(input)? })
    }
}

pub(crate) fn toolset(tokens: TokenStream) -> TokenStream {
    let list = match syn::parse2::<List>(tokens) {
        Ok(list) => list,
        Err(error) => return unreadable(&error),
    };
    let ctxt = Ctxt::new();
    let mut seen = HashSet::new();
    let mut paths = Vec::new();
    for path in list.paths {
        if seen.insert(path.to_token_stream().to_string()) {
            paths.push(path);
        } else {
            let wrong = format!("`{}` is listed twice", path.to_token_stream());
            ctxt.error(&path, wrong.replace(" :: ", "::"), "keep one of them");
        }
    }
    let toolset = expand::toolset(&list.krate, &paths);
    match ctxt.finish() {
        None => toolset,
        Some(errors) => quote!({ #errors #toolset }),
    }
}

fn unreadable(error: &syn::Error) -> TokenStream {
    let message = format!(
        "{error}\nhelp: a toolset lists paths of tools: `a2t::toolset![add, weather::lookup, Station]`"
    );
    let error = syn::Error::new(error.span(), message).to_compile_error();
    quote!({ #error ::core::unreachable!() })
}
