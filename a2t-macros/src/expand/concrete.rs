//! What a tool's parts are called outside the item they were written in.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};

use crate::ast::{Receiver, Tool};

/// What the constants beside a tool begin with.
pub(super) fn name(index: usize) -> Ident {
    format_ident!("__A2T_{index}")
}

/// The type that implements `Tool`: a function's twin, or one that stands for a method.
pub(super) fn marker(index: usize, tool: &Tool) -> Ident {
    match &tool.receiver {
        Receiver::None => tool.ident.clone(),
        Receiver::Associated(_) | Receiver::Shared(_) => name(index),
    }
}

/// A type as it is written, with `Self` spelt out: it is used outside the `impl` block.
pub(super) fn concrete(ty: &impl ToTokens, tool: &Tool) -> TokenStream {
    match &tool.receiver {
        Receiver::None => ty.to_token_stream(),
        Receiver::Associated(this) | Receiver::Shared(this) => {
            replace_self(ty.to_token_stream(), &this.to_token_stream())
        }
    }
}

fn replace_self(tokens: TokenStream, this: &TokenStream) -> TokenStream {
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
