//! Expands to: a twin type of the function's name, its constant signature, and one call into the library.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Ident, Path, Type};

use super::call::{bounds, entry};
use super::concrete::name;
use super::gate::gates;
use super::signature::signature;
use crate::ast::Tool;

/// A function: everything that stands beside it.
pub(crate) fn tool(tool: &Tool) -> TokenStream {
    let Tool {
        krate, ident, cfgs, ..
    } = tool;
    let twin = twin(tool);
    let allow = allow_deprecated(std::slice::from_ref(tool));
    let this = ident.to_token_stream();
    let body = table(krate, std::slice::from_ref(tool), &this);
    let gates = gates(krate, std::slice::from_ref(tool), &this);
    quote! {
        #twin
        #gates
        #(#cfgs)*
        #allow
        const _: () = {
            #body
            #[automatically_derived]
            impl __a2t::Tool for #ident {
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
    let gates = gates(krate, tools, &ty.to_token_stream());
    let allow = allow_deprecated(tools);
    quote! {
        #gates
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
    let keys = tools
        .iter()
        .enumerate()
        .map(|(index, tool)| key(index, tool));
    let entries = tools
        .iter()
        .enumerate()
        .map(|(index, tool)| entry(index, tool));
    let bounds = bounds(tools);
    quote! {
        use #krate::__private as __a2t;
        #(#signatures)*
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

fn key(index: usize, tool: &Tool) -> TokenStream {
    let (signature, hash) = (
        name(index),
        Literal::u64_unsuffixed(hash(&tool.head.name.value)),
    );
    let newest = tool.lock.as_ref().map_or(0, |lock| lock.newest);
    let ahead = (newest > tool.head.version.value).then(|| {
        let newest = Literal::u32_unsuffixed(newest);
        quote!(.published(#newest))
    });
    quote!(__a2t::Key::of(#signature, #hash) #ahead)
}

/// FNV-1a: const evaluation compares it before it compares names.
fn hash(name: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    name.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}
