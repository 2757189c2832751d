//! Expands to: a twin type of the function's name, its constant signature, and one call into the library.

use proc_macro2::{Delimiter, Group, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Ident, Path, Type};

use super::{id, text};
use crate::ast::{Input, Parameter, Receiver, Tool};
use crate::attr::Bound;

/// A function: everything that stands beside it.
pub(crate) fn tool(tool: &Tool) -> TokenStream {
    let Tool {
        krate, ident, cfgs, ..
    } = tool;
    let twin = twin(tool);
    let allow = allow_deprecated(std::slice::from_ref(tool));
    let body = table(krate, std::slice::from_ref(tool), &ident.to_token_stream());
    quote! {
        #twin
        #(#cfgs)*
        #allow
        const _: () = {
            #body
            #[automatically_derived]
            impl #krate::Tool for #ident {
                const SIGNATURE: &'static __a2t::ToolSignature = __A2T_0;
            }
        };
    }
}

/// A type of the function's name and visibility, so that one path names both.
///
/// Its span makes lints skip it: one that fires on both twins would fire twice.
fn twin(tool: &Tool) -> TokenStream {
    let Tool {
        ident, vis, cfgs, ..
    } = tool;
    // Raw, because the span also makes it a word of this crate's edition, which may reserve it.
    let span = ident.span().resolved_at(Span::call_site());
    let quiet = Ident::new_raw(&ident.unraw().to_string(), span);
    quote! {
        #(#cfgs)*
        #[doc(hidden)]
        #vis struct #quiet {}
    }
}

