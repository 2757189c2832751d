//! Expands to: the allowed values of an enum, and their names both ways.

use proc_macro2::TokenStream;
use quote::quote;

use super::text;
use crate::ast::Choice;

pub(crate) fn choice(choice: &Choice) -> TokenStream {
    let Choice { krate, ident, .. } = choice;
    let variants: Vec<_> = choice
        .variants
        .iter()
        .map(|variant| &variant.ident)
        .collect();
    let names: Vec<_> = choice
        .variants
        .iter()
        .map(|variant| &variant.name.value)
        .collect();
    let descriptions = choice
        .variants
        .iter()
        .map(|variant| text(variant.description.as_ref()));
    quote! {
        const _: () = {
            use #krate::__private as __a2t;
            #[automatically_derived]
            impl __a2t::Enum for #ident {
                const VALUES: &'static [__a2t::AllowedValue] = &[#(__a2t::value(#names, #descriptions)),*];
                fn name(&self) -> &'static ::core::primitive::str {
                    match self { #(Self::#variants => #names),* }
                }
                fn from_name(name: &::core::primitive::str) -> ::core::option::Option<Self> {
                    __a2t::named([#(Self::#variants),*], name)
                }
            }
            #[automatically_derived]
            impl __a2t::Output for #ident {
                const SHAPE: __a2t::Shape = __a2t::choice::<Self>();
                fn write(&self, writer: &mut __a2t::ResultWriter) -> __a2t::Written {
                    __a2t::write_choice(self, writer)
                }
            }
        };
    }
}
