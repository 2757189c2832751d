//! Expands to: an entry of a tool's table, which decodes the arguments and calls the function.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use super::concrete::{concrete, name};
use super::deprecated;
use super::published::older;
use crate::ast::{Parameter, Receiver, Tool};

/// The contexts that the state must provide, and the shared value of a method.
pub(super) fn bounds(tools: &[Tool]) -> Option<TokenStream> {
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
    let mut seen = HashSet::new();
    bounds.retain(|bound| seen.insert(bound.to_string()));
    (!bounds.is_empty()).then(|| quote!(where #(#bounds),*))
}

pub(super) fn entry(index: usize, tool: &Tool) -> TokenStream {
    let signature = name(index);
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
        true => quote!(run::<S, (#shared #(#contexts,)*), _, _>),
        false => quote!(run_sync::<S, (#shared #(#contexts,)*)>),
    };
    let reply = tool.asynchronous.then(|| {
        let reply = reply(tool);
        quote!(, #reply)
    });
    let older = older(tool.lock.as_ref());
    let deprecated = deprecated::all(&tool.head);
    quote! {
        __a2t::Entry::new(
            #signature,
            |__call| __a2t::#run(__call, |__args, (#this_binding #(#bindings,)*)| #call #reply),
        )
        #older #deprecated
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
    let reply = reply(tool);
    let ok = quote!(::core::result::Result::Ok);
    match (&tool.receiver, tool.asynchronous) {
        (Receiver::Shared(_), true) => {
            let names: Vec<_> = (0..arguments.len())
                .map(|index| format_ident!("__p{index}"))
                .collect();
            quote!({
                let (#(#names,)*) = (#(#arguments,)*);
                #ok(async move { #function(&__this.0, #(#names),*).await })
            })
        }
        (Receiver::Shared(_), false) => {
            quote!(#reply(#function(&__this.0, #(#arguments),*)))
        }
        (_, true) => quote!(#ok(#function(#(#arguments),*))),
        (_, false) => quote!(#reply(#function(#(#arguments),*))),
    }
}

/// Expands to: the function that writes what the tool returned.
fn reply(tool: &Tool) -> TokenStream {
    let returned = concrete(&tool.returned.ty, tool);
    quote!(<#returned as __a2t::Output>::reply)
}
