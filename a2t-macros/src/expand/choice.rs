//! Expands to: the allowed values of an enum, and the variant at each position.

use a2t_core::AllowedValue;
use a2t_core::evolution::Fingerprint;
use proc_macro2::{Literal, TokenStream, TokenTree};

use quote::ToTokens;
use syn::{Ident, Path};

use super::changed::{self, Checks};
use super::copied::Copied;
use super::{arity, text};
use crate::ast::{Choice, Variant};
use crate::published::{self, Location};
use crate::span::{Text, at, quote};

pub(crate) fn choice(choice: &Choice) -> TokenStream {
    let Choice { ident, .. } = choice;
    let krate = Copied::new(&choice.krate);
    let a2t = krate.private();
    let values = values(choice, &a2t);
    let indices = (0..).map(Literal::usize_unsuffixed).map(at);
    let mut variants = choice.variants.iter().map(|variant| &variant.ident);
    // An enum without variants was refused.
    let last = variants.next_back();
    let (contract, text) = fingerprint(choice);
    let changed = changed(choice, &a2t);
    let returned = changed
        .as_ref()
        .map(|_| changed::forwarded(&quote!(#a2t::published::choice::<Self>), &a2t));
    let serde = choice.serde.then(|| serde(ident, &choice.krate));
    quote! {
        #serde
        #[automatically_derived]
        impl #krate::Enum for #ident {
            const CHOICES: #a2t::Choices = #a2t::Choices {
                values: &#values,
                contract: #contract,
                text: #text,
            };
            #changed
            fn nth(__index: ::core::primitive::usize) -> Self {
                match __index {
                    #(#indices => Self::#variants,)*
                    _ => Self::#last,
                }
            }
        }
        #[automatically_derived]
        impl #a2t::Inner for #ident {
            type This = Self;
        }
        #[automatically_derived]
        impl #krate::Output for #ident {
            type Form = #a2t::One;
            #returned
        }
    }
}

fn changed(choice: &Choice, a2t: &Copied) -> Option<TokenStream> {
    if !published::is_any() {
        return None;
    }
    let location = |location| match location {
        Location::Item(index) => choice.variants.get(index).map_or(&choice.ident, |one| &one.ident),
        _ => &choice.ident,
    };
    let location = |at| location(at).to_token_stream();
    let itself = quote!(#a2t::published::choice::<Self>);
    let checks = Checks { itself, ..Checks::default() };
    changed::changed(&published::choices(choice), location, &checks, a2t)
}

/// serde's traits, by the names on the wire.
pub(crate) fn serde(ident: &Ident, krate: &Path) -> TokenStream {
    let a2t = Copied::new(krate).private();
    let result = quote!(::core::result::Result);
    quote! {
        #[automatically_derived]
        impl #a2t::serde::Serialize for #ident {
            fn serialize<S: #a2t::serde::Serializer>(&self, __serializer: S) -> #result<S::Ok, S::Error> {
                #a2t::serialize(self, __serializer)
            }
        }
        #[automatically_derived]
        impl<'de> #a2t::serde::Deserialize<'de> for #ident {
            fn deserialize<D: #a2t::serde::Deserializer<'de>>(__deserializer: D) -> #result<Self, D::Error> {
                #a2t::deserialize(__deserializer)
            }
        }
    }
}

fn values(choice: &Choice, a2t: &Copied) -> TokenStream {
    let variants = choice.variants.iter();
    let names = variants.clone().map(|variant| Text(&variant.name.value));
    let descriptions = variants.map(|variant| text(variant.description.as_ref()));
    match arity("values", choice.variants.len()) {
        Some(all) => quote!(#a2t::#all(#(#names, #descriptions),*)),
        None => quote!([#(#a2t::value(#names, #descriptions)),*]),
    }
}

/// Numbers in place of the choices: const evaluation pays for each byte.
fn fingerprint(choice: &Choice) -> (TokenTree, TokenTree) {
    let value = |variant: &Variant| AllowedValue {
        name: variant.name.value.clone().into(),
        description: text(variant.description.as_ref()).0.to_owned().into(),
    };
    let values: Vec<_> = choice.variants.iter().map(value).collect();
    let (contract, text) = Fingerprint::of_values(&values).bits();
    (at(Literal::u128_unsuffixed(contract)), at(Literal::u128_unsuffixed(text)))
}
