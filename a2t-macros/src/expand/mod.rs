//! Checked tools, enums and structs become small impls of the facade's traits.

mod call;
mod choice;
mod concrete;
mod copied;
mod deprecated;
mod gate;
mod output;
mod published;
mod signature;
mod tool;
mod toolset;
mod twin;

pub(crate) use choice::choice;
pub(crate) use output::output;
pub(crate) use tool::{tool, tools};
pub(crate) use toolset::toolset;
pub(crate) use twin::twin;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use crate::attr::At;

/// The function of the library that does all at once for so many, if it has one.
fn arity(name: &str, count: usize) -> Option<Ident> {
    (count <= 8).then(|| format_ident!("{name}_{count}"))
}

/// `.id("…")` where the id is not the name.
fn id(id: &At<String>, name: &At<String>) -> Option<TokenStream> {
    let id = &id.value;
    (*id != name.value).then(|| quote!(.id(#id)))
}

/// The text of a description that the checks have found to be there.
fn text(description: Option<&At<String>>) -> &str {
    description
        .map(|text| text.value.as_str())
        .unwrap_or_default()
}
