//! Names of a tool's parts outside the item they were written in.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};

use syn::Type;

use super::copied::Copied;
use super::marker;
use crate::ast::{Receiver, Tool};
use crate::span;

/// A tool with its names and types as they are called outside of its item.
pub(super) struct Parts<'t> {
    pub(super) tool: &'t Tool,
    pub(super) krate: Copied,
    pub(super) a2t: Copied,
    /// Type that implements `Tool`: a function's marker, or one that stands for a method.
    pub(super) marker: Ident,
    /// Beginning of the names of constants next to the tool. Its span keeps rustc from proposing a
    /// generic constant where it does not know a type.
    pub(super) prefix: Ident,
    pub(super) inputs: Vec<Concrete<'t>>,
    pub(super) contexts: Vec<Concrete<'t>>,
    pub(super) returned: Concrete<'t>,
}

impl<'t> Parts<'t> {
    pub(super) fn new(index: usize, tool: &'t Tool) -> Self {
        let krate = Copied::new(&tool.krate);
        Self {
            tool,
            a2t: krate.private(),
            krate,
            marker: match &tool.receiver {
                Receiver::None => marker::name(tool),
                Receiver::Associated(_) | Receiver::Shared(_) => {
                    span::ident(&format!("__A2t{index}"))
                }
            },
            prefix: format_ident!("__A2T_{index}", span = Span::call_site()),
            inputs: tool.inputs().map(|input| concrete(&input.ty, tool)).collect(),
            contexts: tool.contexts().map(|ty| concrete(ty, tool)).collect(),
            returned: concrete(&tool.returned.ty, tool),
        }
    }
}

/// A type as it is written, with `Self` spelt out: it is used outside the `impl` block.
fn concrete<'a>(ty: &'a Type, tool: &Tool) -> Concrete<'a> {
    match &tool.receiver {
        Receiver::None => Concrete::Written(ty),
        Receiver::Associated(this) | Receiver::Shared(this) => Concrete::Replaced(Copied::new(
            replace_self(ty.to_token_stream(), &this.to_token_stream()),
        )),
    }
}

pub(super) enum Concrete<'a> {
    Written(&'a Type),
    Replaced(Copied),
}

impl ToTokens for Concrete<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Written(ty) => ty.to_tokens(tokens),
            Self::Replaced(tokens_of_it) => tokens_of_it.to_tokens(tokens),
        }
    }
}

pub(super) fn replace_self(tokens: TokenStream, this: &TokenStream) -> TokenStream {
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
