//! Calls and casts that rustc reports at tokens of the user.

use proc_macro2::{Delimiter, Group, Span, TokenStream};
use quote::{ToTokens, TokenStreamExt, quote_spanned};
use syn::{Expr, Ident};

use super::copied::Copied;

pub(super) fn cast(expr: &Expr) -> TokenStream {
    let (first, last) = ends(expr);
    let ty = Ident::new("i128", last);
    quote_spanned!(first=> (#expr) as ::core::primitive::#ty)
}

/// A call that points at all of `tokens` when it panics.
pub(super) fn over(
    tokens: &impl ToTokens,
    path: &TokenStream,
    function: &str,
    arguments: TokenStream,
) -> TokenStream {
    let (first, last) = ends(tokens);
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
    arguments.set_span(last);
    let mut call: TokenStream = Copied::new(path).at(first).into_token_stream();
    call.append(Ident::new(function, first));
    call.append(arguments);
    call
}

pub(super) fn ends(tokens: &impl ToTokens) -> (Span, Span) {
    let mut spans = tokens.to_token_stream().into_iter().map(|tree| tree.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    (first, spans.last().unwrap_or(first))
}
