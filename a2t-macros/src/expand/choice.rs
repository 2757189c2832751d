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
        #[automatically_derived]
        impl #krate::Output for #ident {
            const SHAPE: #krate::__private::Shape = #krate::__private::choice::<Self>();
            fn write(&self, writer: &mut #krate::__private::ResultWriter) -> #krate::__private::Written {
                #krate::__private::write_choice(self, writer)
            }
        }
        #[automatically_derived]
        impl #krate::Enum for #ident {
            const VALUES: &'static [#krate::AllowedValue] = &[
                #(#krate::__private::value(#names, #descriptions)),*
            ];
            fn name(&self) -> &'static ::core::primitive::str {
                match self { #(Self::#variants => #names),* }
            }
            fn from_name(name: &::core::primitive::str) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(match name {
                    #(#names => Self::#variants,)*
                    _ => return ::core::option::Option::None,
                })
            }
        }
    }
}
