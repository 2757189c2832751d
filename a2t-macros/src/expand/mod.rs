//! Checked tools, enums and structs become small impls of the facade's traits.

mod call;
mod choice;
mod concrete;
mod deprecated;
mod gate;
mod output;
mod published;
mod signature;
mod tool;
mod toolset;

pub(crate) use choice::choice;
pub(crate) use output::output;
pub(crate) use tool::{tool, tools};
pub(crate) use toolset::toolset;

use proc_macro2::TokenStream;
use quote::quote;

use crate::attr::At;

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
