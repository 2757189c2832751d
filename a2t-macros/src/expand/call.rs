//! Expands to: what decodes the arguments of a tool and calls its function.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident};

use super::arity;
use super::concrete::Parts;
use super::taken::{Taken, context, functions, taken};
use crate::ast::{Receiver, Tool};
use crate::span::{here, quote};

pub(super) fn bounds(tools: &[Parts<'_>]) -> Option<TokenStream> {
    let mut bounds: Vec<TokenStream> = Vec::new();
    for tool in tools {
        if let Receiver::Shared(ty) = &tool.tool.receiver {
            bounds.push(quote!(#ty: __a2t::Held<__A2tState>));
        }
        for context in &tool.contexts {
            bounds.push(quote!(#context: __a2t::Context<__A2tState, __a2t::Meant>));
        }
    }
    let mut seen = HashSet::new();
    bounds.retain(|bound| seen.insert(bound.to_string()));
    (!bounds.is_empty()).then(|| quote!(#(#bounds),*))
}

pub(super) fn call(parts: &Parts<'_>) -> TokenStream {
    let Parts { tool, krate, a2t, contexts: types, returned, .. } = parts;
    let bindings = (0..types.len()).map(context);
    let (shared, this) = match &tool.receiver {
        Receiver::Shared(ty) => (Some(quote!(#a2t::Shared<#ty>,)), Some(quote!(__this,))),
        _ => (None, None),
    };
    let called = at_once(parts);
    let called = called.unwrap_or_else(|| one_by_one(parts));
    let reply = match &tool.head.errors {
        Some(part) if part.names.is_empty() => quote!(#a2t::reply_without_errors::<#returned>),
        _ => quote!(<#returned as #krate::Output>::reply),
    };
    let replied = match (tool.asynchronous, &tool.head.quick) {
        (true, _) => quote!(run(#called, #reply)),
        (false, Some(_)) => quote!(answer(#called, #reply)),
        (false, None) => quote!(run_blocking(__call, move |__call| #called, #reply)),
    };
    quote! {
        type Contexts = (#shared #(#types,)*);
        fn call(
            __call: #a2t::Invocation,
            (#this #(#bindings,)*): (#shared #(#types,)*),
        ) -> #a2t::Reply {
            #a2t::#replied
        }
    }
}

/// One call that names only functions, where all parameters are inputs without defaults.
fn at_once(parts: &Parts<'_>) -> Option<TokenStream> {
    let Parts { tool, a2t, inputs, .. } = parts;
    let alone = !matches!(tool.receiver, Receiver::Shared(_)) && parts.contexts.is_empty();
    if !alone || tool.inputs().any(|input| input.default.is_some()) {
        return None;
    }
    let library = arity("take", inputs.len())?;
    let (function, taken) = (function(tool), functions(parts));
    Some(quote!(#a2t::#library(__call, #function, #(#taken),*)))
}

fn one_by_one(parts: &Parts<'_>) -> TokenStream {
    let (tool, a2t, function) = (parts.tool, &parts.a2t, function(parts.tool));
    let Taken { first, arguments } = taken(parts);
    let some = quote!(::core::option::Option::Some);
    let called = match (&tool.receiver, tool.asynchronous) {
        (Receiver::Shared(_), true) => {
            let names: Vec<_> = (0..arguments.len())
                .map(|index| format_ident!("__a{index}", span = here()))
                .collect();
            quote! {
                let (#(#names,)*) = (#(#arguments,)*);
                #some(async move { #function(&__this.0, #(#names),*).await })
            }
        }
        (Receiver::Shared(_), false) => quote!(#some(#function(&__this.0, #(#arguments),*))),
        _ => quote!(#some(#function(#(#arguments),*))),
    };
    quote!(#a2t::take(&__call, |__args| { #first #called }))
}

fn function(tool: &Tool) -> TokenStream {
    let ident = &tool.ident;
    match &tool.receiver {
        Receiver::None => ident.to_token_stream(),
        Receiver::Associated(ty) | Receiver::Shared(ty) => quote!(<#ty>::#ident),
    }
}