/// An `impl` block: the tools of its type.
pub(crate) fn tools(krate: &Path, tools: &[Tool], ty: &Type) -> TokenStream {
    let body = table(krate, tools, &ty.to_token_stream());
    let allow = allow_deprecated(tools);
    quote! {
        #allow
        const _: () = { #body };
    }
}

/// The generated call of a deprecated function is no use that its author could avoid.
fn allow_deprecated(tools: &[Tool]) -> Option<TokenStream> {
    let deprecated = tools.iter().any(|tool| tool.deprecated);
    deprecated.then(|| quote!(#[allow(deprecated)]))
}

/// The signatures of some tools, and the impls that make `ty` stand for them in a toolset.
fn table(krate: &Path, tools: &[Tool], ty: &TokenStream) -> TokenStream {
    let signatures = tools
        .iter()
        .enumerate()
        .map(|(index, tool)| signature(index, tool));
    let checks = tools.iter().map(checks);
    let keys = tools.iter().map(key);
    let entries = tools
        .iter()
        .enumerate()
        .map(|(index, tool)| entry(index, tool));
    let bounds = bounds(tools);
    quote! {
        use #krate::__private as __a2t;
        #(#signatures)*
        #(#checks)*
        #[automatically_derived]
        impl __a2t::Listed for #ty {
            type This = Self;
            const KEYS: &'static [__a2t::Key] = &[#(#keys),*];
        }
        #[automatically_derived]
        impl<S: __a2t::State> __a2t::Table<S> for #ty #bounds {
            const ENTRIES: &'static [__a2t::Entry<S>] = &[#(#entries),*];
        }
    }
}

fn key(tool: &Tool) -> TokenStream {
    let head = &tool.head;
    let (name, id) = (&head.name.value, head.id.value.as_u128());
    let (hash, version) = (hash(name), head.version.value);
    quote!(__a2t::Key::new(#name, #hash, #id, #version))
}

/// FNV-1a: const evaluation compares it before it compares names.
fn hash(name: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    name.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

fn signature(index: usize, tool: &Tool) -> TokenStream {
    let (this, inputs, result) = names(index);
    let head = &tool.head;
    let (id, name, version) = (
        head.id.value.as_u128(),
        &head.name.value,
        head.version.value,
    );
    let description = text(head.description.as_ref());
    let img = head.img.as_ref().map(|img| quote!(.img(#img)));
    let tags = (!head.tags.is_empty()).then(|| {
        let tags = &head.tags;
        quote!(.tags(&[#(__a2t::Text::Borrowed(#tags)),*]))
    });
    let parameters = tool.inputs().map(|input| self::input(input, tool));
    let returned = concrete(&tool.returned.ty, tool);
    let description_of_result = text(tool.returned.description.as_ref());
    quote! {
        const #inputs: &[__a2t::InputParameter] = &[#(#parameters),*];
        const #result: &[__a2t::OutputParameter] = &[__a2t::result(<#returned as __a2t::Output>::SHAPE, #description_of_result)];
        const #this: &__a2t::ToolSignature = &__a2t::Head::new(#id, #name, #description, #version)
            #img #tags
            .signature(#inputs, __a2t::outputs(<#returned as __a2t::Output>::SHAPE, #result));
    }
}

fn names(index: usize) -> (Ident, Ident, Ident) {
    (
        format_ident!("__A2T_{index}"),
        format_ident!("__A2T_INPUTS_{index}"),
        format_ident!("__A2T_RESULT_{index}"),
    )
}

fn input(input: &Input, tool: &Tool) -> TokenStream {
    let (name, description) = (&input.name.value, text(input.description.as_ref()));
    let ty = concrete(&input.ty, tool);
    let id = id(&input.id, &input.name);
    let min = input.min.as_ref().map(value).map(|min| quote!(.min(#min)));
    let max = input.max.as_ref().map(value).map(|max| quote!(.max(#max)));
    let length = input.max_length.as_ref().map(value);
    let length = length.map(|length| quote!(.max_length(#length)));
    let filled = input.default.as_ref().map(|_| quote!(.filled()));
    let facts = quote!(#id #min #max #length #filled);
    if facts.is_empty() {
        return quote!(__a2t::input(<#ty as __a2t::Input>::TYPE, #name, #description));
    }
    quote!(__a2t::input_with(<#ty as __a2t::Input>::TYPE, #name, #description, __a2t::Facts::NEW #facts))
}

/// A literal as it is; another expression as the integer that rustc makes of it.
fn value(bound: &Bound) -> TokenStream {
    let expr = &bound.expr;
    match bound.literal {
        Some(literal) => {
            let mut literal = proc_macro2::Literal::i128_unsuffixed(literal);
            literal.set_span(expr.span());
            literal.to_token_stream()
        }
        None => {
            let (first, last) = ends(expr);
            let ty = Ident::new("i128", last);
            quote_spanned!(first=> (#expr) as ::core::primitive::#ty)
        }
    }
}

/// What only rustc can judge, each on the token at fault.
fn checks(tool: &Tool) -> TokenStream {
    let inputs = tool.inputs().map(|input| input_checks(input, tool));
    let returned = concrete(&tool.returned.ty, tool);
    let described = tool.returned.description.is_none().then(|| {
        let shape = quote!(<#returned as __a2t::Output>::SHAPE);
        check(&tool.returned.ty, "described", shape)
    });
    quote!(#(#inputs)* #described)
}

fn input_checks(input: &Input, tool: &Tool) -> TokenStream {
    let ty = concrete(&input.ty, tool);
    let ty = quote!(<#ty as __a2t::Input>::TYPE);
    let (min, max) = (optional(&input.min), optional(&input.max));
    let mut checks = TokenStream::new();
    if let Some(bound) = &input.min {
        let value = value(bound);
        checks.extend(check(bound, "min_fits", quote!(#ty, #value, #max)));
    }
    if let Some(bound) = &input.max {
        let value = value(bound);
        checks.extend(check(bound, "max_fits", quote!(#ty, #value, #min)));
    }
    if let Some(bound) = &input.max_length {
        let value = value(bound);
        checks.extend(check(bound, "max_length_fits", quote!(#ty, #value)));
    }
    if let Some(default) = &input.default {
        let value = optional(&default.integer(input.min.is_some() || input.max.is_some()));
        checks.extend(check(
            &default.whole,
            "default_fits",
            quote!(#ty, #value, #min, #max),
        ));
    }
    checks.extend(default_length(input));
    checks
}

/// Expands to: a constant whose panic points at all of these tokens.
fn check(place: &impl ToTokens, function: &str, arguments: TokenStream) -> TokenStream {
    let (first, last) = ends(place);
    let function = Ident::new(function, first);
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
    arguments.set_span(last);
    let path = quote_spanned!(first=> __a2t::#function);
    quote_spanned!(first=> const _: () = #path #arguments;)
}

/// The spans of the first and the last token.
fn ends(place: &impl ToTokens) -> (Span, Span) {
    let mut spans = place.to_token_stream().into_iter().map(|tree| tree.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    (first, spans.last().unwrap_or(first))
}

/// The length of a default that is a constant; a literal was judged by its tokens.
fn default_length(input: &Input) -> Option<TokenStream> {
    let (default, bound) = (input.default.as_ref()?, input.max_length.as_ref()?);
    let (expr, length) = (&default.expr, value(bound));
    let judged = default.text().is_some() && bound.literal.is_some();
    let check = || {
        check(
            &default.whole,
            "default_length_fits",
            quote!(#expr, #length),
        )
    };
    (!judged).then(check)
}

fn optional(bound: &Option<Bound>) -> TokenStream {
    match bound {
        None => quote!(::core::option::Option::None),
        Some(bound) => {
            let value = value(bound);
            quote!(::core::option::Option::Some(#value))
        }
    }
}

/// The contexts that the state must provide, and the shared value of a method.
fn bounds(tools: &[Tool]) -> Option<TokenStream> {
    let mut bounds: Vec<TokenStream> = Vec::new();
    for tool in tools {
        if let Receiver::Shared(ty) = &tool.receiver {
            bounds.push(quote!(#ty: __a2t::Held<S>));
        }
        for context in tool.contexts() {
            let context = concrete(context, tool);
            bounds.push(quote!(#context: __a2t::Context<S>));
        }
    }
    let mut seen = std::collections::HashSet::new();
    bounds.retain(|bound| seen.insert(bound.to_string()));
    (!bounds.is_empty()).then(|| quote!(where #(#bounds),*))
}

fn entry(index: usize, tool: &Tool) -> TokenStream {
    let (this, ..) = names(index);
    let contexts: Vec<_> = tool.contexts().map(|ty| concrete(ty, tool)).collect();
    let bindings = (0..contexts.len())
        .map(|index| format_ident!("__c{index}"))
        .collect::<Vec<_>>();
    let (shared, this_binding) = match &tool.receiver {
        Receiver::Shared(ty) => (Some(quote!(__a2t::Shared<#ty>,)), Some(quote!(__this,))),
        _ => (None, None),
    };
    let arguments = arguments(tool);
    let call = call(tool, &arguments);
    let run = match tool.asynchronous {
        true => quote!(run::<S, (#shared #(#contexts,)*), _>),
        false => quote!(run_sync::<S, (#shared #(#contexts,)*)>),
    };
    quote! {
        __a2t::Entry {
            signature: #this,
            call: |__call| __a2t::#run(__call, |__args, (#this_binding #(#bindings,)*)| #call),
        }
    }
}

/// The arguments of the function, in its order: contexts by name, inputs as they are decoded.
fn arguments(tool: &Tool) -> Vec<TokenStream> {
    let mut contexts = 0..;
    let argument = |parameter: &Parameter| match parameter {
        Parameter::Context(_) => {
            let index = contexts.next().unwrap_or_default();
            format_ident!("__c{index}").to_token_stream()
        }
        Parameter::Input(input) => {
            let ty = concrete(&input.ty, tool);
            match &input.default {
                None => quote!(<#ty as __a2t::Input>::take(__args)?),
                Some(default) => {
                    let default = &default.expr;
                    quote!(<#ty as __a2t::Input>::take_or(__args, const { #default })?)
                }
            }
        }
    };
    tool.parameters.iter().map(argument).collect()
}

/// The call of the function, wrapped as `run` or `run_sync` takes it.
fn call(tool: &Tool, arguments: &[TokenStream]) -> TokenStream {
    let ident = &tool.ident;
    let function = match &tool.receiver {
        Receiver::None => quote!(#ident),
        Receiver::Associated(ty) | Receiver::Shared(ty) => quote!(<#ty>::#ident),
    };
    let returned = concrete(&tool.returned.ty, tool);
    let reply = quote!(<#returned as __a2t::Output>);
    let later = |future| quote!(async move { #reply::reply(#future.await) });
    let ok = quote!(::core::result::Result::Ok);
    match (&tool.receiver, tool.asynchronous) {
        (Receiver::Shared(_), true) => {
            let names: Vec<_> = (0..arguments.len())
                .map(|index| format_ident!("__p{index}"))
                .collect();
            let later = later(quote!(#function(&__this.0, #(#names),*)));
            quote!({
                let (#(#names,)*) = (#(#arguments,)*);
                #ok(#later)
            })
        }
        (Receiver::Shared(_), false) => {
            quote!(#reply::reply(#function(&__this.0, #(#arguments),*)))
        }
        (_, true) => {
            let later = later(quote!(__future));
            quote!({
                let __future = #function(#(#arguments),*);
                #ok(#later)
            })
        }
        (_, false) => quote!(#reply::reply(#function(#(#arguments),*))),
    }
}

/// A type as it is written, with `Self` spelt out: it is used outside the `impl` block.
fn concrete(ty: &impl ToTokens, tool: &Tool) -> TokenStream {
    match &tool.receiver {
        Receiver::None => ty.to_token_stream(),
        Receiver::Associated(this) | Receiver::Shared(this) => {
            replace_self(ty.to_token_stream(), &this.to_token_stream())
        }
    }
}

fn replace_self(tokens: TokenStream, this: &TokenStream) -> TokenStream {
    use proc_macro2::TokenTree;
    let replace = |tree| match tree {
        TokenTree::Ident(ident) if ident == "Self" => this.clone(),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), replace_self(group.stream(), this));
            inner.set_span(group.span());
            TokenTree::from(inner).into()
        }
        other => other.into(),
    };
    tokens.into_iter().map(replace).collect()
}
