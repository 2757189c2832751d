//! Expands to: what decodes the arguments of a tool and calls its function.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident};

use super::arity;
use super::concrete::Parts;
use crate::ast::{Parameter, Receiver, Tool};
use crate::span::{here, quote};

pub(super) fn bounds(tools: &[Parts<'_>]) -> Option<TokenStream> {
    let mut bounds: Vec<TokenStream> = Vec::new();
    for tool in tools {
        if let Receiver::Shared(ty) = &tool.tool.receiver {
            bounds.push(quote!(#ty: __a2t::Held<S>));
        }
        for context in &tool.contexts {
            bounds.push(quote!(#context: __a2t::Context<S, __a2t::Meant>));
        }
    }
    let mut seen = HashSet::new();
    bounds.retain(|bound| seen.insert(bound.to_string()));
    (!bounds.is_empty()).then(|| quote!(#(#bounds),*))
}

pub(super) fn call(parts: &Parts<'_>) -> TokenStream {
    let Parts { tool, krate, a2t, contexts: types, returned, .. } = parts;
    let bindings = (0..types.len()).map(|index| format_ident!("__c{index}", span = here()));
    let (shared, this) = match &tool.receiver {
        Receiver::Shared(ty) => (Some(quote!(#a2t::Shared<#ty>,)), Some(quote!(__this,))),
        _ => (None, None),
    };
    let called = at_once(parts);
    let called = called.unwrap_or_else(|| one_by_one(parts));
    let reply = quote!(<#returned as #krate::Output>::reply);
    let replied = match (tool.asynchronous, &tool.head.quick) {
        (true, _) => quote!(run(#called, #reply)),
        (false, Some(_)) => quote!(answer(#called, #reply)),
        (false, None) => quote!(apart(__call, move |__call| #called, #reply)),
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
    let Parts { tool, krate, a2t, inputs, .. } = parts;
    let alone = !matches!(tool.receiver, Receiver::Shared(_)) && parts.contexts.is_empty();
    if !alone || tool.inputs().any(|input| input.default.is_some()) {
        return None;
    }
    let library = arity("take", inputs.len())?;
    let function = function(tool);
    Some(quote!(#a2t::#library(__call, #function, #(<#inputs as #krate::Input>::take),*)))
}

fn one_by_one(parts: &Parts<'_>) -> TokenStream {
    let (tool, a2t) = (parts.tool, &parts.a2t);
    let (arguments, function) = (arguments(parts), function(tool));
    let ok = quote!(::core::result::Result::Ok);
    let body = match (&tool.receiver, tool.asynchronous) {
        (Receiver::Shared(_), true) => {
            let names: Vec<_> = (0..arguments.len())
                .map(|index| format_ident!("__p{index}", span = here()))
                .collect();
            quote!({
                let (#(#names,)*) = (#(#arguments,)*);
                #ok(async move { #function(&__this.0, #(#names),*).await })
            })
        }
        (Receiver::Shared(_), false) => quote!(#ok(#function(&__this.0, #(#arguments),*))),
        _ => quote!(#ok(#function(#(#arguments),*))),
    };
    quote!(#a2t::take(&__call, |__args| #body))
}

fn arguments(parts: &Parts<'_>) -> Vec<TokenStream> {
    let krate = &parts.krate;
    let (mut contexts, mut types) = (0.., parts.inputs.iter());
    let argument = |parameter: &Parameter| match parameter {
        Parameter::Context(_) => {
            let index = contexts.next().unwrap_or_default();
            format_ident!("__c{index}", span = here()).to_token_stream()
        }
        Parameter::Input(input) => {
            let ty = types.next();
            match &input.default {
                None => quote!(<#ty as #krate::Input>::take(__args)?),
                Some(default) => {
                    let default = &default.expr;
                    quote!(<#ty as #krate::Input>::take_or(__args, const { #default })?)
                }
            }
        }
    };
    parts.tool.parameters.iter().map(argument).collect()
}

fn function(tool: &Tool) -> TokenStream {
    let ident = &tool.ident;
    match &tool.receiver {
        Receiver::None => ident.to_token_stream(),
        Receiver::Associated(ty) | Receiver::Shared(ty) => quote!(<#ty>::#ident),
    }
}
