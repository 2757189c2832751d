//! Expands to: a test of each tool, which on request compares it with what is published, and gives
//! `cargo a2t` its signature.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::Path;
use syn::ext::IdentExt;

use crate::ast::{Receiver, Tool};
use crate::span::{at, here, quote};

pub(super) fn gates(krate: &Path, tools: &[Tool], ty: &TokenStream) -> TokenStream {
    let gates = tools.iter().enumerate().map(|(index, tool)| {
        let (name, cfgs) = (name(tool), &tool.cfgs);
        let index = at(Literal::usize_unsuffixed(index));
        let id = at(Literal::u128_unsuffixed(tool.head.id.value.as_u128()));
        let version = at(Literal::u32_unsuffixed(tool.head.version.value));
        let item = match &tool.receiver {
            Receiver::None => tool.ident.to_token_stream(),
            Receiver::Associated(this) | Receiver::Shared(this) => this.to_token_stream(),
        };
        let line = quote_spanned!(tool.ident.span()=> ::core::line!());
        quote! {
            #[cfg(test)]
            #(#cfgs)*
            #krate::__private::gate!(#name, #ty, #item, #index, #id, #version, #line);
        }
    });
    quote!(#(#gates)*)
}

/// Distinguished from the tests of all other tools in its module by the function's own name.
fn name(tool: &Tool) -> Ident {
    let ident = tool.ident.unraw();
    let version = tool.head.version.value;
    let of = match &tool.receiver {
        Receiver::None => String::new(),
        Receiver::Associated(this) | Receiver::Shared(this) => {
            let this = quote!(#this).to_string().to_lowercase();
            let plain = |c: char| if c.is_alphanumeric() { c } else { '_' };
            format!("{}_", this.replace(' ', "").chars().map(plain).collect::<String>())
        }
    };
    format_ident!("a2t_published_{of}{ident}_v{version}", span = here())
}
