//! `a2t::toolset![…]`.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Path, Token};

use crate::ast::Listed;
use crate::ctxt::Ctxt;
use crate::{check, expand};

struct List {
    krate: Path,
    items: Punctuated<Listed, Token![,]>,
}

impl Parse for List {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let content;
        syn::parenthesized!(content in input);
        Ok(Self { krate: content.parse()?, items: Punctuated::parse_terminated(input)? })
    }
}

pub(crate) fn toolset(tokens: TokenStream) -> TokenStream {
    let list = match syn::parse2::<List>(tokens) {
        Ok(list) => list,
        Err(error) => return unreadable(&error),
    };
    let ctxt = Ctxt::new();
    let items: Vec<_> = list.items.into_iter().collect();
    let items = once(items, &ctxt);
    let mut items: Vec<_> = items.into_iter().filter(|item| is_tool(item, &ctxt)).collect();
    attributes(&mut items, &ctxt);
    let toolset = expand::toolset(&list.krate, &items);
    match ctxt.finish() {
        None => toolset,
        Some(errors) => quote!({ #errors #toolset }),
    }
}

fn attributes(items: &mut [Listed], ctxt: &Ctxt) {
    for item in items {
        item.cfgs.retain(|attr| {
            let known = attr.path().is_ident("cfg");
            if !known {
                let help = "remove it: only `#[cfg(…)]` is allowed here";
                ctxt.error(attr, "this attribute is not allowed on a tool in a toolset", help);
            }
            known
        });
    }
}

/// Reports paths to an item of a tool or a type, for which rustc would propose a trait. Returns `false` for them, and for
/// the name of a primitive type whose tool was refused.
fn is_tool(Listed { path, .. }: &Listed, ctxt: &Ctxt) -> bool {
    let text = path.to_token_stream().to_string().replace(' ', "");
    let Some((outer, last)) = text.rsplit_once("::") else {
        return !check::is_refused_primitive(&text);
    };
    let capital = |name: &str| name.trim_start_matches('_').starts_with(char::is_uppercase);
    let outer_name = outer.rsplit("::").next().unwrap_or(outer);
    let help = if last == "SIGNATURE" {
        format!("list the tool: `{outer}`")
    } else if capital(outer_name) && !capital(last) && !text.contains('<') {
        format!("list the type once for all tools of its `impl` block: `{outer}`")
    } else {
        return true;
    };
    ctxt.error(path, format!("`{text}` is not a tool"), help);
    false
}

/// Returns each item once. Conditions may exclude each other, so rustc checks those items.
fn once(items: Vec<Listed>, ctxt: &Ctxt) -> Vec<Listed> {
    let mut seen = HashSet::new();
    let mut is_new = |item: &Listed| {
        let Listed { cfgs, path } = item;
        let path = path.to_token_stream().to_string();
        if !cfgs.is_empty() || seen.insert(path.clone()) {
            return true;
        }
        let wrong = format!("`{path}` is listed twice");
        ctxt.error(&item.path, wrong.replace(" :: ", "::"), "keep one of them");
        false
    };
    items.into_iter().filter(|item| is_new(item)).collect()
}

fn unreadable(error: &syn::Error) -> TokenStream {
    let message = format!(
        "{error}\nhelp: a toolset lists paths of tools: `a2t::toolset![add, weather::lookup, Station]`"
    );
    let error = syn::Error::new(error.span(), message).to_compile_error();
    quote!({ #error ::core::unreachable!() })
}
