//! Generates the impls of a derive that reported a mistake. Their constants mark the type as refused, which silences
//! the rules and the comparisons with published versions.

use std::collections::HashSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Data, DeriveInput, Fields, Path, Type};

use crate::ast::{Newtype, Wire};
use crate::attr::{ContainerAttr, ErrorsAttr};
use crate::ctxt::Ctxt;
use crate::item::Derive;
use crate::siblings;

/// Generates the impls of one derive, regardless of the mistake in the type.
pub(crate) fn derived(item: &DeriveInput, derive: Derive) -> TokenStream {
    let krate = Ctxt::quiet(|ctxt| ErrorsAttr::parse(&item.attrs, ctxt).krate);
    match derive {
        Derive::Enum => choice(&krate, item),
        Derive::Error => errors(&krate, item),
        Derive::Input => newtype(&krate, item),
        Derive::Output if Newtype::is_one(item) => newtype_output(&krate, item),
        Derive::Output => output(&krate, item),
        Derive::Record => record(&krate, item),
    }
}

fn choice(krate: &Path, item: &DeriveInput) -> TokenStream {
    let (parameters, arguments, bounds) = item.generics.split_for_impl();
    let (ident, output) = (&item.ident, output(krate, item));
    let serde = Ctxt::quiet(|ctxt| ContainerAttr::of_enum(&item.attrs, ctxt).serde);
    let serde = serde && item.generics.params.is_empty();
    let serde = serde.then(|| crate::expand::serde(ident, krate));
    quote! {
        #output
        #serde
        #[automatically_derived]
        impl #parameters #krate::__private::Inner for #ident #arguments #bounds {
            type This = Self;
        }
        #[automatically_derived]
        impl #parameters #krate::Enum for #ident #arguments #bounds {
            const CHOICES: #krate::__private::Choices = #krate::__private::Choices::REFUSED;
            fn nth(_: ::core::primitive::usize) -> Self {
                ::core::unreachable!()
            }
        }
    }
}

fn newtype(krate: &Path, item: &DeriveInput) -> TokenStream {
    let (parameters, arguments, bounds) = item.generics.split_for_impl();
    let (ident, default) = (&item.ident, default(krate, item));
    let result = quote!(::core::result::Result<Self, #krate::__private::ValueError>);
    quote! {
        #[automatically_derived]
        impl #parameters #krate::Input for #ident #arguments #bounds {
            const TYPE: #krate::__private::Type = #krate::__private::Type::REFUSED;
            type Default = #default;
            fn from_default(_: #default) -> #result {
                ::core::unreachable!()
            }
            fn from_scalar(_: #krate::__private::Scalar<'_>) -> #result {
                ::core::unreachable!()
            }
        }
        #[automatically_derived]
        impl #parameters #krate::__private::Inner for #ident #arguments #bounds {
            type This = Self;
        }
        #[automatically_derived]
        impl #parameters #krate::__private::Required for #ident #arguments #bounds {}
    }
}

