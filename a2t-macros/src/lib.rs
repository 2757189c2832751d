// Its program is a test of `readme-programs`, because a2t depends on this crate.
#![cfg_attr(not(doctest), doc = include_str!("../README.md"))]

mod ast;
mod attr;
mod check;
mod ctxt;
mod expand;
mod fallback;
#[cfg(test)]
mod golden;
mod item;
mod plain;
mod published;
mod siblings;
mod source;
mod span;

use proc_macro::TokenStream;

/// Makes a function a tool.
#[proc_macro_attribute]
pub fn tool(attr: TokenStream, item: TokenStream) -> TokenStream {
    let item = item.into();
    span::enter(&item, 0);
    item::tool(attr.into(), item).into()
}

/// Makes methods tools that share the value they belong to.
#[proc_macro_attribute]
pub fn tools(attr: TokenStream, item: TokenStream) -> TokenStream {
    let item = item.into();
    span::enter(&item, 0);
    item::tools(attr.into(), item).into()
}

/// Makes an enum of unit variants a type of inputs and outputs.
#[proc_macro_derive(Enum, attributes(a2t))]
pub fn choice(item: TokenStream) -> TokenStream {
    let item = item.into();
    span::enter(&item, 0);
    item::choice(item).into()
}

/// Makes a type around one value an input.
#[proc_macro_derive(Input, attributes(a2t))]
pub fn newtype(item: TokenStream) -> TokenStream {
    let item = item.into();
    span::enter(&item, 0);
    item::newtype(item).into()
}

/// Makes an enum the errors of tools.
#[proc_macro_derive(Error, attributes(a2t))]
pub fn error(item: TokenStream) -> TokenStream {
    let item = item.into();
    span::enter(&item, 0);
    item::error(item).into()
}

/// Makes a struct the outputs of a tool.
#[proc_macro_derive(Output, attributes(a2t))]
pub fn output(item: TokenStream) -> TokenStream {
    let item = item.into();
    span::enter(&item, 0);
    item::output(item).into()
}

/// Makes a struct a part of the JSON of an output.
#[proc_macro_derive(Record, attributes(a2t))]
pub fn record(item: TokenStream) -> TokenStream {
    let item = item.into();
    span::enter(&item, 0);
    item::record(item).into()
}

/// Makes methods tools in an `impl` block whose conditions have been evaluated.
#[proc_macro_derive(Decided)]
pub fn decided(item: TokenStream) -> TokenStream {
    item::decided(item.into()).into()
}

/// Removes the enum that derives `Decided`.
#[proc_macro_attribute]
pub fn undecided(_: TokenStream, _: TokenStream) -> TokenStream {
    TokenStream::new()
}

/// Lists the tools that a server offers.
#[proc_macro]
pub fn toolset(paths: TokenStream) -> TokenStream {
    let paths = paths.into();
    // The facade puts its own path first.
    span::enter(&paths, 1);
    item::toolset(paths).into()
}
