//! Expands to the constants in which a type differs from what tools publish of it.

use proc_macro2::TokenStream;
use quote::ToTokens;

use super::copied::Copied;
use super::signature::over;
use crate::ast::Field;
use crate::plain::plain;
use crate::published::{self, Changed, Place};
use crate::span::{Text, quote, quote_quiet};

/// Expands to nothing if no tool is published, or if neither the type nor one in it can differ. `inner` are the
/// functions that check the types inside.
pub(super) fn changed(
    changed: &Changed,
    place: impl Fn(Place) -> TokenStream,
    inner: &[TokenStream],
    a2t: &Copied,
) -> Option<TokenStream> {
    let Changed { published, promised } = changed;
    if inner.is_empty() && published.is_none() && promised.is_none() {
        return None;
    }
    let path = quote!(#a2t::published::);
    let check = |difference: &Option<published::Difference>| {
        difference.as_ref().map(|difference| {
            let message = Text(&difference.message);
            over(&place(difference.at), &path, "changed", quote!(#message))
        })
    };
    let (published, promised) = (check(published), check(promised));
    let short = quote_quiet!(
        #[allow(unused_imports)]
        use #a2t::published::Unfit as _;
    );
    Some(quote! {
        const AS_PUBLISHED: () = {
            #short
            #(#inner(true);)*
            #published
        };
        const AS_PROMISED: () = {
            #short
            #(#inner(false);)*
            #promised
        };
    })
}

/// Expands to the constants of another impl, which a function of the library evaluates.
pub(super) fn forwarded(check: &TokenStream) -> TokenStream {
    quote! {
        const AS_PUBLISHED: () = #check(true);
        const AS_PROMISED: () = #check(false);
    }
}

/// Expands to the constants of a type that is what the type inside is.
pub(super) fn changed_inside(check: &TokenStream, a2t: &Copied) -> Option<TokenStream> {
    let unchanged = |_| TokenStream::new();
    changed(&Changed::default(), unchanged, std::slice::from_ref(check), a2t)
}

/// The functions that check the types of fields; none if no tool is published.
pub(super) fn inner(fields: &[Field], check: &TokenStream) -> Vec<TokenStream> {
    if !published::is_any() {
        return Vec::new();
    }
    let unknown = fields.iter().filter(|field| !field.text && plain(&field.ty).is_none());
    unknown
        .map(|field| {
            let ty = &field.ty;
            quote!(#check::<#ty>::CHECK.check)
        })
        .collect()
}

/// The tokens of a place in a struct.
pub(super) fn field(place: Place, fields: &[Field], name: &impl ToTokens) -> TokenStream {
    match place {
        Place::Item(index) => fields
            .get(index)
            .map_or_else(|| name.to_token_stream(), |field| field.ident.to_token_stream()),
        _ => name.to_token_stream(),
    }
}
