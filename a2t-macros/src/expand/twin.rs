//! Expands to: the type that stands for a function, and the way from the function's path to it.
//!
//! As a rule the type has the function's name and visibility, so that one path names both. Beside a
//! module of that name it has another one, and a macro of the function's name leads to it: macros
//! have names of their own, which `use` imports together with the function.

use std::sync::atomic::{AtomicU32, Ordering};

use a2t_core::ToolId;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::format_ident;
use syn::Visibility;
use syn::ext::IdentExt;

use crate::ast::Tool;
use crate::namesake::Namesake;
use crate::span::{at, quote, quote_quiet};

pub(super) fn name(tool: &Tool) -> Ident {
    match tool.namesake {
        Namesake::No => tool.ident.clone(),
        Namesake::Elsewhere | Namesake::Beside => hidden(tool),
    }
}

fn hidden(tool: &Tool) -> Ident {
    format_ident!("__A2t_{}", tool.ident.unraw(), span = Span::call_site())
}

pub(crate) fn twin(tool: &Tool) -> (TokenStream, Ident) {
    (items(tool), name(tool))
}

fn items(tool: &Tool) -> TokenStream {
    match tool.namesake {
        Namesake::No => named(tool),
        Namesake::Elsewhere => {
            let (way, twin, ident) = (way(tool), hidden(tool), quiet(tool));
            let cfgs = &tool.cfgs;
            // Private, so that a `use` from the module around does not import it.
            quote_quiet! {
                #way
                #(#cfgs)*
                #[allow(unused_imports)]
                use #twin as #ident;
            }
        }
        Namesake::Beside => way(tool),
    }
}

fn named(tool: &Tool) -> TokenStream {
    let (ident, vis, cfgs) = (quiet(tool), &tool.vis, &tool.cfgs);
    quote_quiet! {
        #(#cfgs)*
        #[doc(hidden)]
        #vis struct #ident {}
    }
}

/// The function's name. Its span makes lints skip it: one that fires on both twins would fire twice.
fn quiet(tool: &Tool) -> Ident {
    let span = tool.ident.span().resolved_at(Span::call_site());
    // Raw, because the span also makes it a word of this crate's edition, which may reserve it.
    Ident::new_raw(&tool.ident.unraw().to_string(), span)
}

/// The type under its other name, a number that stands for it, and the macro that tells the number.
fn way(tool: &Tool) -> TokenStream {
    let Tool { krate, vis, cfgs, .. } = tool;
    let (twin, ident, key) = (hidden(tool), quiet(tool), key(tool));
    let number = at(Literal::u128_unsuffixed(key));
    let way = format_ident!("__a2t_{}_{key:x}", tool.ident.unraw(), span = Span::call_site());
    let exported = matches!(vis, Visibility::Public(_)).then(|| quote!(#[macro_export]));
    let import = quote_quiet! {
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(unused_imports)]
        #vis use #way as #ident;
    };
    let twin_type = quote_quiet! {
        #(#cfgs)*
        #[doc(hidden)]
        #vis struct #twin {}
    };
    quote! {
        #twin_type
        #(#cfgs)*
        #[automatically_derived]
        impl #krate::__private::Listed<#twin> for #krate::__private::Way<#number> {
            type This = #krate::__private::Function<#twin>;
        }
        #(#cfgs)*
        #[doc(hidden)]
        #exported
        #[allow(unused_macros)]
        macro_rules! #way {
            (($($krate:tt)*) $ty:ident) => { $($krate)*::__private::Way<#number> };
        }
        #import
    }
}

/// One of a kind in a program: of two versions of a package, too.
fn key(tool: &Tool) -> u128 {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let of = |name| std::env::var(name).unwrap_or_default();
    let place = format!(
        "{}@{} {} {count}",
        of("CARGO_PKG_NAME"),
        of("CARGO_PKG_VERSION"),
        of("CARGO_CRATE_NAME")
    );
    ToolId::derive(&place, &tool.head.name.value).as_u128()
}
