//! Enums of inputs, which are closed, and of outputs, which have one more variant.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{derives, doc, ident};
use crate::docs;
use crate::plan::Choice;

/// Expands to: `pub enum Units { Fahrenheit, Celsius }` and its names.
pub(super) fn closed(choice: &Choice<'_>, a2t: &TokenStream) -> TokenStream {
    let (name, variants, names) = (ident(&choice.name), variants(choice), names(choice));
    let (text, derives) = (text(&name, a2t), &choice.derives);
    let doc = format!(" Values of the input {}.", docs::line(choice.id));
    quote! {
        #[doc = #doc]
        #[derive(
            ::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug,
            ::core::cmp::PartialEq, ::core::cmp::Eq, ::core::hash::Hash, #(#derives),*
        )]
        pub enum #name { #(#variants)* }

        #[automatically_derived]
        impl #a2t::client::Choice for #name {
            const NAMES: &'static [(&'static str, Self)] = &[#(#names),*];
        }

        #[automatically_derived]
        impl ::core::str::FromStr for #name {
            type Err = #a2t::client::UnknownChoice;

            fn from_str(name: &str) -> ::core::result::Result<Self, #a2t::client::UnknownChoice> {
                #a2t::client::Choice::parse(name)
            }
        }

        #text
    }
}

/// Expands to: `pub enum Sky { Clear, Unknown(String) }` and its names.
pub(super) fn open(choice: &Choice<'_>, a2t: &TokenStream) -> TokenStream {
    let untagged = derives::serde(&choice.derives).then(|| quote!(#[serde(untagged)]));
    let (name, variants, names) = (ident(&choice.name), variants(choice), names(choice));
    let (text, derives) = (text(&name, a2t), &choice.derives);
    let doc = format!(" Values of the output {}.", docs::line(choice.id));
    quote! {
        #[doc = #doc]
        #[derive(
            ::core::clone::Clone, ::core::fmt::Debug,
            ::core::cmp::PartialEq, ::core::cmp::Eq, ::core::hash::Hash, #(#derives),*
        )]
        #[non_exhaustive]
        pub enum #name {
            #(#variants)*
            /// A value that the signature does not list.
            #untagged
            Unknown(::std::string::String),
        }

        #[automatically_derived]
        impl #a2t::client::Choice for #name {
            const NAMES: &'static [(&'static str, Self)] = &[#(#names),*];

            fn unlisted(&self) -> ::core::option::Option<&str> {
                match self {
                    Self::Unknown(name) => ::core::option::Option::Some(name),
                    _ => ::core::option::Option::None,
                }
            }
        }

        #[automatically_derived]
        impl #a2t::client::OpenChoice for #name {
            fn unknown(name: ::std::string::String) -> Self {
                Self::Unknown(name)
            }
        }

        #text
    }
}

/// Both ways to see the name on the wire.
fn text(name: &Ident, a2t: &TokenStream) -> TokenStream {
    quote! {
        impl #name {
            /// The name on the wire.
            pub fn as_str(&self) -> &str {
                #a2t::client::Choice::wire_name(self)
            }
        }

        #[automatically_derived]
        impl ::core::fmt::Display for #name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.as_str())
            }
        }
    }
}

fn variants<'a>(choice: &'a Choice<'_>) -> impl Iterator<Item = TokenStream> + 'a {
    let serde = derives::serde(&choice.derives);
    choice.values.iter().map(move |(name, value)| {
        let doc = doc(&value.description, &docs::line(&value.name));
        let (name, wire) = (ident(name), &*value.name);
        let rename = serde.then(|| quote!(#[serde(rename = #wire)]));
        quote!(#doc #rename #name,)
    })
}

fn names<'a>(choice: &'a Choice<'_>) -> impl Iterator<Item = TokenStream> + 'a {
    choice.values.iter().map(|(name, value)| {
        let (name, wire): (Ident, &str) = (ident(name), &value.name);
        quote!((#wire, Self::#name))
    })
}
