//! An `impl` block with `#[cfg]` or `#[cfg_attr]` inside.
//!
//! rustc passes such a block to an attribute macro as it is written, but a derive macro gets its item with all
//! conditions evaluated. So the block is put into an enum that derives [`decided`], which expands the block. The enum
//! itself vanishes.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::{Attribute, FnArg, ImplItem, ItemImpl};

use crate::attr::{Keys, Target, conditional, is_doc, is_tool};
use crate::ctxt::Ctxt;
use crate::span::quote;

/// Returns `true` if a condition decides which tools the block has, or what their signatures contain.
pub(super) fn is_conditional(block: &ItemImpl) -> bool {
    block.items.iter().any(|item| match item {
        ImplItem::Fn(method) => {
            let tool = method.attrs.iter().any(is_tool);
            method.attrs.iter().any(|attr| is(attr, "cfg_attr") || tool && is(attr, "cfg"))
        }
        _ => false,
    })
}

/// Refuses conditions on parameters, which are no longer visible once they have been evaluated.
fn refuse_parameters(block: &ItemImpl) -> Option<TokenStream> {
    let ctxt = Ctxt::new();
    for item in &block.items {
        let ImplItem::Fn(method) = item else { continue };
        for input in &method.sig.inputs {
            if let FnArg::Typed(typed) = input {
                let mut attrs = typed.attrs.clone();
                attrs.retain(|attr| !is_doc(attr));
                conditional(&mut attrs, &ctxt);
            }
        }
    }
    ctxt.finish()
}

fn is(attr: &Attribute, name: &str) -> bool {
    attr.path().is_ident(name)
}

pub(super) fn decide(attr: &TokenStream, item: &TokenStream, block: &ItemImpl) -> TokenStream {
    // Mistakes in the keys are reported when the block is expanded.
    let krate = Ctxt::quiet(|ctxt| Keys::parse(attr.clone(), Target::BLOCK, ctxt).krate(ctxt));
    let errors = refuse_parameters(block);
    quote! {
        #errors
        #[derive(#krate::__private::Decided)]
        #[#krate::__private::undecided]
        enum __A2tUndecided {
            Block = {
                #[#krate::tools(#attr)]
                #item
                0
            },
        }
    }
}

/// Returns the arguments of the attribute and the block within the enum, whose conditions have been evaluated.
pub(super) fn decided(item: TokenStream) -> (TokenStream, TokenStream) {
    let group = |tokens: TokenStream| {
        let mut groups = tokens.into_iter().filter_map(|tree| match tree {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                Some(group.stream())
            }
            _ => None,
        });
        groups.next().unwrap_or_default()
    };
    let mut trees = group(group(item)).into_iter().skip(1);
    let attr = trees.next().and_then(arguments).unwrap_or_default();
    let mut block: Vec<TokenTree> = trees.collect();
    // Removes the number that ends the expression.
    block.pop();
    if let Some(TokenTree::Group(methods)) = block.pop() {
        let mut bare = Group::new(Delimiter::Brace, without_cfg(methods.stream()));
        bare.set_span(methods.span());
        block.push(bare.into());
    }
    (attr, block.into_iter().collect())
}

/// Returns the tokens in brackets after the path of an attribute.
fn arguments(attribute: TokenTree) -> Option<TokenStream> {
    let TokenTree::Group(attribute) = attribute else {
        return None;
    };
    match attribute.stream().into_iter().last()? {
        TokenTree::Group(arguments) => Some(arguments.stream()),
        _ => None,
    }
}

/// Returns the methods without `#[cfg]`. A condition that is still there holds.
fn without_cfg(methods: TokenStream) -> TokenStream {
    let mut bare: Vec<TokenTree> = Vec::new();
    for tree in methods {
        let hash = matches!(bare.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == '#');
        match &tree {
            TokenTree::Group(group) if hash && is_cfg(group) => {
                bare.pop();
            }
            _ => bare.push(tree),
        }
    }
    bare.into_iter().collect()
}

fn is_cfg(attribute: &Group) -> bool {
    let first = attribute.stream().into_iter().next();
    attribute.delimiter() == Delimiter::Bracket
        && matches!(first, Some(TokenTree::Ident(ident)) if ident == "cfg")
}
