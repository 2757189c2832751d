//! Tokens that stand in many places of an expansion.

use proc_macro2::{Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Path;

/// Tokens that are copied one by one: each stream inside a stream is a call into rustc.
pub(super) struct Copied(Vec<TokenTree>);

impl Copied {
    pub(super) fn of(tokens: impl ToTokens) -> Self {
        Self(tokens.into_token_stream().into_iter().collect())
    }

    /// The path of everything that is there for expansions only.
    pub(super) fn private(krate: &Path) -> Self {
        let mut path = Self::of(krate);
        let colons = [Spacing::Joint, Spacing::Alone].map(|spacing| Punct::new(':', spacing));
        path.0.extend(colons.map(TokenTree::from));
        let name = Ident::new("__private", Span::call_site());
        path.0.push(name.into());
        path
    }
}

impl ToTokens for Copied {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.0.iter().cloned());
    }
}