/// Returns the type of a parameter's `default = …`, as far as it is known without a bound that may not hold.
fn default(krate: &Path, item: &DeriveInput) -> TokenStream {
    let (newtype, is_clean) = Ctxt::quiet(|ctxt| (Newtype::read(item, ctxt), ctxt.is_clean()));
    let text = quote!(&'static ::core::primitive::str);
    match newtype.map(|newtype| newtype.wire) {
        Some(Wire::Text(_)) => text,
        Some(Wire::Inner(inner)) => match inner.to_token_stream().to_string().as_str() {
            "String" => text,
            spelt if SCALARS.contains(&spelt) => inner.to_token_stream(),
            // If a key is unknown, the type may have been meant to be parsed from a text. A type that is no input may
            // have any value inside.
            _ if is_clean && item.generics.params.is_empty() && is_input(item) => {
                quote!(<<#inner as #krate::__private::Inner>::This as #krate::Input>::Default)
            }
            _ => quote!(Self),
        },
        None => quote!(Self),
    }
}

fn is_input(item: &DeriveInput) -> bool {
    siblings::derives(&item.ident).iter().any(|derive| derive == "Input")
}

const SCALARS: [&str; 13] = [
    "bool", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize",
];

fn newtype_output(krate: &Path, item: &DeriveInput) -> TokenStream {
    let (parameters, arguments, bounds) = item.generics.split_for_impl();
    let (ident, record) = (&item.ident, record(krate, item));
    quote! {
        #record
        #[automatically_derived]
        impl #parameters #krate::Output for #ident #arguments #bounds {
            type Form = #krate::__private::One;
        }
    }
}

fn output(krate: &Path, item: &DeriveInput) -> TokenStream {
    let (parameters, arguments, bounds) = item.generics.split_for_impl();
    let ident = &item.ident;
    quote! {
        #[automatically_derived]
        impl #parameters #krate::Output for #ident #arguments #bounds {
            type Form = #krate::__private::Own;
            const SHAPE: #krate::__private::Shape = #krate::__private::Shape::REFUSED;
            fn write(&self, _: &mut #krate::__private::Writer) {}
        }
    }
}

fn record(krate: &Path, item: &DeriveInput) -> TokenStream {
    let (parameters, arguments, bounds) = item.generics.split_for_impl();
    let (ident, shape) = (&item.ident, quote!(&'static #krate::__private::JsonShape));
    quote! {
        #[automatically_derived]
        impl #parameters #krate::MemberValue for #ident #arguments #bounds {
            const SHAPE: #shape = #krate::__private::SHAPE_REFUSED;
            fn write(&self, _: &mut #krate::__private::JsonWriter<'_>) {}
        }
        #[automatically_derived]
        impl #parameters #krate::__private::PresentMember for #ident #arguments #bounds {}
        #[automatically_derived]
        impl #parameters #krate::__private::Present for #ident #arguments #bounds {}
        #[automatically_derived]
        impl #parameters #krate::OutputValue for #ident #arguments #bounds {
            const KIND: #krate::__private::Kind = #krate::__private::Kind::REFUSED;
            const SHAPE: #shape = #krate::__private::SHAPE_REFUSED;
            fn write_within(&self, _: &mut #krate::__private::JsonWriter<'_>) {}
            fn write(&self, _: &::core::primitive::str, _: &mut #krate::__private::Writer) {}
        }
    }
}

fn errors(krate: &Path, item: &DeriveInput) -> TokenStream {
    let (parameters, arguments, bounds) = item.generics.split_for_impl();
    let ident = &item.ident;
    let from = inside(item).map(|(variant, ty)| {
        quote! {
            #[automatically_derived]
            impl #parameters ::core::convert::From<#ty> for #ident #arguments #bounds {
                fn from(__error: #ty) -> Self {
                    Self::#variant(__error)
                }
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl #parameters #krate::IntoToolError for #ident #arguments #bounds {
            const ERRORS: &'static [#krate::__private::ProblemType] =
                #krate::__private::ERRORS_REFUSED;
            fn into_tool_error(self) -> #krate::ToolError {
                ::core::unreachable!()
            }
        }
        #(#from)*
    }
}

/// Returns the inner errors that `?` converts: each type once, without those that another derive converts.
fn inside(item: &DeriveInput) -> impl Iterator<Item = (&syn::Ident, &Type)> {
    let mut seen = HashSet::new();
    let variants = match &item.data {
        Data::Enum(data) => data.variants.iter().collect(),
        _ => Vec::new(),
    };
    let inside = variants.into_iter().filter_map(|variant| match &variant.fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            fields.unnamed.first().map(|field| (&variant.ident, field))
        }
        _ => None,
    });
    inside.filter_map(move |(variant, field)| {
        let converted = field.attrs.iter().any(|attr| attr.path().is_ident("from"));
        let generic = mentions_parameter(field.ty.to_token_stream(), item);
        let new = seen.insert(field.ty.to_token_stream().to_string());
        (new && !converted && !generic).then_some((variant, &field.ty))
    })
}

fn mentions_parameter(ty: TokenStream, item: &DeriveInput) -> bool {
    ty.into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => item.generics.type_params().any(|one| one.ident == ident),
        TokenTree::Group(group) => mentions_parameter(group.stream(), item),
        _ => false,
    })
}
