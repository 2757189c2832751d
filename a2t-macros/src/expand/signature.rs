//! Expands to: the constants that are a tool's signature, and the checks that only rustc can make.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, format_ident};
use syn::Ident;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::concrete::{Concrete, Parts};
use super::copied::Copied;
use super::published::newest;
use super::spans::{cast, over};
use super::taken::{default, default_name, default_type, kind, values as input_values};
use super::{arity, fill, id, text};
use crate::ast::{Head, Input, Tool};
use crate::attr::{Bound, Hints, Known, Part};
use crate::plain::plain;
use crate::span::{Text, at, quote, quote_quiet};

pub(super) struct Signature {
    pub(super) items: TokenStream,
    /// A separate check, which can stand anywhere.
    pub(super) check: Option<TokenStream>,
    pub(super) constants: TokenStream,
}

pub(super) fn signature(parts: &Parts<'_>) -> Signature {
    let Parts { tool, krate, a2t, returned, .. } = parts;
    let mut head = head(tool, a2t);
    head.extend(newest(parts).map(|newest| quote!(.published(#newest))));
    let (items, inputs) = inputs(parts);
    let shape = Copied::new(quote!(<#returned as #krate::Output>::SHAPE));
    let result = tool.returned.description.as_ref().map(|description| {
        let description = Text(&description.value);
        quote!(#a2t::result(#shape, #description))
    });
    // Apart from the signature: otherwise rustc would also name every user of a constant that
    // fails.
    let described = result.is_none().then(|| {
        let (path, shape) = (quote!(#a2t::), shape.to_token_stream());
        over(&tool.returned.ty, &path, "described", shape)
    });
    let Listed { errors, check: listed } = listed(tool.head.errors.as_ref(), returned, a2t);
    let check = match (described, listed) {
        (None, None) => None,
        (Some(described), None) => Some(described),
        // A single item, because it has the attributes of the function.
        (described, Some(listed)) => Some(quote!({ #listed #described })),
    };
    let nameless = quote_quiet!(_);
    let check = check.map(|check| quote!(const #nameless: () = #check;));
    let values = values(parts);
    let constants = quote! {
        const HEAD: #a2t::Head = #head;
        const PARAMETERS: #a2t::Parameters = #a2t::Parameters {
            inputs: &#inputs,
            values: &[#values],
            returns: #shape,
            result: &[#result],
            errors: { #errors },
        };
    };
    Signature { items, check, constants }
}

/// The errors that a signature lists.
struct Listed {
    errors: TokenStream,
    check: Option<TokenStream>,
}

/// Expands to all errors of the returned type, or to those that the attribute names.
fn listed(part: Option<&Part>, returned: &Concrete<'_>, a2t: &Copied) -> Listed {
    // Unused if the error type declares errors.
    let undeclared = quote_quiet!(#[allow(unused_imports)] use #a2t::Undeclared as _;);
    let all = quote!(#a2t::Returned::<#returned>::ERRORS);
    let Some(Part { names, .. }) = part else {
        return Listed { errors: quote!(#undeclared #all), check: None };
    };
    let variants = quote!(#a2t::Returned::<#returned>::VARIANTS);
    let texts: Vec<_> = names.iter().map(|name| name.unraw().to_string()).collect();
    let texts: Vec<_> = texts.iter().map(|text| Text(text)).collect();
    let errors = quote! {
        #undeclared
        if #a2t::part_is_known(#variants, &[#(#texts),*]) {
            &[#(#a2t::error_of(#all, #variants, #texts)),*]
        } else {
            #a2t::ERRORS_REFUSED
        }
    };
    let path = quote!(#a2t::);
    let each = names.iter().zip(&texts);
    let each =
        each.map(|(name, text)| over(name, &path, "is_variant", quote!(#all, #variants, #text)));
    let each: Vec<_> = each.collect();
    let check = || quote!(#undeclared #(#each;)*);
    Listed { errors, check: (!names.is_empty()).then(check) }
}

/// Expands to the head without the newest published version.
pub(super) fn head(tool: &Tool, a2t: &Copied) -> TokenStream {
    let head = &tool.head;
    let (id, name) =
        (at(Literal::u128_unsuffixed(head.id.value.as_u128())), Text(&head.name.value));
    let (version, hash) = (
        at(Literal::u32_unsuffixed(head.version.value)),
        at(Literal::u64_unsuffixed(hash(&head.name.value))),
    );
    let description = text(head.description.as_ref());
    let img = head.img.as_ref().map(|img| quote!(.img(#img)));
    let tags = (!head.tags.is_empty()).then(|| {
        let tags = &head.tags;
        quote!(.tags(&[#(#a2t::Text::Borrowed(#tags)),*]))
    });
    let title = head.title.as_ref().map(|title| quote!(.title(#title)));
    let (hints, deprecated) = (hints(&head.hints), deprecated(head));
    let needed = needed(head, a2t);
    quote! {
        #a2t::Head::new(#id, #version, #name, #hash, #description)
            #title #img #tags #hints #needed #deprecated
    }
}

fn hints(hints: &Hints) -> TokenStream {
    let Hints { read_only, idempotent, destructive, long_running } = hints;
    let read_only = read_only.as_ref().map(|_| quote!(.read_only()));
    let idempotent = idempotent.as_ref().map(|_| quote!(.idempotent()));
    let destructive = destructive.as_ref().map(|destructive| {
        let destructive = destructive.value;
        quote!(.destructive(#destructive))
    });
    let long_running = long_running.as_ref().map(|_| quote!(.long_running()));
    quote!(#read_only #idempotent #destructive #long_running)
}

/// Expands to `.deprecated("2026-11-01", "…")` if the own version is deprecated.
fn deprecated(head: &Head) -> Option<TokenStream> {
    let mut deprecated = head.deprecated.iter();
    let own = deprecated.find(|one| one.version.value == head.version.value)?;
    let (since, note) = (&own.since, &own.note);
    Some(quote!(.deprecated(#since, #note)))
}

/// Expands to what a call needs in addition to its inputs.
fn needed(head: &Head, a2t: &Copied) -> TokenStream {
    let scopes = head.sorted_scopes();
    let scopes =
        (!scopes.is_empty()).then(|| quote!(.scopes(&[#(#a2t::Text::Borrowed(#scopes)),*])));
    let key = head.options.key_required.is_some().then(|| quote!(.key_required()));
    quote!(#scopes #key)
}

/// FNV-1a: const evaluation compares it before it compares names.
fn hash(name: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    name.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Facts that the attributes of the inputs state, as constants, and the inputs.
fn inputs(parts: &Parts<'_>) -> (TokenStream, TokenStream) {
    let Parts { tool, a2t, inputs: types, .. } = parts;
    let facts: Vec<_> = tool.inputs().map(|input| facts(input, a2t)).collect();
    let texts = |input| {
        let Input { name, description, .. }: &Input = input;
        (Text(&name.value), text(description.as_ref()))
    };
    let (names, descriptions): (Vec<_>, Vec<_>) = tool.inputs().map(texts).unzip();
    let plain = facts.iter().all(Option::is_none);
    if let Some(all) = arity("inputs", names.len()).filter(|_| plain) {
        let kinds = tool.inputs().zip(types).map(|(input, ty)| kind(ty, input, parts));
        let inputs = quote!(#a2t::#all(#(#kinds, #names, #descriptions),*));
        return (TokenStream::new(), inputs);
    }
    let (mut items, mut inputs) = (TokenStream::new(), Vec::new());
    let each = tool.inputs().zip(types).zip(facts).enumerate();
    for (index, ((input, ty), facts)) in each {
        let (name, description) = texts(input);
        let kind = kind(ty, input, parts);
        inputs.push(match facts {
            None => quote!(#a2t::input(#kind, #name, #description)),
            Some(facts) => {
                let this = format_ident!("{}_{index}", parts.prefix);
                let checks = checks(&this, index, input, a2t);
                items.extend(quote! {
                    const #this: #a2t::Facts = #a2t::Facts::new(#kind) #facts;
                    #checks
                });
                items.extend(default(index, ty, input, parts));
                quote!(#this.input(#name, #description))
            }
        });
    }
    (items, quote!([#(#inputs),*]))
}

/// Expands to the defaults and examples of the inputs.
fn values(parts: &Parts<'_>) -> TokenStream {
    let Parts { tool, inputs: types, .. } = parts;
    // A plain type never has an example.
    let may_have = |input: &Input| {
        input.default.is_some() || input.text.is_some() || plain(&input.ty).is_none()
    };
    let inputs = tool.inputs().zip(types).enumerate();
    let values = inputs
        .filter(|(_, (input, _))| may_have(input))
        .map(|(index, (input, ty))| input_values(index, ty, input, parts));
    quote!(#(#values),*)
}

fn facts(input: &Input, a2t: &Copied) -> Option<TokenStream> {
    let bounds = bounds(&input.min, &input.max, &input.max_length);
    if input.id.value == input.name.value && bounds.is_empty() && input.default.is_none() {
        return None;
    }
    let id = id(&input.id, &input.name);
    let integer = input.min.is_some() || input.max.is_some();
    let default = input.default.as_ref().map(|default| match default.known() {
        Some(Known::Integer(value)) => {
            let value = at(Literal::i128_unsuffixed(value));
            quote!(.default(#value))
        }
        Some(Known::Text(text)) => {
            let text = Text(&text);
            quote!(.default_text(#text))
        }
        Some(Known::Boolean(_)) => quote!(.default_boolean()),
        None if integer => {
            let value = fill::integer(default, &input.ty, a2t);
            quote!(.default(#value))
        }
        None => quote!(.filled()),
    });
    Some(quote!(#id #bounds #default))
}

/// `.min(…)` and its like, as far as they are given.
pub(super) fn bounds(
    min: &Option<Bound>,
    max: &Option<Bound>,
    max_length: &Option<Bound>,
) -> TokenStream {
    let min = min.as_ref().map(value).map(|min| quote!(.min(#min)));
    let max = max.as_ref().map(value).map(|max| quote!(.max(#max)));
    let length = max_length.as_ref().map(value).map(|length| quote!(.max_length(#length)));
    quote!(#min #max #length)
}

/// Checks that only rustc can make, each on the token at fault.
fn checks(this: &Ident, index: usize, input: &Input, a2t: &Copied) -> TokenStream {
    let bounds = bounds_fit(this, &input.min, &input.max, &input.max_length);
    let default = input.default.iter().map(|default| {
        let call = over(&default.whole, &quote!(#this.), "default_fits", TokenStream::new());
        quote!(const _: () = #call;)
    });
    let length = default_length(index, input, a2t);
    quote!(#bounds #(#default)* #length)
}

/// Checks of bounds that only rustc can make, each on its key.
pub(super) fn bounds_fit(
    this: &Ident,
    min: &Option<Bound>,
    max: &Option<Bound>,
    max_length: &Option<Bound>,
) -> TokenStream {
    let bounds = [(min, "min_fits"), (max, "max_fits"), (max_length, "max_length_fits")];
    let given = bounds.into_iter().filter_map(|(bound, check)| Some((bound.as_ref()?, check)));
    let checks = given.map(|(bound, check)| {
        let call = over(&bound.whole, &quote!(#this.), check, TokenStream::new());
        quote!(const _: () = #call;)
    });
    quote!(#(#checks)*)
}

/// The length of a default, unless both are literals.
fn default_length(index: usize, input: &Input, a2t: &Copied) -> Option<TokenStream> {
    let (default, bound) = (input.default.as_ref()?, input.max_length.as_ref()?);
    let length = value(bound);
    match default.known() {
        Some(Known::Integer(_) | Known::Boolean(_)) => None,
        Some(Known::Text(_)) if bound.literal.is_some() => None,
        Some(Known::Text(_)) => {
            let (path, expr) = (quote!(#a2t::), &default.expr);
            let call = over(&default.whole, &path, "default_length_fits", quote!(#expr, #length));
            Some(quote!(const _: () = #call;))
        }
        None => {
            let (name, of) = (default_name(index, input), default_type(index));
            let path = quote!(#a2t::DefaultOf::<#of>::CHECK.);
            let call = over(&default.whole, &path, "fits", quote!(&#name, #length));
            let unused = quote_quiet!(#[allow(unused_imports)] use #a2t::Unmeasured as _;);
            Some(quote!(const _: () = { #unused #call };))
        }
    }
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
