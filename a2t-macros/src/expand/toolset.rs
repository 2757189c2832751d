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
    let (first, last) = ends(items.iter().map(|item| &item.path));
    let tables = items.iter().map(|item| table(item, first, last));
    let keys = items.iter().map(keys);
    let unique = match (items, keys.collect::<Vec<_>>().as_slice()) {
        ([item], [keys]) => quote_spanned! {item.path.span()=>
            const _: () = __a2t::not_behind(#keys);
            #[cfg(test)]
            __a2t::listed!([__a2t::Listing { keys: #keys, path: "" }]);
        },
        (_, keys) => unique(items, keys),
    };
    let short = quote_quiet!(use #krate::__private as __a2t;);
    let stated = quote_spanned!(first=> <__a2t::Tools as __a2t::RunsWith<_, _>>::ENTRIES);
    // The call is at the path of the crate, so that its location is that of `toolset!`.
    quote!({
        #short
        #unique
        #krate::__private::toolset_of(&[
            #stated,
            #(#tables),*
        ], __a2t::package!())
    })
}

/// The tools of an item. Each function has the span of the whole list, so that rustc reports a state that several tools do
/// not run with once. The state holds each type of tools separately, so such a type is reported at its path, as is what
/// is no tool.
fn table(item: &Listed, first: Span, last: Span) -> TokenStream {
    let Listed { cfgs, path } = item;
    let (first, last) = if is_type(path) { ends([path]) } else { (first, last) };
    let this = quote_spanned!(path.span()=> <#path as __a2t::Listed>::This);
    let same = quote_spanned!(first=> <__a2t::Same<#this);
    let kind = quote_spanned!(path.span()=> <#path as __a2t::Listed>::Kind);
    let runs = quote_spanned!(last=> > as __a2t::RunsWith<_, _, #kind>>::ENTRIES);
    quote!(#(#cfgs)* #same #runs)
}

/// Returns `true` for the name of a type, by its case.
fn is_type(path: &Path) -> bool {
    let last = path.segments.last().map(|last| last.ident.to_string());
    last.is_some_and(|name| name.starts_with(char::is_uppercase))
}

/// Spans of the first and the last token of these paths.
fn ends<'p>(paths: impl IntoIterator<Item = &'p Path>) -> (Span, Span) {
    let mut tokens = paths.into_iter().flat_map(ToTokens::to_token_stream);
    let first = tokens.next().map_or_else(Span::call_site, |token| token.span());
    (first, tokens.last().map_or(first, |token| token.span()))
}

/// Expands to the keys of the item's tools, or to none if its conditions do not hold.
fn keys(Listed { cfgs, path }: &Listed) -> TokenStream {
    let keys = quote_spanned!(path.span()=> <#path as __a2t::Listed>::KEYS);
    if cfgs.is_empty() {
        return keys;
    }
    let conditions = cfgs.iter().filter_map(|cfg: &Attribute| cfg.meta.require_list().ok());
    let conditions: Vec<_> = conditions.map(|list| &list.tokens).collect();
    quote!({
        #[cfg(all(#(#conditions),*))]
        const __A2T_KEYS: &[__a2t::Key] = #keys;
        #[cfg(not(all(#(#conditions),*)))]
        const __A2T_KEYS: &[__a2t::Key] = &[];
        __A2T_KEYS
    })
}

fn unique(items: &[Listed], keys: &[TokenStream]) -> TokenStream {
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
    quote! {
        const _: () = {
            const __A2T_LISTINGS: [__a2t::Listing; #count] = [#(#listings),*];
            const __A2T_CLASHES: __a2t::Clashes<#count> = __a2t::Clashes::find(__A2T_LISTINGS);
            #(#checks)*
            #[cfg(test)]
            __a2t::listed!(__A2T_LISTINGS);
        };
    }
}
