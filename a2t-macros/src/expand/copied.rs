//! Tokens that stand in many locations of an expansion.

use proc_macro2::{Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;

use crate::span::{self, at};

/// Tokens that are copied one by one: each stream inside a stream is a call into rustc.
pub(super) struct Copied(Vec<TokenTree>);

impl Copied {
    pub(super) fn new(tokens: impl ToTokens) -> Self {
        Self(tokens.into_token_stream().into_iter().collect())
    }

    /// Path of everything in the facade that is there for expansions only.
    pub(super) fn private(&self) -> Self {
        let mut path = Self(self.0.clone());
        let colons = [Spacing::Joint, Spacing::Alone].map(|spacing| at(Punct::new(':', spacing)));
        path.0.extend(colons);
        path.0.push(span::ident("__private").into());
        path
    }

    /// The same tokens, which errors show at another location.
    pub(super) fn at(&self, span: Span) -> Self {
        let respan = |tree: &TokenTree| {
            let mut tree = tree.clone();
            tree.set_span(span);
            tree
        };
        Self(self.0.iter().map(respan).collect())
    }
}

impl ToTokens for Copied {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.0.iter().cloned());
    }
}
