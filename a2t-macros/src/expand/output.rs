//! Expands to: the outputs of a struct, and their values one by one.

use a2t_core::evolution::Fingerprint;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{arity, text};
use crate::ast::{Field, Output};

pub(crate) fn output(output: &Output) -> TokenStream {
    let Output { krate, ident, .. } = output;
    let a2t = quote!(#krate::__private);
    let outputs = outputs(output, &a2t);
    let fingerprints = output.fields.iter().map(|field| fingerprint(field, krate));
    let writes = output.fields.iter().map(|field| {
        let Field {
            ident, name, ty, ..
        } = field;
        let name = &name.value;
        quote!(<#ty as #krate::OutputValue>::write(&self.#ident, #name, writer);)
    });
    quote! {
        #[automatically_derived]
        impl #krate::Output for #ident {
            type Form = #a2t::Own;
            const SHAPE: #a2t::Shape = #a2t::Shape::Fields {
                outputs: &#outputs,
                fingerprints: &[#(#a2t::FieldPrint #fingerprints),*],
            };
            fn write(&self, writer: &mut #a2t::Writer) {
                #(#writes)*
            }
        }
    }
}

fn outputs(output: &Output, a2t: &TokenStream) -> TokenStream {
    let krate = &output.krate;
    let named_by_id = |field: &Field| field.id.value == field.name.value;
    let plain = output.fields.iter().all(named_by_id);
    match arity("outputs", output.fields.len()).filter(|_| plain) {
        Some(outputs_n) => {
            let fields = output.fields.iter().map(|field| {
                let (ty, name, description) = parts(field);
                quote!((<#ty as #krate::OutputValue>::KIND, #name, #description))
            });
            quote!(#a2t::#outputs_n(#(#fields),*))
        }
        None => {
            let fields = output.fields.iter().map(|field| {
                let ((ty, name, description), id) = (parts(field), &field.id.value);
                let kind = quote!(<#ty as #krate::OutputValue>::KIND);
                quote!(#a2t::output_with(#kind, #id, #name, #description))
            });
            quote!([#(#fields),*])
        }
    }
}

fn parts(field: &Field) -> (&syn::Type, &str, &str) {
    (
        &field.ty,
        &field.name.value,
        text(field.description.as_ref()),
    )
}

/// What stands for the field in const evaluation, and its type.
fn fingerprint(field: &Field, krate: &syn::Path) -> TokenStream {
    let description = text(field.description.as_ref());
    let texts = Fingerprint::of_texts(&field.id.value, &field.name.value, description);
    let (contract, text) = texts.bits();
    let (contract, text) = (
        Literal::u128_unsuffixed(contract),
        Literal::u128_unsuffixed(text),
    );
    let ty = &field.ty;
    quote!((<#ty as #krate::OutputValue>::KIND, #contract, #text))
}
