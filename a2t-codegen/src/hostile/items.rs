//! The items of a generated file, those in macros of the library too.

use std::collections::HashSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::{Item, Stmt};

use super::distinct;

/// Counts the items of a module and its modules; fails on two of one name, or on a kind of item
/// that no template has.
pub(super) fn items(items: &[Item], count: &mut [usize; 3]) {
    let mut types = HashSet::new();
    // Names within a macro of the library are in scope together with those outside.
    let mut written = Vec::new();
    for item in items {
        match item {
            Item::Macro(item) => {
                let path = &item.mac.path;
                assert!(path.segments.iter().any(|part| part.ident == "__private"));
                let tokens = without_setters(item.mac.tokens.clone());
                written.extend(syn::parse2::<syn::File>(tokens).unwrap().items);
            }
            item => written.push(item.clone()),
        }
    }
    for item in &written {
        let new = match item {
            Item::Struct(item) => {
                count[0] += 1;
                let fields = item.fields.iter().filter_map(|field| field.ident.clone());
                distinct(fields.map(|field| field.to_string()));
                types.insert(item.ident.to_string())
            }
            Item::Enum(item) => {
                count[1] += 1;
                distinct(item.variants.iter().map(|variant| variant.ident.to_string()));
                types.insert(item.ident.to_string())
            }
            Item::Impl(item) => {
                count[2] += 1;
                distinct(item.items.iter().filter_map(|item| match item {
                    syn::ImplItem::Fn(method) => Some(method_name(method)),
                    _ => None,
                }));
                true
            }
            Item::Mod(item) => {
                self::items(&item.content.as_ref().unwrap().1, count);
                types.insert(item.ident.to_string())
            }
            Item::Static(_) | Item::Use(_) => true,
            Item::Trait(item) => types.insert(item.ident.to_string()),
            Item::Type(item) => types.insert(item.ident.to_string()),
            other => panic!("unplanned item {}", quote::quote!(#other)),
        };
        assert!(new, "an item twice");
    }
}

/// The tokens without what is behind the type of an optional input, or behind that of a member or a
/// variant: `= int(2)`, `= "until"`.
fn without_setters(tokens: TokenStream) -> TokenStream {
    let mut kept = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                let mut inside =
                    proc_macro2::Group::new(group.delimiter(), without_setters(group.stream()));
                inside.set_span(group.span());
                kept.push(TokenTree::Group(inside));
            }
            TokenTree::Punct(punct)
                if punct.as_char() == '=' && matches!(tokens.peek(), Some(TokenTree::Ident(_))) =>
            {
                let arguments = tokens.nth(1);
                assert!(matches!(arguments, Some(TokenTree::Group(_))), "no setter");
            }
            TokenTree::Punct(punct)
                if punct.as_char() == '='
                    && matches!(tokens.peek(), Some(TokenTree::Literal(_))) =>
            {
                tokens.next();
            }
            token => kept.push(token),
        }
    }
    kept.into_iter().collect()
}

fn method_name(method: &syn::ImplItemFn) -> String {
    let macros = method.block.stmts.iter().any(|statement| matches!(statement, Stmt::Macro(_)));
    assert!(!macros, "a macro is called");
    let arguments = method.sig.inputs.iter().map(|input| quote::quote!(#input).to_string());
    distinct(arguments.map(|argument| argument.split(' ').next().unwrap_or_default().to_owned()));
    method.sig.ident.to_string()
}
