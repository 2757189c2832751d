//! Expands to: the outputs of a struct, and their values one by one.

use a2t_core::evolution::Fingerprint;
use proc_macro2::{Literal, TokenStream, TokenTree};

use super::changed::{self, Checks};
use super::copied::Copied;
use super::{arity, implement, text};
use crate::ast::{Field, Output};
use crate::published;
use crate::span::{Text, at, quote};

pub(crate) fn output(output: &Output) -> TokenStream {
    let Output { ident, fields, .. } = output;
    let krate = Copied::new(&output.krate);
    let a2t = krate.private();
    let outputs = outputs(output, &a2t);
    let fingerprints = fields.iter().flat_map(fingerprint);
    let values: Vec<_> = fields.iter().map(|field| value(field, &krate, &a2t)).collect();
    let names = fields.iter().map(|field| Text(&field.name.value));
    let idents = fields.iter().map(|field| &field.ident);
    let changed = changed(output, &a2t);
    let body = quote! {
        type Form = #a2t::Own;
        const SHAPE: #a2t::Shape = {
            let __kinds = &[#(#values::KIND),*];
            #a2t::Shape::Fields {
                outputs: &#outputs,
                kinds: __kinds,
                fingerprints: &[#(#fingerprints),*],
            }
        };
        #changed
        fn write(&self, __writer: &mut #a2t::Writer) {
            #(#values::write(&self.#idents, #names, __writer);)*
        }
    };
    implement(ident, quote!(#krate::Output), body)
}

/// A struct that is a record as well reports a change there.
fn changed(output: &Output, a2t: &Copied) -> Option<TokenStream> {
    let Output { ident, fields, .. } = output;
    if !published::is_any() {
        return None;
    }
    let checks = Checks {
        itself: quote!(#a2t::published::output::<Self>),
        other: Some(quote!(#a2t::published::AsMember::<Self>::CHECK.check)),
        inner: changed::inner(ident, fields, &quote!(#a2t::published::AsValue)),
    };
    let location = |location| changed::field(location, fields, ident);
    changed::changed(&published::fields(ident, fields), location, &checks, a2t)
}

/// `<T as …>`, which leads to the way in which the field is written.
fn value(field: &Field, krate: &Copied, a2t: &Copied) -> Copied {
    let ty = &field.ty;
    Copied::new(if field.text {
        quote!(<#ty as #a2t::ToText<_>>)
    } else {
        quote!(<#ty as #krate::OutputValue>)
    })
}

fn outputs(output: &Output, a2t: &Copied) -> TokenStream {
    let fields = output.fields.iter();
    let named_by_id = |field: &Field| field.id.value == field.name.value;
    let plain = fields.clone().all(named_by_id);
    let names = fields.clone().map(|field| Text(&field.name.value));
    let descriptions = fields.clone().map(|field| text(field.description.as_ref()));
    if let Some(all) = arity("outputs", output.fields.len()).filter(|_| plain) {
        return quote!(#a2t::#all(__kinds, #(#names, #descriptions),*));
    }
    let indices = (0..output.fields.len()).map(Literal::usize_unsuffixed).map(at);
    let ids = fields.map(|field| Text(&field.id.value));
    quote!([#(#a2t::output_with(__kinds[#indices], #ids, #names, #descriptions)),*])
}

/// Numbers in place of a field, apart from its type: const evaluation pays for each byte.
fn fingerprint(field: &Field) -> [TokenTree; 2] {
    let description = text(field.description.as_ref());
    let texts = Fingerprint::of_texts(&field.id.value, &field.name.value, description.0);
    let (contract, text) = texts.bits();
    [contract, text].map(Literal::u128_unsuffixed).map(at)
}
