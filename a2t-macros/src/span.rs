//! Span of what the macros write: the location of the attribute, resolved like the item's own tokens.
//!
//! A token that carries its expansion carries the location of that in the file: rustc would check again all
//! that macros wrote behind an edit, because it would look like other code (`docs/performance.md`).

use std::cell::Cell;

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::ToTokens;

thread_local! {
    static HERE: Cell<Option<Span>> = const { Cell::new(None) };
}

/// Sets the span for an expansion of these tokens, of which the first `skip` are not the user's.
pub(crate) fn enter(tokens: &TokenStream, skip: usize) {
    let own = tokens.clone().into_iter().nth(skip);
    HERE.set(own.map(|token| Span::call_site().resolved_at(token.span())));
}

pub(crate) fn here() -> Span {
    HERE.get().unwrap_or_else(Span::call_site)
}

pub(crate) fn ident(name: &str) -> Ident {
    Ident::new(name, here())
}

/// The token, moved [`here`].
pub(crate) fn at<T: Into<TokenTree>>(token: T) -> TokenTree {
    let mut token = token.into();
    token.set_span(here());
    token
}

pub(crate) struct Text<'a>(pub(crate) &'a str);

impl ToTokens for Text<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend([at(Literal::string(self.0))]);
    }
}

/// Tokens of an item that lints must not check: a type, for which they would ask for more derives,
/// and a `use`, which they would take out. Little depends on where such an item stands.
macro_rules! quote_quiet {
    ($($tokens:tt)*) => {
        ::quote::quote!($($tokens)*)
    };
}
macro_rules! quote {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned!($crate::span::here()=> $($tokens)*)
    };
}
pub(crate) use {quote, quote_quiet};
