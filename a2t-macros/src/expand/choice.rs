//! Expands to: the allowed values of an enum, and their names both ways.

use a2t_core::AllowedValue;
use a2t_core::evolution::Fingerprint;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::text;
use crate::ast::{Choice, Variant};

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
    let (contract, text) = fingerprint(choice);
    quote! {
        const _: () = {
            use #krate::__private as __a2t;
            #[automatically_derived]
            impl __a2t::Enum for #ident {
                const VALUES: &'static [__a2t::AllowedValue] = &[#(__a2t::value(#names, #descriptions)),*];
                const FINGERPRINT: __a2t::Fingerprint = __a2t::Fingerprint::from_bits(#contract, #text);
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

/// What stands for the choices in const evaluation, which pays for each byte.
fn fingerprint(choice: &Choice) -> (Literal, Literal) {
    let value = |variant: &Variant| AllowedValue {
        name: variant.name.value.clone().into(),
        description: text(variant.description.as_ref()).to_owned().into(),
    };
    let values: Vec<_> = choice.variants.iter().map(value).collect();
    let (contract, text) = Fingerprint::of_values(&values).bits();
    (
        Literal::u128_unsuffixed(contract),
        Literal::u128_unsuffixed(text),
    )
}
