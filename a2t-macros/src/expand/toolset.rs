//! Expands to: the static tables of the tools that a toolset lists, and the check that they differ.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::Path;
use syn::spanned::Spanned;

/// How many paths share one constant where there are many: a constant costs rustc more than a
/// statement in it, and stops at its first panic.
const CHUNK: usize = 32;

pub(crate) fn toolset(krate: &Path, paths: &[Path]) -> TokenStream {
    let tables = paths
        .iter()
        .map(|path| quote_spanned!(path.span()=> <<#path as #krate::__private::Listed>::This as #krate::__private::RunsWith<_, _>>::ENTRIES));
    let unique = match paths {
        [path] => quote_spanned! {path.span()=>
            const _: () = #krate::__private::not_behind(<#path as #krate::__private::Listed>::KEYS);
        },
        _ => unique(krate, paths),
    };
    quote!({
        #unique
        #krate::__private::toolset_of(&[#(#tables),*])
    })
}

fn unique(krate: &Path, paths: &[Path]) -> TokenStream {
    let count = paths.len();
    let listings = paths.iter().map(|path| {
        let text = path.to_token_stream().to_string().replace(' ', "");
        quote_spanned!(path.span()=> __a2t::Listing { keys: <#path as __a2t::Listed>::KEYS, path: #text })
    });
    let checks: Vec<_> = paths
        .iter()
        .enumerate()
        .map(|(index, path)| quote_spanned!(path.span()=> __A2T_CLASHES.check(#index)))
        .collect();
    let size = if count > CHUNK { CHUNK } else { 1 };
    let checks = checks
        .chunks(size)
        .map(|checks| quote!(const _: () = { #(#checks;)* };));
    quote! {
        const _: () = {
            use #krate::__private as __a2t;
            const __A2T_CLASHES: __a2t::Clashes<#count> = __a2t::Clashes::find([#(#listings),*]);
            #(#checks)*
        };
    }
}
