//! Expands to: the way in which each input is taken, by its type or by `FromStr`.

use proc_macro2::{Delimiter, Group, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, LitStr};

use super::concrete::Parts;
use super::copied::Copied;
use super::option;
use super::spans::ends;
use crate::ast::{Input, Parameter};
use crate::attr::{self, Known};
use crate::span::{Text, at, here, quote};

/// Arguments of a tool's function.
pub(super) struct Taken {
    /// Statements that take them from a call: all of them, so that all mistakes are reported.
    pub(super) first: TokenStream,
    /// The arguments, each in its position.
    pub(super) arguments: Vec<TokenStream>,
}

/// Constant of the type.
pub(super) fn kind(ty: &impl ToTokens, input: &Input, parts: &Parts<'_>) -> TokenStream {
    let ty_of = known("TYPE", ty, input, parts);
    let texts = input.text.as_ref().map(|text| texts(text, &text.format(&input.ty)));
    quote!(#ty_of #texts)
}

/// Expands to the format and the example of a text, after its type.
pub(super) fn texts(text: &attr::Text, format: &str) -> TokenStream {
    let format = Text(format);
    let example = text.example.as_ref().map(LitStr::value);
    let example = example.as_deref().map(Text).map(|example| quote!(.example(#example)));
    quote!(.format(#format) #example)
}

/// Expands to a constant with the default of an input, unless that is a literal. It is one item, because rustc would
/// report a mistake in the expression at each location that repeats it.
pub(super) fn default(
    index: usize,
    ty: &impl ToTokens,
    input: &Input,
    parts: &Parts<'_>,
) -> Option<TokenStream> {
    let default = input.default.as_ref().filter(|default| default.known().is_none())?;
    let (name, expr) = (default_name(index, input), &default.expr);
    // At the location of the type, where rustc already reports it if it is not an input.
    let (first, last) = spans_of(input);
    let krate = parts.krate.at(first);
    let of = match &input.text {
        None => {
            let default = Ident::new("Default", last);
            quote_spanned!(first=> <#ty as #krate::Input>::#default)
        }
        Some(_) => quote!(&'static ::core::primitive::str),
    };
    let mut body = Group::new(Delimiter::Brace, expr.to_token_stream());
    body.set_span(last);
    let value = quote_spanned!(first=> '_of_the_type: #body);
    if input.max_length.is_none() {
        return Some(quote_spanned!(first=> const #name: #of = #value;));
    }
    let of_default = default_type(index);
    Some(quote_spanned! {first=>
        type #of_default = #of;
        const #name: #of_default = #value;
    })
}

/// Name of the type of [`default`]'s constant if it has a `max_length`.
pub(super) fn default_type(index: usize) -> Ident {
    format_ident!("__A2tDefault{index}", span = Span::call_site())
}

/// Name of the constant of [`default`], at the location of the type. As for [`Parts::prefix`], its span keeps rustc from
/// proposing a generic constant.
pub(super) fn default_name(index: usize, input: &Input) -> Ident {
    format_ident!("_DEFAULT_{index}", span = Span::call_site().located_at(input.ty.span()))
}

/// Expands to the default and the example of an input.
pub(super) fn values(
    index: usize,
    ty: &impl ToTokens,
    input: &Input,
    parts: &Parts<'_>,
) -> TokenStream {
    let (a2t, kind) = (&parts.a2t, kind(ty, input, parts));
    let default = input.default.as_ref().map(|default| {
        let sent = match default.known() {
            Some(literal) => option(Some(scalar(literal, a2t))),
            None => {
                let sent_default = known("sent_default", ty, input, parts);
                let default = default_name(index, input);
                called(&sent_default, default.to_token_stream(), input)
            }
        };
        quote!(.default(|| #sent))
    });
    let index = at(Literal::usize_unsuffixed(index));
    quote!(#a2t::InputValues::new(#index, #kind) #default)
}

/// Functions that take the inputs one after the other.
pub(super) fn functions(parts: &Parts<'_>) -> Vec<TokenStream> {
    let function = |(input, ty): (&Input, _)| {
        let take = known("take", ty, input, parts);
        match &input.text {
            None => take,
            Some(text) => {
                let wanted = wanted(text, &parts.a2t);
                quote!(|__args| #take(__args, #wanted))
            }
        }
    };
    parts.tool.inputs().zip(&parts.inputs).map(function).collect()
}

pub(super) fn taken(parts: &Parts<'_>) -> Taken {
    let inputs = parts.tool.inputs().zip(&parts.inputs).enumerate();
    let value = |(index, (input, ty)): (_, (&Input, _))| value(index, ty, input, parts);
    let values: Vec<_> = inputs.map(value).collect();
    let names: Vec<_> = (0..values.len()).map(value_name).collect();
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

fn value_name(index: usize) -> Ident {
    format_ident!("__p{index}", span = here())
}

/// `<T as …>::name`, which leads to all that is known of the type.
fn known(name: &str, ty: &impl ToTokens, input: &Input, parts: &Parts<'_>) -> TokenStream {
    let Parts { krate, a2t, .. } = parts;
    let (first, last) = spans_of(input);
    let name = Ident::new(name, last);
    let (krate, a2t) = (krate.at(first), a2t.at(first));
    match &input.text {
        None => quote_spanned!(first=> <#ty as #krate::Input>::#name),
        Some(_) => quote_spanned!(first=> <#ty as #a2t::FromText<_>>::#name),
    }
}

/// Returns where all that is known of a type begins and ends. If a default is computed, that is the type itself, so that
/// rustc reports a type that is not an input once, although its default is of an unknown type, too.
fn spans_of(input: &Input) -> (Span, Span) {
    if input.default.as_ref().is_none_or(|default| default.known().is_some()) {
        return (here(), here());
    }
    let (first, last) = ends(&input.ty);
    (here().located_at(first), here().located_at(last))
}

/// A call of such a function.
fn called(function: &TokenStream, arguments: TokenStream, input: &Input) -> TokenStream {
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
    arguments.set_span(spans_of(input).1);
    quote!(#function #arguments)
}

fn value(index: usize, ty: &impl ToTokens, input: &Input, parts: &Parts<'_>) -> TokenStream {
    let (function, default) = match &input.default {
        None => ("take", None),
        Some(default) => match default.known() {
            Some(literal) => ("take_or_literal", Some(scalar(literal, &parts.a2t))),
            None => ("take_or", Some(default_name(index, input).to_token_stream())),
        },
    };
    let take = known(function, ty, input, parts);
    let wanted = input.text.as_ref().map(|text| wanted(text, &parts.a2t));
    let wanted = wanted.map(|wanted| quote!(#wanted,));
    called(&take, quote!(__args, #wanted #default), input)
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
