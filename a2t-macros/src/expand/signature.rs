//! Expands to: the constants that are a tool's signature, and the checks that only rustc can make.

use proc_macro2::{Delimiter, Group, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Ident};

use super::concrete::{concrete, name};
use super::published::published;
use super::{deprecated, id, text};
use crate::ast::{Input, Tool};
use crate::attr::Bound;

pub(super) fn signature(index: usize, tool: &Tool) -> TokenStream {
    let (this, head) = (name(index), &tool.head);
    let inputs = format_ident!("{this}_INPUTS");
    let (facts, parameters): (Vec<_>, Vec<_>) = tool
        .inputs()
        .enumerate()
        .map(|(index, input)| self::input(&this, index, input, tool))
        .unzip();
    let (constant, outputs) = outputs(&this, tool);
    let (id, name) = (
        Literal::u128_unsuffixed(head.id.value.as_u128()),
        &head.name.value,
    );
    let version = Literal::u32_unsuffixed(head.version.value);
    let description = text(head.description.as_ref());
    let img = head.img.as_ref().map(|img| quote!(.img(#img)));
    let published = tool.lock.as_ref().map(|lock| published(index, tool, lock));
    let tags = (!head.tags.is_empty()).then(|| {
        let tags = &head.tags;
        quote!(.tags(&[#(__a2t::Text::Borrowed(#tags)),*]))
    });
    let deprecated = deprecated::own(head);
    quote! {
        #(#facts)*
        const #inputs: &[__a2t::InputParameter] = &[#(#parameters),*];
        #constant
        const #this: &__a2t::ToolSignature = &__a2t::Head::new(#id, #name, #description, #version)
            #img #tags #deprecated
            .signature(#inputs, #outputs);
        #published
    }
}

/// The outputs of the signature: described by `# Returns`, or known to the type alone.
fn outputs(this: &Ident, tool: &Tool) -> (Option<TokenStream>, TokenStream) {
    let returned = concrete(&tool.returned.ty, tool);
    let shape = quote!(<#returned as __a2t::Output>::SHAPE);
    let Some(description) = &tool.returned.description else {
        // Apart from the signature: whatever used a constant that fails would be named as well.
        let check = over(
            &tool.returned.ty,
            &quote!(__a2t::),
            "described",
            shape.clone(),
        );
        return (
            Some(quote!(const _: () = #check;)),
            quote!(__a2t::outputs(#shape, &[])),
        );
    };
    let (result, description) = (format_ident!("{this}_RESULT"), &description.value);
    let constant = quote! {
        const #result: &[__a2t::OutputParameter] = &[__a2t::result(#shape, #description)];
    };
    (Some(constant), quote!(__a2t::outputs(#shape, #result)))
}

/// An input: what its attribute says as a constant of its own, if it says anything; and the
/// parameter of the signature.
fn input(this: &Ident, index: usize, input: &Input, tool: &Tool) -> (TokenStream, TokenStream) {
    let (name, description) = (&input.name.value, text(input.description.as_ref()));
    let ty = concrete(&input.ty, tool);
    let ty = quote!(<#ty as __a2t::Input>::TYPE);
    let facts = facts(input);
    if facts.is_empty() {
        return (
            TokenStream::new(),
            quote!(__a2t::input(#ty, #name, #description)),
        );
    }
    let this = format_ident!("{this}_{index}");
    let checks = checks(&this, input);
    let constant = quote! {
        const #this: __a2t::Facts = __a2t::Facts::of(#ty) #facts;
        #checks
    };
    (constant, quote!(#this.input(#name, #description)))
}

fn facts(input: &Input) -> TokenStream {
    let id = id(&input.id, &input.name);
    let min = input.min.as_ref().map(value).map(|min| quote!(.min(#min)));
    let max = input.max.as_ref().map(value).map(|max| quote!(.max(#max)));
    let length = input.max_length.as_ref().map(value);
    let length = length.map(|length| quote!(.max_length(#length)));
    let integer = input.min.is_some() || input.max.is_some();
    let default = input
        .default
        .as_ref()
        .map(|default| match default.integer(integer) {
            None => quote!(.filled()),
            Some(bound) => {
                let value = value(&bound);
                quote!(.default(#value))
            }
        });
    quote!(#id #min #max #length #default)
}

/// What only rustc can judge, each on the token at fault.
fn checks(this: &Ident, input: &Input) -> TokenStream {
    let bounds = [
        (&input.min, "min_fits"),
        (&input.max, "max_fits"),
        (&input.max_length, "max_length_fits"),
    ];
    let bounds = bounds
        .into_iter()
        .filter_map(|(bound, check)| Some((&bound.as_ref()?.whole, check)));
    let default = input
        .default
        .iter()
        .map(|default| (&default.whole, "default_fits"));
    let checks = bounds.chain(default).map(|(place, check)| {
        let call = over(place, &quote!(#this.), check, TokenStream::new());
        quote!(const _: () = #call;)
    });
    let length = default_length(input);
    quote!(#(#checks)* #length)
}

/// The length of a default that is a constant; a literal was judged by its tokens.
fn default_length(input: &Input) -> Option<TokenStream> {
    let (default, bound) = (input.default.as_ref()?, input.max_length.as_ref()?);
    if default.text().is_some() && bound.literal.is_some() {
        return None;
    }
    let (expr, length) = (&default.expr, value(bound));
    let call = over(
        &default.whole,
        &quote!(__a2t::),
        "default_length_fits",
        quote!(#expr, #length),
    );
    Some(quote!(const _: () = #call;))
}

/// A literal as it is; another expression as the integer that rustc makes of it.
fn value(bound: &Bound) -> TokenStream {
    let expr = &bound.expr;
    match bound.literal {
        Some(literal) => {
            let mut literal = Literal::i128_unsuffixed(literal);
            literal.set_span(expr.span());
            literal.to_token_stream()
        }
        None => cast(expr),
    }
}

fn cast(expr: &Expr) -> TokenStream {
    let (first, last) = ends(expr);
    let ty = Ident::new("i128", last);
    quote_spanned!(first=> (#expr) as ::core::primitive::#ty)
}

/// A call that points at all of `place` when it panics.
pub(super) fn over(
    place: &impl ToTokens,
    path: &TokenStream,
    function: &str,
    arguments: TokenStream,
) -> TokenStream {
    let (first, last) = ends(place);
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
    arguments.set_span(last);
    let function = Ident::new(function, first);
    let path = path.clone().into_iter().map(|mut tree| {
        tree.set_span(first);
        tree
    });
    quote!(#(#path)* #function #arguments)
}

/// The spans of the first and the last token.
fn ends(place: &impl ToTokens) -> (Span, Span) {
    let mut spans = place.to_token_stream().into_iter().map(|tree| tree.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    (first, spans.last().unwrap_or(first))
}
