//! Expands to the constants in which a type differs from what tools publish of it.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::Type;

use super::Alias;
use super::copied::Copied;
use super::spans::over;
use crate::ast::Field;
use crate::plain::plain;
use crate::published::{Before, Changed, Difference, Location};
use crate::span::{Text, quote, quote_quiet};

/// The functions that check a type: each takes the versions with which it is compared.
#[derive(Default)]
pub(super) struct Checks {
    pub(super) itself: TokenStream,
    /// Another impl of the type, which reports the same changes.
    pub(super) other: Option<TokenStream>,
    pub(super) inner: Vec<Inner>,
}

/// A check of a type inside.
pub(super) struct Inner {
    alias: Alias,
    check: TokenStream,
}

impl Inner {
    /// `check` is a type of the library whose parameter is the type inside.
    pub(super) fn new(item: &Ident, ty: &Type, check: &TokenStream) -> Self {
        let alias = Alias::new(item, ty);
        let name = &alias.name;
        Self { check: quote!(#check::<#name>::CHECK.check), alias }
    }

    pub(super) fn against(&self, against: &TokenStream) -> TokenStream {
        let Self { alias: Alias { item, .. }, check } = self;
        quote!({ #item #check(#against); })
    }
}

/// Expands to nothing if no tool is published, or if neither the type nor one in it can differ.
pub(super) fn changed(
    changed: &Changed,
    location: impl Fn(Location) -> TokenStream,
    checks: &Checks,
    a2t: &Copied,
) -> Option<TokenStream> {
    let Checks { itself, other, inner } = checks;
    if inner.is_empty() && changed.is_empty() {
        return None;
    }
    let path = quote!(#a2t::published::);
    let short = quote_quiet!(
        #[allow(unused_imports)]
        use #a2t::published::Unfit as _;
    );
    let body = |difference: Option<&Difference>, against: TokenStream| {
        let own = difference.map(|difference| {
            let message = Text(&difference.message);
            let refused = over(&location(difference.at), &path, "changed", quote!(#message));
            quote!(#refused;)
        });
        let other = other.iter();
        let inner = inner.iter().map(|inner| inner.against(&against));
        quote!({ #short #(#other(#against);)* #own #(#inner)* })
    };
    let newest = body(changed.published.as_ref(), quote!(#path Against::Newest));
    let older = match &changed.before {
        Before::AsNewest => quote!(#itself(#path Against::Newest)),
        Before::Older(difference) => body(difference.as_ref(), quote!(#path Against::Older)),
    };
    let promises = body(changed.promised.as_ref(), quote!(#path Against::Promises));
    Some(quote! {
        const AS_PUBLISHED: () = #newest;
        const AS_PUBLISHED_BEFORE: () = #older;
        const AS_PROMISED: () = #promises;
    })
}

/// Expands to the constants of another impl, which a function of the library evaluates.
pub(super) fn forwarded(check: &TokenStream, a2t: &Copied) -> TokenStream {
    quote! {
        const AS_PUBLISHED: () = #check(#a2t::published::Against::Newest);
        const AS_PUBLISHED_BEFORE: () = #check(#a2t::published::Against::Older);
        const AS_PROMISED: () = #check(#a2t::published::Against::Promises);
    }
}

/// Expands to the constants of a type that is what the type inside is.
pub(super) fn changed_inside(inner: Inner, a2t: &Copied) -> Option<TokenStream> {
    let checks = Checks { inner: vec![inner], ..Checks::default() };
    changed(&Changed::default(), |_| TokenStream::new(), &checks, a2t)
}

/// The functions that check the types of fields.
pub(super) fn inner(item: &Ident, fields: &[Field], check: &TokenStream) -> Vec<Inner> {
    let unknown = fields.iter().filter(|field| !field.text && plain(&field.ty).is_none());
    unknown.map(|field| Inner::new(item, &field.ty, check)).collect()
}

/// The tokens of a location in a struct.
pub(super) fn field(location: Location, fields: &[Field], name: &impl ToTokens) -> TokenStream {
    match location {
        Location::Item(index) => fields
            .get(index)
            .map_or_else(|| name.to_token_stream(), |field| field.ident.to_token_stream()),
        _ => name.to_token_stream(),
    }
}
