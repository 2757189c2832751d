//! Reports a return type whose spelling shows that it is not an output: a future, or `impl …`.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Type;

use crate::ctxt::Ctxt;

pub(super) fn returned(ty: &Type, ctxt: &Ctxt) {
    let is_impl = matches!(ty, Type::ImplTrait(_));
    if (is_impl || mentions(ty.to_token_stream(), "dyn"))
        && mentions(ty.to_token_stream(), "Future")
    {
        let remedy = "write `async fn`, and return what the future returns";
        ctxt.error(ty, "what this tool returns is a future", remedy);
    } else if is_impl {
        let remedy = "name the type instead of `impl …`";
        ctxt.error(ty, "what this tool returns has no concrete type", remedy);
    }
}

fn mentions(tokens: TokenStream, word: &str) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => ident == word,
        TokenTree::Group(group) => mentions(group.stream(), word),
        _ => false,
    })
}
