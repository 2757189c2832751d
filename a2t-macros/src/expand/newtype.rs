//! Expands to: an input or an output whose values are those of the type inside, or texts of `FromStr` and `Display`.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{Token, Type};

use super::copied::Copied;
use super::signature::{bounds, bounds_fit};
use super::taken::wanted;
use crate::ast::{Newtype, Wire};
use crate::span::{self, quote};

pub(crate) fn newtype(newtype: &Newtype) -> TokenStream {
    let Newtype { ident: name, min, max, max_length, .. } = newtype;
    let krate = Copied::of(&newtype.krate);
    let a2t = krate.private();
    let Parts { kind, default, from_default, from_scalar } = parts(newtype, &a2t);
    let (bounds, this) = (bounds(min, max, max_length), span::ident("__A2T_FACTS"));
    let (facts, kind) = if bounds.is_empty() {
        (None, kind)
    } else {
        let checks = bounds_fit(&this, min, max, max_length);
        let facts = quote!(const #this: #a2t::Facts = #a2t::Facts::of(#kind) #bounds; #checks);
        (Some(facts), quote!(#this.ty()))
    };
    let imp = Token![impl](name.span());
    let result = quote!(::core::result::Result<Self, #a2t::Refused>);
    let item = quote! {
        #[automatically_derived]
        #imp #krate::Input for #name {
            const TYPE: #a2t::Type = #kind;
            type Default = #default;
            fn from_default(default: #default) -> #result {
                #from_default
            }
            fn from_scalar(scalar: #a2t::Scalar<'_>) -> #result {
                #from_scalar
            }
        }
        #[automatically_derived]
        #imp #a2t::Required for #name {}
    };
    match facts {
        Some(facts) => quote!(const _: () = { #facts #item };),
        None => item,
    }
}

pub(crate) fn newtype_output(newtype: &Newtype) -> TokenStream {
    let name = &newtype.ident;
    let krate = Copied::of(&newtype.krate);
    let a2t = krate.private();
    let (value, inner) = match &newtype.wire {
        Wire::Inner(ty) => (quote!(<#ty as #krate::OutputValue>), quote!(&self.0)),
        Wire::Text(_) => (quote!(<#name as #a2t::ToText<_>>), quote!(self)),
    };
    let imp = Token![impl](name.span());
    quote! {
        #[automatically_derived]
        #imp #krate::Output for #name {
            type Form = #a2t::One;
        }
        #[automatically_derived]
        #imp #a2t::Present for #name {}
        #[automatically_derived]
        #imp #krate::OutputValue for #name {
            const KIND: #a2t::Kind = #value::KIND;
            fn write(&self, name: &::core::primitive::str, writer: &mut #a2t::Writer) {
                #value::write(#inner, name, writer);
            }
        }
    }
}

struct Parts {
    kind: TokenStream,
    default: TokenStream,
    from_default: TokenStream,
    from_scalar: TokenStream,
}

fn parts(newtype: &Newtype, a2t: &Copied) -> Parts {
    match &newtype.wire {
        Wire::Inner(ty) => {
            let (inner, map) =
                (|member| inner(ty, member, a2t), quote!(::core::result::Result::map));
            let (from_default, from_scalar) = (inner("from_default"), inner("from_scalar"));
            Parts {
                kind: inner("TYPE"),
                default: inner("Default"),
                from_default: quote!(#map(#from_default(default), Self)),
                from_scalar: quote!(#map(#from_scalar(scalar), Self)),
            }
        }
        Wire::Text(text) => {
            let (name, wanted) = (&newtype.ident, wanted(text, a2t));
            let read = quote!(<#name as #a2t::FromText<_>>);
            Parts {
                kind: quote!(#read::TYPE),
                default: quote!(&'static ::core::primitive::str),
                from_default: quote!(#read::read(default, #wanted)),
                from_scalar: quote!(#read::read_scalar(scalar, #wanted)),
            }
        }
    }
}

/// `<T as …>::member` at the place of the type, so that rustc says once what is wrong with it.
fn inner(ty: &Type, member: &str, a2t: &Copied) -> TokenStream {
    let (span, a2t, member) = (ty.span(), a2t.at(ty.span()), Ident::new(member, ty.span()));
    quote_spanned!(span=> <#ty as #a2t::Inner>::#member)
}
