//! A type of one value, an input or an output: what it wraps, or a text.

use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::{Attribute, Data, DeriveInput, Fields, Generics, Ident, Meta, Path, Type};

use crate::attr::{Bound, Key, NewtypeAttr, Text, is_a2t};
use crate::ctxt::Ctxt;

pub(crate) struct Newtype {
    pub(crate) krate: Path,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) min: Option<Bound>,
    pub(crate) max: Option<Bound>,
    pub(crate) max_length: Option<Bound>,
    pub(crate) wire: Wire,
}

/// Form of a value on the wire.
pub(crate) enum Wire {
    /// The value inside.
    Inner(Box<Type>),
    /// A text.
    Text(Text),
}

impl Newtype {
    /// Returns `true` for a type that is one value as an output: a struct around one, or a text.
    pub(crate) fn is_one(item: &DeriveInput) -> bool {
        let around_one = match &item.data {
            Data::Struct(data) => {
                matches!(&data.fields, Fields::Unnamed(fields) if fields.unnamed.len() == 1)
            }
            _ => false,
        };
        around_one || item.attrs.iter().any(is_text)
    }

    pub(crate) fn read(item: &DeriveInput, ctxt: &Ctxt) -> Option<Self> {
        let attr = NewtypeAttr::parse(&item.attrs, ctxt);
        let wire = match attr.text {
            Some(text) => Wire::Text(text),
            None if attr.unreadable => Wire::Inner(Box::new(unless_text(item)?)),
            None => Wire::Inner(Box::new(inner(item, ctxt)?)),
        };
        let NewtypeAttr { krate, min, max, max_length, .. } = attr;
        let (ident, generics) = (item.ident.clone(), item.generics.clone());
        Some(Self { krate, ident, generics, min, max, max_length, wire })
    }
}

/// Returns the type inside. If there is none, the key that could not be read may have been `text`.
fn unless_text(item: &DeriveInput) -> Option<Type> {
    Ctxt::quiet(|ctxt| inner(item, ctxt))
}

fn inner(item: &DeriveInput, ctxt: &Ctxt) -> Option<Type> {
    let ident = &item.ident;
    let wrong = |what: &str, help: &str| {
        let text = "; a type that `FromStr` reads from a text has `#[a2t(text)]`";
        ctxt.error(ident, format!("`{ident}` is {what}"), format!("{help}{text}"));
    };
    match &item.data {
        Data::Struct(data) => match &data.fields {
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                let field = fields.unnamed.first()?;
                field.attrs.iter().filter(|attr| is_a2t(attr)).for_each(|attr| {
                    let help = format!("put it above `struct {ident}`");
                    ctxt.error(attr, "the value inside cannot have keys", help);
                });
                return Some(field.ty.clone());
            }
            Fields::Unnamed(_) => wrong(
                "a tuple, and an input is one value",
                "take each value as a separate parameter",
            ),
            Fields::Named(_) => wrong(
                "a struct with named fields, and an input is one value",
                "write a tuple struct around one value, `struct Id(u32);`, or take each field as a \
                 parameter of its own",
            ),
            Fields::Unit => {
                wrong("a unit struct, which holds no value", "put one inside: `struct Id(u32);`");
            }
        },
        Data::Enum(_) => wrong("an enum", "derive `a2t::Enum` for a choice of names"),
        Data::Union(_) => wrong("a union", "write a tuple struct around one value"),
    }
    None
}

fn is_text(attr: &Attribute) -> bool {
    let text = Key::Text.name();
    let is_text = |tree: TokenTree| matches!(tree, TokenTree::Ident(ident) if ident == text);
    match &attr.meta {
        _ if !is_a2t(attr) => false,
        Meta::List(list) => list.tokens.clone().into_iter().any(is_text),
        // `#[a2t = "text"]`, which is reported.
        Meta::NameValue(pair) => pair.value.to_token_stream().to_string().contains(text),
        Meta::Path(_) => false,
    }
}
