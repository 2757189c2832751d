//! Expands to: a twin type of the function's name, which is the tool: its constant signature, and one call
//! into the library.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Path, Type};

use super::call::{bounds, call};
use super::concrete::marker;
use super::copied::Copied;
use super::deprecated;
use super::gate::gates;
use super::published::{older, published};
use super::signature::{Signature, signature};
use super::twin::twin;
use crate::ast::Tool;
use crate::span::{quote, quote_quiet};

pub(crate) fn tool(tool: &Tool) -> TokenStream {
    let Tool { krate, cfgs, .. } = tool;
    let (twin, ty) = twin(tool);
    let body = implement(0, tool, cfgs);
    let gates = gates(krate, std::slice::from_ref(tool), &ty.to_token_stream());
    quote! {
        #twin
        #gates
        #body
    }
}

/// An `impl` block: the tools of its type, each with a type that stands for it.
pub(crate) fn tools(krate: &Path, tools: &[Tool], ty: &Type) -> TokenStream {
    let gates = gates(krate, tools, &ty.to_token_stream());
    let each = tools.iter().enumerate().map(|(index, tool)| {
        let (marker, body) = (marker(index, tool), implement(index, tool, &[]));
        let twin = quote_quiet!(enum #marker {});
        quote!(#twin #body)
    });
    let markers = tools.iter().enumerate();
    let markers: Vec<_> = markers.map(|(index, tool)| marker(index, tool)).collect();
    let bounds = bounds(tools);
    // As for a function: rustc waits for the program to say which state the toolset has.
    let nobody = [quote!(Nobody), quote!(NobodyElse)].map(|nobody| {
        quote! {
            #[automatically_derived]
            impl __a2t::RunsWith<__a2t::#nobody, __a2t::#nobody> for __A2tTools {
                const ENTRIES: &'static [__a2t::Entry<__a2t::#nobody>] = &[];
            }
        }
    });
    let short = quote_quiet!(use #krate::__private as __a2t;);
    let imp = imp();
    let table = quote_quiet!(
        pub enum __A2tTools {}
    );
    quote! {
        #gates
        const _: () = {
            #short
            #(#each)*
            #table
            #[automatically_derived]
            impl __a2t::Listed for #ty {
                type This = __A2tTools;
            }
            #[automatically_derived]
            impl __a2t::Keyed for __A2tTools {
                const KEYS: &'static [__a2t::Key] = &[#(__a2t::Key::of::<#markers>()),*];
            }
            #[automatically_derived]
            #imp<S> __a2t::RunsWith<S, __a2t::Meant> for __A2tTools
            where
                S: ::core::marker::Send + ::core::marker::Sync + 'static,
                #bounds
            {
                const ENTRIES: &'static [__a2t::Entry<S>] =
                    &[#(__a2t::Entry::of::<#markers, __a2t::Meant>()),*];
            }
            #(#nobody)*
        };
    }
}

/// `impl`, on which rustc does not propose to declare a type that it does not know as a parameter.
fn imp() -> TokenStream {
    quote_quiet!(impl)
}

/// The generated call of a deprecated function is no use that its author could avoid.
fn allow_deprecated(tools: &[Tool]) -> Option<TokenStream> {
    let deprecated = tools.iter().any(|tool| tool.deprecated);
    deprecated.then(|| quote!(#[allow(deprecated)]))
}

/// The tool, in one item: with what stands beside it in a constant, because items of a constant are seen by
/// nobody else; alone where nothing does, because a constant costs rustc more than a longer path.
fn implement(index: usize, tool: &Tool, cfgs: &[Attribute]) -> TokenStream {
    let krate = Copied::of(&tool.krate);
    let a2t = krate.private();
    let marker = marker(index, tool);
    let Signature {
        beside,
        check,
        constants,
    } = signature(index, tool, &a2t, &krate);
    let older = older(tool.lock.as_ref(), &a2t);
    let deprecated = deprecated::all(&tool.head, &a2t);
    let call = call(tool, &a2t, &krate);
    let imp = imp();
    let allow = allow_deprecated(std::slice::from_ref(tool));
    let mut item = quote! {
        #allow
        #[automatically_derived]
        #imp #krate::Tool for #marker {
            #constants
            #older
            #deprecated
            #call
        }
    };
    let published = tool.lock.as_ref().map(|lock| {
        let published = published(index, tool, lock);
        let short = quote_quiet!(use #a2t as __a2t;);
        quote!(#short #published)
    });
    if published.is_some() || !beside.is_empty() {
        item = quote!(const _: () = { #beside #published #item };);
    }
    let check = check.map(|check| quote!(#(#cfgs)* #check));
    quote!(#check #(#cfgs)* #item)
}
