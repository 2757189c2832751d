//! Generates enough after an error that no second error follows from the first.

mod derive;

pub(crate) use derive::derived;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, Ident, Path};

use crate::ast::Marker;
use crate::expand::marker_item;

/// Returns an item without the attributes that only these macros understand, and without the doc comments on
/// parameters, which only these macros allow.
pub(crate) fn bare(item: TokenStream) -> TokenStream {
    bare_in(item, Delimiter::None)
}

fn bare_in(tokens: TokenStream, around: Delimiter) -> TokenStream {
    let mut bare: Vec<TokenTree> = Vec::new();
    for tree in tokens {
        let TokenTree::Group(group) = &tree else {
            bare.push(tree);
            continue;
        };
        let hash = matches!(bare.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == '#');
        if hash && group.delimiter() == Delimiter::Bracket && is_ours(group, around) {
            bare.pop();
            continue;
        }
        let mut inner = Group::new(group.delimiter(), bare_in(group.stream(), group.delimiter()));
        inner.set_span(group.span());
        bare.push(inner.into());
    }
    bare.into_iter().collect()
}

/// Returns an item whose attributes `#[a2t …]` have brackets around their keys, so that they can be read although the
/// parser of rustc refuses them: `#[a2t = text, format = "isbn"]`, `#[a2t: text]`, `#[a2t text]`.
pub(crate) fn bracketed(item: TokenStream) -> TokenStream {
    let mut is_attribute = false;
    let trees = item.into_iter().map(|tree| match tree {
        TokenTree::Group(group) => {
            let is_attribute = std::mem::take(&mut is_attribute);
            let ours = Some(&group).filter(|_| is_attribute).and_then(with_brackets);
            let inner = ours.unwrap_or_else(|| bracketed(group.stream()));
            let mut inner = Group::new(group.delimiter(), inner);
            inner.set_span(group.span());
            inner.into()
        }
        other => {
            is_attribute = matches!(&other, TokenTree::Punct(punct) if punct.as_char() == '#');
            other
        }
    });
    trees.collect()
}

fn with_brackets(attribute: &Group) -> Option<TokenStream> {
    let mut trees = attribute.stream().into_iter().peekable();
    let name =
        trees.next().filter(|tree| matches!(tree, TokenTree::Ident(name) if name == "a2t"))?;
    trees.next_if(|tree| matches!(tree, TokenTree::Punct(_)));
    let rest: Vec<_> = trees.collect();
    let keys = match &*rest {
        [TokenTree::Group(group)] => group.stream(),
        _ => rest.into_iter().collect(),
    };
    let keys = Group::new(Delimiter::Parenthesis, keys);
    Some([name, keys.into()].into_iter().collect())
}

fn is_ours(attribute: &Group, around: Delimiter) -> bool {
    let mut path = attribute.stream().into_iter().filter_map(|tree| match tree {
        TokenTree::Ident(ident) => Some(ident.to_string()),
        _ => None,
    });
    match path.next().as_deref() {
        Some("a2t" | "tool") => true,
        Some("doc") => around == Delimiter::Parenthesis,
        _ => false,
    }
}

pub(crate) fn tool(
    krate: &Path,
    marker: &TokenStream,
    name: &Ident,
    cfgs: &[Attribute],
) -> TokenStream {
    quote! {
        #marker
        #(#cfgs)*
        #[automatically_derived]
        impl #krate::Tool for #name {
            const HEAD: #krate::__private::Head = #krate::__private::Head::REFUSED;
            const PARAMETERS: #krate::__private::Parameters =
                #krate::__private::Parameters::REFUSED;
            type Contexts = ();
            fn call(_: #krate::__private::Invocation, (): ()) -> #krate::__private::Reply {
                ::core::unreachable!()
            }
        }
    }
}

fn table(krate: &Path, ty: &impl ToTokens) -> TokenStream {
    quote! {
        pub enum __A2tTools {}
        #[automatically_derived]
        impl #krate::__private::ToolsWithoutMarker for #ty {
            type This = __A2tTools;
            type Kind = #krate::__private::OfBlock;
        }
        #[automatically_derived]
        impl #krate::__private::Keyed for __A2tTools {
            const KEYS: &'static [#krate::__private::Key] = &[#krate::__private::Key::REFUSED];
        }
        #[automatically_derived]
        impl<S: 'static> #krate::__private::RunsWith<S, #krate::__private::Meant> for __A2tTools {
            const ENTRIES: &'static [#krate::__private::Entry<S>] = &[];
        }
    }
}

pub(crate) fn block(krate: &Path, block: &syn::ItemImpl, own: Option<&Marker>) -> TokenStream {
    if let Some(Marker { vis, name }) = own {
        let (item, table) = (marker_item(vis, name, &[]), table(krate, name));
        return quote!(#item const _: () = { #table };);
    }
    if !block.generics.params.is_empty() || block.trait_.is_some() {
        return TokenStream::new();
    }
    let table = table(krate, &block.self_ty);
    quote!(const _: () = { #table };)
}
