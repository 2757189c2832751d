//! Expands to: the static tables of the tools that a toolset lists.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Path;
use syn::spanned::Spanned;

pub(crate) fn toolset(krate: &Path, paths: &[Path]) -> TokenStream {
    let tables = paths
        .iter()
        .map(|path| quote_spanned!(path.span()=> <#path as #krate::__private::Table<_>>::ENTRIES));
    quote!(#krate::__private::toolset_of(&[#(#tables),*]))
}
