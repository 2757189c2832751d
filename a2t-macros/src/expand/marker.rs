//! Expands to: the marker type of a function, which `toolset!` lists and which implements `Tool`.
//!
//! It has the function's visibility, and its name unless `marker = "…"` gives another one: types and
//! functions have namespaces of their own, so that one `use` imports both. No other namespace serves
//! as well: nothing implements a trait for the type of a function, and a macro of the function's
//! name would hide `env!` and clash with `use std::env`, and `add::SIGNATURE` needs a type.

use proc_macro2::{Ident, Span, TokenStream};
use syn::ext::IdentExt;
use syn::{Attribute, Visibility};

use crate::ast::Tool;
use crate::span::quote_quiet;

pub(super) fn name(tool: &Tool) -> Ident {
    tool.marker.as_ref().unwrap_or(&tool.ident).clone()
}

/// The name where it is declared. Its span makes lints skip it: one that fires on both the function
/// and the marker would fire twice.
fn declared(name: &Ident) -> Ident {
    let span = name.span().resolved_at(Span::call_site());
    // Raw, because the span also makes it a word of this crate's edition, which may reserve it.
    Ident::new_raw(&name.unraw().to_string(), span)
}

pub(crate) fn marker(tool: &Tool) -> (TokenStream, Ident) {
    let name = name(tool);
    (item(&tool.vis, &name, &tool.cfgs), name)
}

pub(crate) fn item(vis: &Visibility, name: &Ident, cfgs: &[Attribute]) -> TokenStream {
    let declared = declared(name);
    quote_quiet! {
        #(#cfgs)*
        #[doc(hidden)]
        #vis struct #declared {}
    }
}
