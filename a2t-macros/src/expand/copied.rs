//! Tokens that stand in many places of an expansion.

use proc_macro2::{Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// Tokens that are copied one by one: each stream inside a stream is a call into rustc.
pub(super) struct Copied(Vec<TokenTree>);

impl Copied {
    pub(super) fn of(tokens: impl ToTokens) -> Self {
        Self(tokens.into_token_stream().into_iter().collect())
    }

    /// Of the path of the facade: that of everything that is there for expansions only.
    pub(super) fn private(&self) -> Self {
        let mut path = Self(self.0.clone());
        let colons = [Spacing::Joint, Spacing::Alone].map(|spacing| Punct::new(':', spacing));
        path.0.extend(colons.map(TokenTree::from));
        let name = Ident::new("__private", Span::call_site());
        path.0.push(name.into());
        path
    }

    /// The same tokens, which errors show at another place.
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
