//! Expands to the marker type of a function, which `toolset!` lists and which implements `Tool`.
//!
//! It has the visibility of the function, and its name unless `marker = "…"` sets another one. Types and functions
//! have separate namespaces, so one `use` imports both. Alternatives do not work as well: no trait can be implemented
//! for the type of a function, a macro with the function's name would hide `env!` and clash with `use std::env`, and
//! `add::SIGNATURE` needs a type.

use proc_macro2::{Ident, Span, TokenStream};
use syn::ext::IdentExt;
use syn::{Attribute, Visibility};

use crate::ast::Tool;
use crate::span::quote_quiet;

pub(super) fn name(tool: &Tool) -> Ident {
    tool.marker.as_ref().unwrap_or(&tool.ident).clone()
}

/// Returns the name for the declaration of the type. Its span makes lints skip it: a lint that fires on both the
/// function and the marker would fire twice.
fn declared(name: &Ident) -> Ident {
    let span = name.span().resolved_at(Span::call_site());
    // Raw, because the span also selects the edition of this crate, in which the name may be a keyword.
    Ident::new_raw(&name.unraw().to_string(), span)
}

pub(crate) fn marker(tool: &Tool) -> (TokenStream, Ident) {
    let name = name(tool);
    (item(&tool.vis, &name, &tool.cfgs), name)
}

/// An enum: for a path through it rustc reports where it is declared, which it does not for a
/// struct.
pub(crate) fn item(vis: &Visibility, name: &Ident, cfgs: &[Attribute]) -> TokenStream {
    let declared = declared(name);
    quote_quiet! {
        #(#cfgs)*
        #[doc(hidden)]
        #vis enum #declared {}
    }
}
