//! Expands to: the static tables of the tools that a toolset lists, and the check that they differ.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Path;
use syn::spanned::Spanned;

use crate::namesake;
use crate::span::{quote, quote_quiet};

/// Paths that share one constant if there are many, because a constant costs rustc more than a
/// statement in it, and stops at its first panic.
const CHUNK: usize = 32;

pub(crate) fn toolset(krate: &Path, paths: &[Path]) -> TokenStream {
    let ways = paths.iter().enumerate();
    let ways: Vec<_> = ways.map(|(index, path)| way(krate, index, path)).collect();
    let spanned = || paths.iter().map(Spanned::span).zip(&ways);
    let tables = spanned().map(|(span, Way { ty, .. })| {
        quote_spanned!(span=> <<#ty as #krate::__private::Listed<_>>::This as #krate::__private::RunsWith<_, _>>::ENTRIES)
    });
    let keys = spanned().map(
        |(span, Way { ty, .. })| quote_spanned!(span=> <#ty as #krate::__private::Listed<_>>::KEYS),
    );
    let unique = match (paths, keys.collect::<Vec<_>>().as_slice()) {
        ([path], [keys]) => quote_spanned! {path.span()=>
            const _: () = #krate::__private::not_behind(#keys);
            #[cfg(test)]
            #krate::__private::listed!([#krate::__private::Listing { keys: #keys, path: "" }]);
        },
        (_, keys) => unique(krate, paths, keys),
    };
    let first = paths.first().map_or_else(Span::call_site, Spanned::span);
    let stated = quote_spanned! {first=>
        <#krate::__private::Tools as #krate::__private::RunsWith<_, _>>::ENTRIES
    };
    let toolset = quote!({
        #unique
        #krate::__private::toolset_of(&[
            #stated,
            #(#tables),*
        ])
    });
    within(ways.iter().filter_map(|way| way.imports.as_ref()), toolset)
}

/// Way from a path to the type of its tool.
struct Way {
    ty: TokenStream,
    imports: Option<[TokenStream; 2]>,
}

/// By its name, as a rule. Where a module may have the name, by a macro: the inner import brings the
/// one that the tool has for that, and the type. The outer one stands in for whatever it does not bring.
fn way(krate: &Path, index: usize, path: &Path) -> Way {
    if !namesake::is_possible(path) {
        return Way { ty: path.to_token_stream(), imports: None };
    }
    let name = Ident::new(&format!("__a2t_{index}"), path.span());
    let import =
        |path: TokenStream| quote_quiet!(#[allow(deprecated, unused_imports)] use #path as #name;);
    Way {
        ty: quote_spanned!(path.span()=> #name!((#krate) #name)),
        imports: Some([quote!(#krate::__private::itself), path.to_token_stream()].map(import)),
    }
}

fn within<'w>(
    imports: impl Iterator<Item = &'w [TokenStream; 2]>,
    toolset: TokenStream,
) -> TokenStream {
    let (outer, inner): (Vec<_>, Vec<_>) = imports.map(|[outer, inner]| (outer, inner)).unzip();
    if outer.is_empty() {
        return toolset;
    }
    quote!({ #(#outer)* { #(#inner)* #toolset } })
}

fn unique(krate: &Path, paths: &[Path], keys: &[TokenStream]) -> TokenStream {
    let count = paths.len();
    let listings = paths.iter().zip(keys).map(|(path, keys)| {
        let text = path.to_token_stream().to_string().replace(' ', "");
        quote_spanned!(path.span()=> __a2t::Listing { keys: #keys, path: #text })
    });
    let checks: Vec<_> = paths
        .iter()
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
