//! Expands to: the shape of a struct as JSON, and its members one by one.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use syn::ext::IdentExt;

use super::changed::{self, Checks};
use super::copied::Copied;
use super::{implement, text};
use crate::ast::{Field, Output};
use crate::item::Derive;
use crate::published;
use crate::siblings;
use crate::span::{self, Text, quote};

pub(crate) fn record(record: &Output) -> TokenStream {
    let Output { ident, fields, .. } = record;
    let krate = Copied::new(&record.krate);
    let a2t = krate.private();
    let values = values(&krate);
    let writes = fields.iter().map(|field| {
        let (name, ident, value) =
            (Text(&field.name.value), &field.ident, value(field, &values, &a2t));
        if field.text {
            quote!(__writer.text(#name, #value::shown(&self.#ident));)
        } else {
            quote!(#value::put(&self.#ident, #name, __writer);)
        }
    });
    let members = members(fields, &values, &a2t);
    let shallow = shallow(ident, &krate, &a2t);
    let changed = changed(record, &a2t);
    let as_record = changed
        .as_ref()
        .map(|_| changed::forwarded(&quote!(#a2t::published::member::<Self>), &a2t));
    let member_value = quote! {
        const SHAPE: &'static #a2t::JsonShape = &#a2t::record(const { &[#(#members),*] });
        #changed
        fn write(&self, __writer: &mut #a2t::JsonWriter<'_>) {
            __writer.open();
            #(#writes)*
            __writer.close();
        }
    };
    let member_value = implement(ident, quote!(#krate::MemberValue), member_value);
    quote! {
        #shallow
        #member_value
        #[automatically_derived]
        impl #a2t::PresentMember for #ident {}
        #[automatically_derived]
        impl #a2t::Present for #ident {}
        #[automatically_derived]
        impl #krate::OutputValue for #ident {
            const KIND: #a2t::Kind = #a2t::described_json(<Self as #krate::MemberValue>::SHAPE);
            const SHAPE: &'static #a2t::JsonShape = <Self as #krate::MemberValue>::SHAPE;
            #as_record
            fn write_within(&self, __writer: &mut #a2t::JsonWriter<'_>) {
                <Self as #krate::MemberValue>::write(self, __writer);
            }
            fn write(&self, __name: &::core::primitive::str, __writer: &mut #a2t::Writer) {
                __writer.described(__name, self);
            }
        }
    }
}

fn changed(record: &Output, a2t: &Copied) -> Option<TokenStream> {
    let Output { ident, fields, .. } = record;
    if !published::is_any() {
        return None;
    }
    let checks = Checks {
        itself: quote!(#a2t::published::member::<Self>),
        other: None,
        inner: changed::inner(ident, fields, &quote!(#a2t::published::AsMember)),
    };
    let location = |location| changed::field(location, fields, ident);
    changed::changed(&published::fields(ident, fields), location, &checks, a2t)
}

/// Returns the trait of the members: that of outputs if the struct derives `Output` as well, because rustc then reports
/// once that a type is neither.
fn values(krate: &Copied) -> Copied {
    Copied::new(if siblings::in_one_list(Derive::Output) {
        quote!(#krate::OutputValue)
    } else {
        quote!(#krate::MemberValue)
    })
}

/// At the name, since only the whole record knows how deep its members are.
fn shallow(ident: &Ident, krate: &Copied, a2t: &Copied) -> TokenStream {
    let span = span::here().located_at(ident.span());
    let (krate, a2t, name) = (krate.at(span), a2t.at(span), ident.unraw().to_string());
    quote_spanned! {span=>
        const _: () = #a2t::shallow(<#ident as #krate::MemberValue>::SHAPE, #name);
    }
}

/// The members by name, because an object has no order and readers know a shape by its sorted members.
pub(super) fn members(fields: &[Field], values: &Copied, a2t: &Copied) -> Vec<TokenStream> {
    sorted(fields).into_iter().map(|field| member(field, values, a2t)).collect()
}

/// Returns the fields in the order of the shape's members.
pub(super) fn sorted(fields: &[Field]) -> Vec<&Field> {
    let mut sorted: Vec<_> = fields.iter().collect();
    sorted.sort_by(|one, other| one.name.value.cmp(&other.name.value));
    sorted
}

fn member(field: &Field, values: &Copied, a2t: &Copied) -> TokenStream {
    let (name, description) = (Text(&field.name.value), text(field.description.as_ref()));
    let value = value(field, values, a2t);
    quote!(#a2t::member_of(#name, #description, #value::SHAPE, #value::OPTIONAL))
}

/// `<T as …>`, which leads to the way in which the member is written.
fn value(field: &Field, values: &Copied, a2t: &Copied) -> Copied {
    let ty = &field.ty;
    Copied::new(if field.text {
        quote!(<#ty as #a2t::ToText<_>>)
    } else {
        quote!(<#ty as #values>)
    })
}
