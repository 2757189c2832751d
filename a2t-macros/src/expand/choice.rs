//! Expands to: the allowed values of an enum, and the variant at each place.

use a2t_core::AllowedValue;
use a2t_core::evolution::Fingerprint;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{arity, text};
use crate::ast::{Choice, Variant};

pub(crate) fn choice(choice: &Choice) -> TokenStream {
    let Choice { krate, ident, .. } = choice;
    let a2t = quote!(#krate::__private);
    let values = values(choice, &a2t);
    let arms = choice.variants.iter().enumerate().map(|(index, variant)| {
        let (index, ident) = (Literal::usize_unsuffixed(index), &variant.ident);
        quote!(#index => Self::#ident,)
    });
    let (contract, text) = fingerprint(choice);
    quote! {
        #[automatically_derived]
        impl #krate::Enum for #ident {
            const CHOICES: #a2t::Choices = #a2t::Choices {
                values: &#values,
                contract: #contract,
                text: #text,
            };
            fn at(index: ::core::primitive::usize) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(match index {
                    #(#arms)*
                    _ => return ::core::option::Option::None,
                })
            }
        }
        #[automatically_derived]
        impl #krate::Output for #ident {
            type Form = #a2t::One;
        }
    }
}

fn values(choice: &Choice, a2t: &TokenStream) -> TokenStream {
    let values = choice.variants.iter().map(|variant| {
        let (name, description) = (&variant.name.value, text(variant.description.as_ref()));
        quote!(#name, #description)
    });
    match arity("values", choice.variants.len()) {
        Some(all) => quote!(#a2t::#all(#((#values)),*)),
        None => quote!([#(#a2t::value(#values)),*]),
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
