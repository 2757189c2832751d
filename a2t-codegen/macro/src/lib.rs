// Its program is a test of `readme-programs`, because a2t depends on this crate.
#![cfg_attr(not(doctest), doc = include_str!("../README.md"))]

mod input;

use std::path::Path;

use a2t_codegen::Builder;
use a2t_codegen::source::watched;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Error;

use input::Input;

/// Expands to a generated client. It is documented as `a2t::client!`, which re-exports it.
#[proc_macro]
pub fn client(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let expanded = syn::parse(input).and_then(|input: Input| {
        let ((tokens, warnings), file) = (tokens(&input)?, file(&input)?);
        let warnings = warnings.iter().map(|warning| warn(&input, warning));
        // Cargo and rust-analyzer watch what is included.
        Ok(quote!(#tokens #(#warnings)* const _: &[u8] = ::core::include_bytes!(#file);))
    });
    expanded.unwrap_or_else(Error::into_compile_error).into()
}

/// Returns the client alone, as a literal of its tokens: tests compare them with what the build
/// script and the command line write.
#[doc(hidden)]
#[proc_macro]
pub fn client_tokens(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let expanded = syn::parse(input).and_then(|input: Input| {
        let text = tokens(&input)?.0.to_string();
        Ok(quote!(#text))
    });
    expanded.unwrap_or_else(Error::into_compile_error).into()
}

fn tokens(input: &Input) -> Result<(TokenStream, Vec<String>), Error> {
    named(input)?;
    let wrong = |reason: &dyn std::fmt::Display| Error::new(input.path.span(), reason);
    let written = builder(input)?.source_and_warnings();
    let (text, warnings) = written.map_err(|error| wrong(&error))?;
    let tokens = text.parse().map_err(|error| wrong(&error))?;
    Ok((tokens, warnings))
}

/// Expands to the use of something deprecated on the path, because `proc_macro::Diagnostic` is unstable.
fn warn(input: &Input, warning: &str) -> TokenStream {
    quote_spanned! {input.path.span()=>
        const _: () = {
            #[deprecated(note = #warning)]
            const CATALOG: () = ();
            CATALOG
        };
    }
}

fn named(input: &Input) -> Result<(), Error> {
    let path = input.path.value();
    let stem = Path::new(&path).file_stem().unwrap_or_default();
    let name = stem.to_string_lossy();
    if input.module.is_none() && syn::parse_str::<syn::Ident>(&name).is_err() {
        let reason =
            format!("`{name}` is not the name of a module; give one: `weather = {path:?}`");
        return Err(Error::new(input.path.span(), reason));
    }
    Ok(())
}

fn builder(input: &Input) -> Result<Builder, Error> {
    let mut builder = Builder::new(input.path.value()).root(root(input)?);
    if let Some(module) = &input.module {
        builder = builder.module(module.to_string());
    }
    if let Some(path) = &input.crate_path {
        builder = builder.crate_path(path);
    }
    for [path, name] in &input.renames {
        builder = builder.rename(path, name);
    }
    for [derives] in &input.derives {
        builder = builder.derive(derives);
    }
    for [path, derives] in &input.derives_for {
        builder = builder.derive_for(path, derives);
    }
    builder = input.tools.iter().fold(builder, Builder::tool);
    Ok(input.tags.iter().fold(builder, Builder::tag))
}

fn root(input: &Input) -> Result<String, Error> {
    std::env::var("CARGO_MANIFEST_DIR").map_err(|_| {
        let reason = "CARGO_MANIFEST_DIR is not set, so it is not known which folder this path is relative to; \
                      build with cargo, or set it";
        Error::new(input.path.span(), reason)
    })
}

fn file(input: &Input) -> Result<String, Error> {
    let path = Path::new(&root(input)?).join(input.path.value());
    let path = watched(path).map_err(|reason| Error::new(input.path.span(), reason))?;
    path.into_os_string().into_string().map_err(|_| {
        let reason = "the path of this package is not Unicode, so the catalog cannot be watched";
        Error::new(input.path.span(), reason)
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn one_page_of_several_is_reported_as_by_the_other_entry_points() {
        let page = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../crates/cargo-a2t/tests/it/vendor/page.json"
        );
        let input: Input = syn::parse_str(&format!("{page:?}")).unwrap();
        let (_, warnings) = tokens(&input).unwrap();
        let expected =
            "page.json: one page of a longer catalog; `cargo a2t fetch` reads all its pages";
        assert!(matches!(&*warnings, [warning] if warning.ends_with(expected)), "{warnings:?}");
        assert!(warn(&input, &warnings[0]).to_string().contains(expected));
    }
}
