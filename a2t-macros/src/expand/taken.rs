//! Expands to: the way in which each input is taken, by its type or by `FromStr`.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, LitStr};

use super::concrete::Parts;
use super::copied::Copied;
use super::option;
use crate::ast::{Input, Parameter};
use crate::attr::{self, Known};
use crate::span::{Text, at, here, quote};

/// Arguments of a tool's function.
pub(super) struct Taken {
    /// Statements that take them from a call: all of them, so that all mistakes are told.
    pub(super) first: TokenStream,
    /// The arguments, each in its place.
    pub(super) arguments: Vec<TokenStream>,
}

/// Constant of the type.
pub(super) fn kind(ty: &impl ToTokens, input: &Input, parts: &Parts<'_>) -> TokenStream {
    let known = known(ty, input, parts);
    let texts = input.text.as_ref().map(|text| texts(text, &text.format(&input.ty)));
    quote!(#known::TYPE #texts)
}

/// Expands to the format and the example of a text, after its type.
pub(super) fn texts(text: &attr::Text, format: &str) -> TokenStream {
    let format = Text(format);
    let example = text.example.as_ref().map(LitStr::value);
    let example = example.as_deref().map(Text).map(|example| quote!(.example(#example)));
    quote!(.format(#format) #example)
}

/// Expands to a constant with the default of an input, unless that is a literal. It is one item, because rustc would
/// report a mistake in the expression at each place that repeats it.
pub(super) fn default(
    place: usize,
    ty: &impl ToTokens,
    input: &Input,
    parts: &Parts<'_>,
) -> Option<TokenStream> {
    let default = input.default.as_ref().filter(|default| default.known().is_none())?;
    let (name, expr) = (default_name(place), &default.expr);
    // At the place of the type, where rustc already reports it if it is not an input.
    let span = here().located_at(input.ty.span());
    let krate = parts.krate.at(span);
    let of = match &input.text {
        None => quote_spanned!(span=> <#ty as #krate::Input>::Default),
        Some(_) => quote!(&'static ::core::primitive::str),
    };
    Some(quote!(const #name: #of = #expr;))
}

fn default_name(place: usize) -> Ident {
    format_ident!("_DEFAULT_{place}", span = here())
}

/// Expands to the default and the example of an input.
pub(super) fn values(
    place: usize,
    ty: &impl ToTokens,
    input: &Input,
    parts: &Parts<'_>,
) -> TokenStream {
    let (a2t, kind) = (&parts.a2t, kind(ty, input, parts));
    let default = input.default.as_ref().map(|default| {
        let sent = match default.known() {
            Some(literal) => option(Some(scalar(literal, a2t))),
            None => {
                let (known, default) = (known(ty, input, parts), default_name(place));
                quote!(#known::sent_default(#default))
            }
        };
        quote!(.default(|| #sent))
    });
    quote!(#a2t::InputValues::of(#kind) #default)
}

/// Functions that take the inputs one after the other.
pub(super) fn functions(parts: &Parts<'_>) -> Vec<TokenStream> {
    let function = |(input, ty): (&Input, _)| {
        let known = known(ty, input, parts);
        match &input.text {
            None => quote!(#known::take),
            Some(text) => {
                let wanted = wanted(text, &parts.a2t);
                quote!(|__args| #known::take(__args, #wanted))
            }
        }
    };
    parts.tool.inputs().zip(&parts.inputs).map(function).collect()
}

pub(super) fn taken(parts: &Parts<'_>) -> Taken {
    let inputs = parts.tool.inputs().zip(&parts.inputs).enumerate();
    let value = |(place, (input, ty)): (_, (&Input, _))| value(place, ty, input, parts);
    let values: Vec<_> = inputs.map(value).collect();
    let names: Vec<_> = (0..values.len()).map(place).collect();
    let bound = (!names.is_empty()).then(|| quote!(let (#(#names,)*) = (#(#values,)*);));
    let (mut contexts, mut names) = (0.., names.iter());
    let argument = |parameter: &Parameter| match parameter {
        Parameter::Context(_) => context(contexts.next().unwrap_or_default()).to_token_stream(),
        Parameter::Input(_) => {
            let name = names.next();
            quote!(#name?)
        }
    };
    Taken {
        arguments: parts.tool.parameters.iter().map(argument).collect(),
        first: quote!(#bound __args.finish()?;),
    }
}

/// Expands to: the texts that a type reads, in its author's words.
pub(super) fn wanted(text: &attr::Text, a2t: &Copied) -> TokenStream {
    let words = |given: &Option<LitStr>| given.as_ref().map_or(String::new(), LitStr::value);
    let (expected, example) = (words(&text.expected), words(&text.example));
    let (expected, example) = (Text(&expected), Text(&example));
    quote!(#a2t::Wanted { expected: #expected, example: #example })
}

pub(super) fn context(index: usize) -> Ident {
    format_ident!("__c{index}", span = here())
}

fn place(index: usize) -> Ident {
    format_ident!("__p{index}", span = here())
}

/// `<T as …>`, which leads to all that is known of the type.
fn known(ty: &impl ToTokens, input: &Input, parts: &Parts<'_>) -> TokenStream {
    let Parts { krate, a2t, .. } = parts;
    match &input.text {
        None => quote!(<#ty as #krate::Input>),
        Some(_) => quote!(<#ty as #a2t::FromText<_>>),
    }
}

fn value(place: usize, ty: &impl ToTokens, input: &Input, parts: &Parts<'_>) -> TokenStream {
    let known = known(ty, input, parts);
    let wanted = input.text.as_ref().map(|text| wanted(text, &parts.a2t));
    let wanted = wanted.map(|wanted| quote!(#wanted,));
    match &input.default {
        None => quote!(#known::take(__args, #wanted)),
        Some(default) => match default.known() {
            Some(literal) => {
                let scalar = scalar(literal, &parts.a2t);
                quote!(#known::take_or_literal(__args, #wanted #scalar))
            }
            None => {
                let default = default_name(place);
                quote!(#known::take_or(__args, #wanted #default))
            }
        },
    }
}

fn scalar(known: Known, a2t: &Copied) -> TokenStream {
    match known {
        Known::Integer(value) => {
            // A default that cannot be an argument is refused by a constant.
            let value = at(Literal::i64_unsuffixed(i64::try_from(value).unwrap_or_default()));
            quote!(#a2t::Scalar::Int(#value))
        }
        Known::Text(text) => {
            let text = Text(&text);
            quote!(#a2t::Scalar::String(::std::borrow::Cow::Borrowed(#text)))
        }
        Known::Boolean(value) => quote!(#a2t::Scalar::Boolean(#value)),
    }
}
