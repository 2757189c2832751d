//! Expands to: the outputs of a struct, and their values one by one.

use a2t_core::evolution::Fingerprint;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::text;
use crate::ast::{Field, Output};

pub(crate) fn output(output: &Output) -> TokenStream {
    let Output { krate, ident, .. } = output;
    let parameters = output.fields.iter().map(parameter);
    let fields = output.fields.iter().map(|field| &field.ident);
    let types = output.fields.iter().map(|field| &field.ty);
    let names = output.fields.iter().map(|field| &field.name.value);
    let fingerprints = output.fields.iter().map(fingerprint);
    quote! {
        const _: () = {
            use #krate::__private as __a2t;
            #[automatically_derived]
            impl __a2t::Output for #ident {
                const SHAPE: __a2t::Shape = __a2t::Shape::Fields(&[#(#parameters),*]);
                const FINGERPRINTS: &'static [__a2t::Fingerprint] = &[#(#fingerprints),*];
                fn write(&self, writer: &mut __a2t::ResultWriter) -> __a2t::Written {
                    #(<#types as __a2t::OutputValue>::write(&self.#fields, #names, writer)?;)*
                    ::core::result::Result::Ok(())
                }
            }
        };
    }
}

fn parameter(field: &Field) -> TokenStream {
    let (ty, name, description) = (
        &field.ty,
        &field.name.value,
        text(field.description.as_ref()),
    );
    let kind = quote!(<#ty as __a2t::OutputValue>::KIND);
    let id = &field.id.value;
    match *id == field.name.value {
        true => quote!(__a2t::output(#kind, #name, #description)),
        false => quote!(__a2t::output_with(#kind, #id, #name, #description)),
    }
}

/// What stands for the field in const evaluation, but for its type.
fn fingerprint(field: &Field) -> TokenStream {
    let description = text(field.description.as_ref());
    let texts = Fingerprint::of_texts(&field.id.value, &field.name.value, description);
    let (contract, text) = texts.bits();
    let (contract, text) = (
        Literal::u128_unsuffixed(contract),
        Literal::u128_unsuffixed(text),
    );
    let ty = &field.ty;
    quote!(__a2t::published::field(<#ty as __a2t::OutputValue>::KIND, #contract, #text))
}
