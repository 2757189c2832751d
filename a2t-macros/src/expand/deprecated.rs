//! Expands to: what the signature and the table say about the versions that callers should leave.

use a2t_core::signature::unix_seconds;
use proc_macro2::{Literal, TokenStream};

use super::copied::Copied;
use crate::ast::Head;
use crate::span::{at, quote};

/// `.deprecated("2026-11-01", "…")` of a signature, where its own version is.
pub(super) fn own(head: &Head) -> Option<TokenStream> {
    let mut deprecated = head.deprecated.iter();
    let own = deprecated.find(|one| one.version.value == head.version.value)?;
    let (since, note) = (&own.since, &own.note);
    Some(quote!(.deprecated(#since, #note)))
}

pub(super) fn all(head: &Head, a2t: &Copied) -> Option<TokenStream> {
    let deprecations = head.deprecated.iter().map(|deprecated| {
        let (since, note) = (&deprecated.since, &deprecated.note);
        // The checks have found a day.
        let seconds = unix_seconds(&since.value()).unwrap_or_default();
        let seconds = at(Literal::i64_unsuffixed(seconds));
        let version = at(Literal::u32_unsuffixed(deprecated.version.value));
        quote!(#a2t::Deprecation { version: #version, since: #since, seconds: #seconds, note: #note })
    });
    (!head.deprecated.is_empty()).then(|| {
        quote! {
            const DEPRECATED: &'static [#a2t::Deprecation] = &[#(#deprecations),*];
        }
    })
}
