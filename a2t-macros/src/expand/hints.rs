//! Expands to: `.read_only()` and its like, of a tool that says what a call does to the world,
//! or that it takes a while.

use proc_macro2::TokenStream;

use crate::attr::Hints;
use crate::span::quote;

pub(super) fn hints(hints: &Hints) -> TokenStream {
    let Hints { read_only, idempotent, destructive, long_running } = hints;
    let read_only = read_only.as_ref().map(|_| quote!(.read_only()));
    let idempotent = idempotent.as_ref().map(|_| quote!(.idempotent()));
    let destructive = destructive.as_ref().map(|destructive| {
        let destructive = destructive.value;
        quote!(.destructive(#destructive))
    });
    let long_running = long_running.as_ref().map(|_| quote!(.long_running()));
    quote!(#read_only #idempotent #destructive #long_running)
}
