//! Checked tools, enums and structs become small impls of the facade's traits.

mod call;
mod changed;
mod choice;
mod concrete;
mod copied;
mod error;
mod fill;
mod gate;
mod locked;
mod marker;
mod newtype;
mod output;
mod published;
mod record;
mod signature;
mod spans;
mod taken;
mod tool;
mod toolset;

pub(crate) use choice::{choice, serde};
pub(crate) use error::errors;
pub(crate) use marker::{item as marker_item, marker};
pub(crate) use newtype::{newtype, newtype_output};
pub(crate) use output::output;
pub(crate) use record::record;
pub(crate) use tool::{tool, tools};
pub(crate) use toolset::toolset;

use proc_macro2::{Delimiter, Group, TokenStream};
use quote::ToTokens;
use syn::{Ident, Token, Type};

use self::concrete::replace_self;
use crate::attr::At;
use crate::span::{self, Text, quote};

/// Expands to `impl … for Type { … }`, with `impl` at the location of the type's name. There, rustc shows one line of it
/// in a list of implementors, and reports a wrong type once instead of at the type and here.
fn implement(name: &Ident, head: TokenStream, body: TokenStream) -> TokenStream {
    let imp = Token![impl](name.span());
    let mut body = Group::new(Delimiter::Brace, body);
    body.set_span(name.span());
    quote! {
        #[automatically_derived]
        #imp #head for #name #body
    }
}

/// A name for a type that stands in generic arguments.
///
/// It is declared at the location of the item's name. There, rustc proposes a type parameter for a type that it does not
/// know exactly where it proposes one for the item itself, so it reports the type once.
struct Alias {
    name: Ident,
    item: TokenStream,
}

impl Alias {
    fn new(item: &Ident, ty: &Type) -> Self {
        let name = Ident::new("__A2tInside", item.span());
        let ty = replace_self(ty.to_token_stream(), &item.to_token_stream());
        Self { item: quote!(type #name = #ty;), name }
    }
}

/// Name of the library's function for so many at once (`take_3`), up to 8.
fn arity(name: &str, count: usize) -> Option<Ident> {
    (count <= 8).then(|| span::ident(&format!("{name}_{count}")))
}

/// Expands to: `Option::Some(..)` or `Option::None`.
fn option(value: Option<impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

/// `.id("…")` where the id is not the name.
fn id(id: &At<String>, name: &At<String>) -> Option<TokenStream> {
    let own = Text(&id.value);
    (id.value != name.value).then(|| quote!(.id(#own)))
}

fn text(description: Option<&At<String>>) -> Text<'_> {
    Text(description.map_or("", |text| &text.value))
}
