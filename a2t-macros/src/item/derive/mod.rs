//! `#[derive(a2t::Enum)]`, `#[derive(a2t::Error)]`, `#[derive(a2t::Input)]`, `#[derive(a2t::Output)]` and
//! `#[derive(a2t::Record)]`.

mod misfit;
mod read;
mod unused;

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use super::form::{ALL, Derive, Form};
use crate::ctxt::Ctxt;
use crate::{expand, fallback, siblings};

pub(crate) fn choice(item: TokenStream) -> TokenStream {
    derive(item, Derive::Enum, read::choice, expand::choice)
}

pub(crate) fn error(item: TokenStream) -> TokenStream {
    derive(item, Derive::Error, read::errors, expand::errors)
}

pub(crate) fn newtype(item: TokenStream) -> TokenStream {
    derive(item, Derive::Input, read::input, expand::newtype)
}

pub(crate) fn output(item: TokenStream) -> TokenStream {
    derive(item, Derive::Output, read::returned, |returned| match returned {
        read::Returned::One(newtype) => expand::newtype_output(newtype),
        read::Returned::Fields(output) => expand::output(output),
    })
}

pub(crate) fn record(item: TokenStream) -> TokenStream {
    derive(item, Derive::Record, read::record, expand::record)
}

/// Reads and checks the type, and generates its impls. If it has mistakes, generates the errors and the impls that
/// other code needs.
fn derive<T>(
    item: TokenStream,
    derive: Derive,
    read: fn(&DeriveInput, &Ctxt) -> Option<T>,
    write: fn(&T) -> TokenStream,
) -> TokenStream {
    let item = match syn::parse2(item.clone()) {
        Ok(item) => item,
        Err(error) => return unreadable(item, derive, &error),
    };
    let ctxt = Ctxt::new();
    let plain = unused::without_parameters(&item);
    let made = read(plain.as_ref().unwrap_or(&item), &ctxt);
    match (ctxt.finish(), made) {
        // rustc reports parameters that the type does not use.
        (None, Some(made)) if item.generics.params.is_empty() => write(&made),
        (errors, _) => mistaken(&item, derive, errors),
    }
}

/// Generates the fallback impls of a type with an attribute of ours that the parser of rustc refuses,
/// `#[a2t = text, format = "isbn"]`.
fn unreadable(item: TokenStream, derive: Derive, error: &syn::Error) -> TokenStream {
    match syn::parse2(fallback::bracketed(item)) {
        Ok(item) => mistaken(&item, derive, None),
        Err(_) => error.to_compile_error(),
    }
}

/// Generates the errors, unless another derive of the type reports them, and the fallback impls.
fn mistaken(item: &DeriveInput, derive: Derive, errors: Option<TokenStream>) -> TokenStream {
    let names = siblings::derives(&item.ident);
    let is_listed = |one: &Derive| *one != derive && names.iter().any(|name| name == one.name());
    let derives: Vec<_> = ALL.into_iter().filter(|one| *one == derive || is_listed(one)).collect();
    let form = Form::new(item, &derives);
    if form.fits(derive) {
        let errors = errors.filter(|_| !is_reported(item, derive, &derives));
        let impls = fallback::derived(item, derive);
        return quote!(#errors #impls);
    }
    if derives.iter().find(|one| !form.fits(**one)) != Some(&derive) {
        return TokenStream::new();
    }
    let errors = misfit::report(item, derive, form, &derives).or(errors);
    let impls = missing(form, derive, &derives).map(|one| fallback::derived(item, one));
    quote!(#errors #(#impls)*)
}

/// Returns `true` if an earlier derive reads the type in the same way, and finds a mistake in it.
fn is_reported(item: &DeriveInput, derive: Derive, derives: &[Derive]) -> bool {
    let ctxt = Ctxt::new();
    match derive {
        Derive::Output if derives.contains(&Derive::Input) => {
            read::input(item, &ctxt);
        }
        Derive::Record if derives.contains(&Derive::Output) => {
            read::returned(item, &ctxt);
        }
        _ => {}
    }
    ctxt.finish().is_some()
}

/// Returns the derives whose impls a type of this form would have, except those that its other derives generate.
fn missing(
    form: Form,
    derive: Derive,
    derives: &[Derive],
) -> impl Iterator<Item = Derive> + use<'_> {
    let meant = move |one: &Derive| match (form, one) {
        (Form::Other, Derive::Input | Derive::Output | Derive::Record) => true,
        // No other derive has these impls, and the author asked for them.
        (_, Derive::Error) | (Form::Fields, Derive::Input) => *one == derive || form.fits(*one),
        (Form::One, Derive::Input) => derive != Derive::Record,
        _ => form.fits(*one),
    };
    let written = move |one: &Derive| form.fits(*one) && derives.contains(one);
    ALL.into_iter().filter(move |one| meant(one) && !written(one))
}
