//! A function, read as far as the macros check it: its body stays tokens, which rustc has parsed already. It is written
//! such that rustc reports a mistake in a type once.

use proc_macro2::{Delimiter, Group, Punct, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt};
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Ident, ItemImpl, Signature, Visibility};

/// A function whose body is not read.
pub(crate) struct Function {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    body: Group,
}

impl Function {
    pub(crate) fn read(item: &TokenStream) -> syn::Result<Self> {
        let mut trees: Vec<_> = item.clone().into_iter().collect();
        if let [TokenTree::Group(group)] = &*trees
            && group.delimiter() == Delimiter::None
        {
            return Self::read(&group.stream());
        }
        let last = trees.pop();
        let Some(body) = last.as_ref().and_then(body) else {
            return Err(syn::Error::new_spanned(last, "expected a function with a body"));
        };
        let head = |input: ParseStream| {
            Ok((input.call(Attribute::parse_outer)?, input.parse()?, input.parse()?))
        };
        let (attrs, vis, sig) = head.parse2(trees.into_iter().collect())?;
        Ok(Self { attrs, vis, sig, body })
    }

    /// Returns the start of a path in the body that goes through this name, such as `uuid` in `uuid::Uuid`.
    pub(crate) fn path_through(&self, name: &str) -> Option<Ident> {
        // Getting the text takes one call into rustc, the tokens take many.
        let text = self.body.span().source_text()?;
        let likely = text.contains(&format!("{name}::"));
        likely.then(|| path_in(self.body.stream(), name)).flatten()
    }

    /// Drops the body, because a mistake in it has been reported.
    pub(crate) fn drop_body(&mut self) {
        let mut body = Group::new(Delimiter::Brace, quote::quote!(::core::unreachable!()));
        body.set_span(self.body.span());
        self.body = body;
    }
}

/// Returns the body, which may have come through a parameter of a macro.
fn body(last: &TokenTree) -> Option<Group> {
    match last {
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Brace => Some(group.clone()),
            Delimiter::None => body(&group.stream().into_iter().last()?),
            _ => None,
        },
        _ => None,
    }
}

fn path_in(tokens: TokenStream, name: &str) -> Option<Ident> {
    let trees: Vec<_> = tokens.into_iter().collect();
    let is = |at: usize, text: &str| trees.get(at).is_some_and(|tree| tree.to_string() == text);
    for (at, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => {
                let inside = path_in(group.stream(), name);
                if inside.is_some() {
                    return inside;
                }
            }
            TokenTree::Ident(ident) => {
                // The body defines its own names.
                if ident == "use" || ident == "mod" {
                    return None;
                }
                let inner =
                    at.checked_sub(1).is_some_and(|before| is(before, ":") || is(before, "."));
                let path = is(at + 1, ":") && is(at + 2, ":");
                let on = matches!(trees.get(at + 3), Some(TokenTree::Ident(next)) if next != "SIGNATURE");
                if ident == name && !inner && path && on {
                    return Some(ident.clone());
                }
            }
            _ => {}
        }
    }
    None
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all(&self.attrs);
        self.vis.to_tokens(tokens);
        if self.sig.generics.params.is_empty() {
            signature(&self.sig, tokens);
        } else {
            self.sig.to_tokens(tokens);
        }
        tokens.append(self.body.clone());
    }
}

/// A signature with empty brackets for its generics.
///
/// The expansion names the types of the item again. rustc reports a type that does not exist once,
/// but only if the message is the same at both locations: at the item it would also propose to add a
/// generic parameter, which it does not do where a macro wrote the brackets.
fn signature(sig: &Signature, tokens: &mut TokenStream) {
    sig.constness.to_tokens(tokens);
    sig.asyncness.to_tokens(tokens);
    sig.safety.to_tokens(tokens);
    sig.abi.to_tokens(tokens);
    sig.fn_token.to_tokens(tokens);
    sig.ident.to_tokens(tokens);
    tokens.extend(brackets());
    sig.paren_token.surround(tokens, |tokens| {
        sig.inputs.to_tokens(tokens);
        sig.variadic.to_tokens(tokens);
    });
    sig.output.to_tokens(tokens);
    sig.generics.where_clause.to_tokens(tokens);
}

fn brackets() -> [TokenTree; 2] {
    ['<', '>'].map(|c| Punct::new(c, Spacing::Alone).into())
}

pub(crate) fn block_without_generics(block: &ItemImpl) -> TokenStream {
    let mut open = block.generics.params.is_empty();
    let mut tokens = TokenStream::new();
    for tree in block.to_token_stream() {
        let here = open && matches!(&tree, TokenTree::Ident(ident) if ident == "impl");
        open &= !here;
        tokens.append(tree);
        tokens.extend(here.then(brackets).into_iter().flatten());
    }
    tokens
}
