//! Expands to: the marker type of a function, which is the tool: its constant signature, and one call
//! into the library.

use a2t_core::signature::unix_seconds;
use proc_macro2::{Literal, TokenStream};
use quote::ToTokens;
use syn::{Attribute, Path, Type};

use super::call::{bounds, call};
use super::concrete::Parts;
use super::copied::Copied;
use super::gate::gates;
use super::marker::{item as marker_item, marker};
use super::published::{older, published};
use super::signature::{Signature, signature};
use crate::ast::{Head, Marker, Tool};
use crate::attr::{CallOptions, OnDisconnect};
use crate::span::{at, quote, quote_quiet};

pub(crate) fn tool(tool: &Tool) -> TokenStream {
    let Tool { krate, cfgs, .. } = tool;
    let (marker, ty) = marker(tool);
    let body = implement(&Parts::new(0, tool), cfgs);
    let gates = gates(krate, std::slice::from_ref(tool), &ty.to_token_stream());
    quote! {
        #marker
        #gates
        #body
    }
}

pub(crate) fn tools(krate: &Path, tools: &[Tool], ty: &Type, own: Option<&Marker>) -> TokenStream {
    let own_item = own.map(|Marker { vis, name }| marker_item(vis, name, &[]));
    let ty = own.map_or_else(|| ty.to_token_stream(), |own| own.name.to_token_stream());
    let gates = gates(krate, tools, &ty);
    let parts = tools.iter().enumerate();
    let parts: Vec<_> = parts.map(|(index, tool)| Parts::new(index, tool)).collect();
    let markers: Vec<_> = parts.iter().map(|parts| &parts.marker).collect();
    let each = parts.iter().map(|parts| {
        let (marker, body) = (&parts.marker, implement(parts, &[]));
        let item = quote_quiet!(enum #marker {});
        quote!(#item #body)
    });
    let bounds = bounds(&parts);
    // As for a function: rustc waits for the program to name the state of the toolset.
    let no_state = [quote!(NoStateA), quote!(NoStateB)].map(|no_state| {
        quote! {
            #[automatically_derived]
            impl __a2t::RunsWith<__a2t::#no_state, __a2t::#no_state> for __A2tTools {
                const ENTRIES: &'static [__a2t::Entry<__a2t::#no_state>] = &[];
            }
        }
    });
    let short = quote_quiet!(use #krate::__private as __a2t;);
    let (imp, state) = (imp(), quote_quiet!(<__A2tState>));
    let table = quote_quiet!(
        pub enum __A2tTools {}
    );
    quote! {
        #own_item
        #gates
        const _: () = {
            #short
            #(#each)*
            #table
            #[automatically_derived]
            impl __a2t::ToolsWithoutMarker for #ty {
                type This = __A2tTools;
                type Kind = __a2t::OfBlock;
            }
            #[automatically_derived]
            impl __a2t::Keyed for __A2tTools {
                const KEYS: &'static [__a2t::Key] = &[#(__a2t::Key::from_tool::<#markers>()),*];
            }
            #[automatically_derived]
            #imp #state __a2t::RunsWith<__A2tState, __a2t::Meant> for __A2tTools
            where
                __A2tState: ::core::marker::Send + ::core::marker::Sync + 'static,
                #bounds
            {
                const ENTRIES: &'static [__a2t::Entry<__A2tState>] =
                    &[#(__a2t::Entry::from_tool::<#markers, __a2t::Meant>()),*];
            }
            #(#no_state)*
        };
    }
}

/// `impl`, on which rustc does not propose to declare a type that it does not know as a parameter. The same holds for a
/// parameter with such a span.
fn imp() -> TokenStream {
    quote_quiet!(impl)
}

/// The generated call of a deprecated function is no use that its author could avoid.
fn allow_deprecated(tool: &Tool) -> Option<TokenStream> {
    tool.deprecated.then(|| quote!(#[allow(deprecated)]))
}

/// Expands to the versions that callers should leave.
fn deprecated(head: &Head, a2t: &Copied) -> Option<TokenStream> {
    let deprecations = head.deprecated.iter().map(|deprecated| {
        let (since, note) = (&deprecated.since, &deprecated.note);
        // The checks have found a day.
        let seconds = unix_seconds(&since.value()).unwrap_or_default();
        let seconds = at(Literal::i64_unsuffixed(seconds));
        let version = at(Literal::u32_unsuffixed(deprecated.version.value));
        quote!(#a2t::Deprecation { version: #version, since: #since, seconds: #seconds, note: #note })
    });
    (!head.deprecated.is_empty()).then(|| {
        quote! {
            const DEPRECATED: &'static [#a2t::Deprecation] = &[#(#deprecations),*];
        }
    })
}

/// Expands to how calls are carried out, as far as the attribute sets it.
fn call_options(options: &CallOptions, a2t: &Copied) -> Option<TokenStream> {
    let CallOptions { on_disconnect, timeout, concurrency, key_required } = options;
    let on_disconnect = on_disconnect.map(|fate| match fate {
        OnDisconnect::Finish => quote!(.on_disconnect(#a2t::OnDisconnect::Finish)),
        OnDisconnect::Cancel => quote!(.on_disconnect(#a2t::OnDisconnect::Cancel)),
    });
    let timeout = timeout.map(|time| {
        let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        quote!(.timeout(#milliseconds))
    });
    let concurrency = concurrency.map(|calls| quote!(.concurrency(#calls)));
    let key = key_required.as_ref().map(|_| quote!(.key_required()));
    let settings = quote!(#on_disconnect #timeout #concurrency #key);
    (!settings.is_empty())
        .then(|| quote!(const OPTIONS: #a2t::CallOptions = #a2t::CallOptions::DEFAULT #settings;))
}

/// Sorted, because toolsets compare them.
fn scopes(head: &Head) -> Option<TokenStream> {
    let scopes = head.sorted_scopes();
    (!scopes.is_empty()).then(|| {
        quote! {
            const SCOPES: &'static [&'static ::core::primitive::str] = &[#(#scopes),*];
        }
    })
}

/// The tool, in one item. Helpers stand with it in a constant, because items of a constant are not
/// visible elsewhere; without helpers there is no constant, because one costs rustc more than a
/// longer path.
fn implement(parts: &Parts<'_>, cfgs: &[Attribute]) -> TokenStream {
    let Parts { tool, krate, a2t, marker, .. } = parts;
    let Signature { items, check, constants } = signature(parts);
    let older = older(tool.lock.as_ref(), a2t);
    let deprecated = deprecated(&tool.head, a2t);
    let options = call_options(&tool.head.options, a2t);
    let scopes = scopes(&tool.head);
    let call = call(parts);
    let imp = imp();
    let allow = allow_deprecated(tool);
    let mut item = quote! {
        #allow
        #[automatically_derived]
        #imp #krate::Tool for #marker {
            #constants
            #older
            #deprecated
            #options
            #scopes
            #call
        }
    };
    let lock = tool.lock.as_ref();
    let published = lock.map(|lock| published(parts, lock));
    if published.is_some() || !items.is_empty() {
        item = quote!(const _: () = { #items #published #item };);
    }
    let check = check.map(|check| quote!(#(#cfgs)* #check));
    quote!(#check #(#cfgs)* #item)
}
