//! Expands to: the static tables of the tools that a toolset lists, and the check that they differ.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, Path};

use crate::ast::Listed;
use crate::span::{quote, quote_quiet};

/// Paths that share one constant if there are many, because a constant costs rustc more than a
/// statement in it, and stops at its first panic.
const CHUNK: usize = 32;

pub(crate) fn toolset(krate: &Path, items: &[Listed]) -> TokenStream {
    let (first, last) = ends(items);
    let tables = items.iter().map(|item| table(krate, item, first, last));
    let keys = items.iter().map(|item| keys(krate, item));
    let unique = match (items, keys.collect::<Vec<_>>().as_slice()) {
        ([item], [keys]) => quote_spanned! {item.path.span()=>
            const _: () = #krate::__private::not_behind(#keys);
            #[cfg(test)]
            #krate::__private::listed!([#krate::__private::Listing { keys: #keys, path: "" }]);
        },
        (_, keys) => unique(krate, items, keys),
    };
    let stated = quote_spanned! {first=>
        <#krate::__private::Tools as #krate::__private::RunsWith<_, _>>::ENTRIES
    };
    quote!({
        #unique
        #krate::__private::toolset_of(&[
            #stated,
            #(#tables),*
        ], #krate::__private::package!())
    })
}

/// The tools of an item. Each item has the span of the whole list, so that rustc reports a state that several tools do
/// not run with once. What is no tool is reported at its path.
fn table(krate: &Path, item: &Listed, first: Span, last: Span) -> TokenStream {
    let Listed { cfgs, path } = item;
    let this = quote_spanned!(path.span()=> <#path as #krate::__private::Listed>::This);
    let same = quote_spanned!(first=> <#krate::__private::Same<#this);
    let kind = quote_spanned!(path.span()=> <#path as #krate::__private::Listed>::Kind);
    let runs = quote_spanned!(last=> > as #krate::__private::RunsWith<_, _, #kind>>::ENTRIES);
    quote!(#(#cfgs)* #same #runs)
}

/// Spans of the first and the last token of the list.
fn ends(items: &[Listed]) -> (Span, Span) {
    let mut tokens = items.iter().flat_map(|item| item.path.to_token_stream());
    let first = tokens.next().map_or_else(Span::call_site, |token| token.span());
    (first, tokens.last().map_or(first, |token| token.span()))
}

/// Expands to the keys of the item's tools, or to none if its conditions do not hold.
fn keys(krate: &Path, Listed { cfgs, path }: &Listed) -> TokenStream {
    let keys = quote_spanned!(path.span()=> <#path as #krate::__private::Listed>::KEYS);
    if cfgs.is_empty() {
        return keys;
    }
    let conditions = cfgs.iter().filter_map(|cfg: &Attribute| cfg.meta.require_list().ok());
    let conditions: Vec<_> = conditions.map(|list| &list.tokens).collect();
    quote!({
        #[cfg(all(#(#conditions),*))]
        const __A2T_KEYS: &[#krate::__private::Key] = #keys;
        #[cfg(not(all(#(#conditions),*)))]
        const __A2T_KEYS: &[#krate::__private::Key] = &[];
        __A2T_KEYS
    })
}

fn unique(krate: &Path, items: &[Listed], keys: &[TokenStream]) -> TokenStream {
    let count = items.len();
    let paths = || items.iter().map(|item| &item.path);
    let listings = paths().zip(keys).map(|(path, keys)| {
        let text = path.to_token_stream().to_string().replace(' ', "");
        quote_spanned!(path.span()=> __a2t::Listing { keys: #keys, path: #text })
    });
    let checks: Vec<_> = paths()
        .enumerate()
        .map(|(index, path)| quote_spanned!(path.span()=> __A2T_CLASHES.check(#index)))
        .collect();
    let size = if count > CHUNK { CHUNK } else { 1 };
    let checks = checks.chunks(size).map(|checks| quote!(const _: () = { #(#checks;)* };));
    let short = quote_quiet!(use #krate::__private as __a2t;);
    quote! {
        const _: () = {
            #short
            const __A2T_LISTINGS: [__a2t::Listing; #count] = [#(#listings),*];
            const __A2T_CLASHES: __a2t::Clashes<#count> = __a2t::Clashes::find(__A2T_LISTINGS);
            #(#checks)*
            #[cfg(test)]
            __a2t::listed!(__A2T_LISTINGS);
        };
    }
}
