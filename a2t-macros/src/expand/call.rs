//! Expands to: what decodes the arguments of a tool and calls its function.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident};

use super::arity;
use super::concrete::concrete;
use super::copied::Copied;
use crate::ast::{Parameter, Receiver, Tool};
use crate::span::{self, here, quote};

pub(super) fn bounds(tools: &[Tool]) -> Option<TokenStream> {
    let mut bounds: Vec<TokenStream> = Vec::new();
    for tool in tools {
        if let Receiver::Shared(ty) = &tool.receiver {
            bounds.push(quote!(#ty: __a2t::Held<S>));
        }
        for context in tool.contexts() {
            let context = concrete(context, tool);
            bounds.push(quote!(#context: __a2t::Context<S, __a2t::Meant>));
        }
    }
    let mut seen = HashSet::new();
    bounds.retain(|bound| seen.insert(bound.to_string()));
    (!bounds.is_empty()).then(|| quote!(#(#bounds),*))
}

pub(super) fn call(tool: &Tool, a2t: &Copied, krate: &Copied) -> TokenStream {
    let types: Vec<_> = tool.contexts().map(|ty| concrete(ty, tool)).collect();
    let bindings = (0..types.len()).map(|index| format_ident!("__c{index}", span = here()));
    let (shared, this) = match &tool.receiver {
        Receiver::Shared(ty) => (Some(quote!(#a2t::Shared<#ty>,)), Some(quote!(__this,))),
        _ => (None, None),
    };
    let returned = concrete(&tool.returned.ty, tool);
    let called = at_once(tool, a2t, krate);
    let called = called.unwrap_or_else(|| one_by_one(tool, a2t, krate));
    let run = span::ident(if tool.asynchronous { "run" } else { "answer" });
    quote! {
        type Contexts = (#shared #(#types,)*);
        fn call(
            __call: #a2t::Invocation,
            (#this #(#bindings,)*): (#shared #(#types,)*),
        ) -> #a2t::Reply {
            #a2t::#run(#called, <#returned as #krate::Output>::reply)
        }
    }
}

/// One call that names only functions, where all parameters are inputs without defaults.
fn at_once(tool: &Tool, a2t: &Copied, krate: &Copied) -> Option<TokenStream> {
    let alone = !matches!(tool.receiver, Receiver::Shared(_)) && tool.contexts().next().is_none();
    if !alone || tool.inputs().any(|input| input.default.is_some()) {
        return None;
    }
    let library = arity("take", tool.inputs().count())?;
    let inputs = tool.inputs().map(|input| concrete(&input.ty, tool));
    let function = function(tool);
    Some(quote!(#a2t::#library(__call, #function, #(<#inputs as #krate::Input>::take),*)))
}

/// A call that takes the arguments itself.
fn one_by_one(tool: &Tool, a2t: &Copied, krate: &Copied) -> TokenStream {
    let (arguments, function) = (arguments(tool, krate), function(tool));
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

fn arguments(tool: &Tool, krate: &Copied) -> Vec<TokenStream> {
    let mut contexts = 0..;
    let argument = |parameter: &Parameter| match parameter {
        Parameter::Context(_) => {
            let index = contexts.next().unwrap_or_default();
            format_ident!("__c{index}", span = here()).to_token_stream()
        }
        Parameter::Input(input) => {
            let ty = concrete(&input.ty, tool);
            match &input.default {
                None => quote!(<#ty as #krate::Input>::take(__args)?),
                Some(default) => {
                    let default = &default.expr;
                    quote!(<#ty as #krate::Input>::take_or(__args, const { #default })?)
                }
            }
        }
    };
    tool.parameters.iter().map(argument).collect()
}

fn function(tool: &Tool) -> TokenStream {
    let ident = &tool.ident;
    match &tool.receiver {
        Receiver::None => ident.to_token_stream(),
        Receiver::Associated(ty) | Receiver::Shared(ty) => quote!(<#ty>::#ident),
    }
}
