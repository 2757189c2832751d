//! Expansions of the macros, line by line: `tests/expand/*.in.rs` becomes `tests/expand/*.out.rs`. Run with
//! `UPDATE_GOLDEN=1` to write the expansions again after a change that is meant.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, File, Item};

use crate::item;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expand")
}

fn expanded(source: &str) -> String {
    let file = syn::parse_file(source).unwrap();
    let tokens: TokenStream = file.items.into_iter().map(expanded_item).collect();
    prettyplease::unparse(&syn::parse2::<File>(tokens).unwrap())
}

fn expanded_item(mut item: Item) -> TokenStream {
    let attrs = match &mut item {
        Item::Fn(item) => &mut item.attrs,
        Item::Impl(item) => &mut item.attrs,
        Item::Enum(item) => &mut item.attrs,
        Item::Struct(item) => &mut item.attrs,
        _ => return item.into_token_stream(),
    };
    let ours = |attr: &Attribute| {
        let path = attr.path().to_token_stream().to_string();
        path.starts_with("a2t ::") || path == "derive"
    };
    let Some(attr) = attrs.iter().position(ours).map(|index| attrs.remove(index)) else {
        return item.into_token_stream();
    };
    let arguments = attr.meta.require_list().map(|list| list.tokens.clone()).unwrap_or_default();
    let text = attr.to_token_stream().to_string().replace(' ', "");
    let tokens = item.to_token_stream();
    match text.as_str() {
        "#[derive(a2t::Enum)]" => {
            let generated = item::choice(tokens.clone());
            quote!(#tokens #generated)
        }
        "#[derive(a2t::Input)]" => {
            let generated = item::newtype(tokens.clone());
            quote!(#tokens #generated)
        }
        "#[derive(a2t::Output)]" => {
            let generated = item::output(tokens.clone());
            quote!(#tokens #generated)
        }
        "#[derive(a2t::Error)]" => {
            let generated = item::error(tokens.clone());
            quote!(#tokens #generated)
        }
        "#[derive(a2t::Record)]" => {
            let generated = item::record(tokens.clone());
            quote!(#tokens #generated)
        }
        text if text.starts_with("#[a2t::tools") => item::tools(arguments, tokens),
        _ => item::tool(arguments, tokens),
    }
}

fn check(name: &str) -> (String, String) {
    let source = fs::read_to_string(folder().join(format!("{name}.in.rs"))).unwrap();
    let golden = folder().join(format!("{name}.out.rs"));
    let expansion = expanded(&source);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&golden, &expansion).unwrap();
    }
    assert_eq!(expansion, fs::read_to_string(golden).unwrap());
    (source, expansion)
}

fn size(text: &str) -> usize {
    text.lines().map(|line| line.trim().len() + 1).sum()
}

#[test]
fn a_function_an_enum_and_a_struct() {
    let (source, expansion) = check("weather");
    let added = size(&expansion) - size(&source);
    assert!(added < 4_096, "{added} bytes are added");
}

#[test]
fn types_of_one_value() {
    check("newtype");
}

#[test]
fn a_record() {
    check("record");
}

#[test]
fn errors() {
    check("loans");
}

#[test]
fn an_impl_block() {
    check("station");
}

#[test]
fn after_an_error_the_items_are_still_there() {
    check("mistakes");
}
