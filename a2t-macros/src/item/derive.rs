//! `#[derive(a2t::Enum)]`, `#[derive(a2t::Input)]`, `#[derive(a2t::Output)]` and `#[derive(a2t::Record)]`.

use proc_macro2::TokenStream;
use syn::{Data, DeriveInput, Fields};

use crate::ast::{Choice, Newtype, Output};
use crate::attr::ContainerAttr;
use crate::ctxt::Ctxt;
use crate::{check, expand, fallback, siblings, source};

pub(crate) fn choice(item: TokenStream) -> TokenStream {
    let item = match source::derived(item) {
        Ok(item) => item,
        Err(error) => return error.to_compile_error(),
    };
    let ctxt = Ctxt::new();
    let choice = match &item.data {
        Data::Enum(data) => Some(Choice::read(&item, data, &ctxt)),
        _ => {
            let remedy = "an allowed value is a unit variant of an enum; a struct of outputs derives `a2t::Output`";
            ctxt.error(&item.ident, format!("`{}` is not an enum", item.ident), remedy);
            None
        }
    };
    if let Some(choice) = &choice {
        check::choice(choice, &ctxt);
    }
    match (ctxt.finish(), choice) {
        (None, Some(choice)) => expand::choice(&choice),
        (errors, _) => {
            let krate = quiet_crate(&item);
            let beside = fallback::choice(&krate, &item.ident, &item.generics);
            quote::quote!(#errors #beside)
        }
    }
}

pub(crate) fn newtype(item: TokenStream) -> TokenStream {
    let item = match source::derived(item) {
        Ok(item) => item,
        Err(error) => return error.to_compile_error(),
    };
    if let Some(error) = beside(&item, "Input") {
        return error;
    }
    let ctxt = Ctxt::new();
    let newtype = Newtype::read(&item, &ctxt);
    if let Some(newtype) = &newtype {
        check::newtype(newtype, "a type of inputs", &ctxt);
    }
    match (ctxt.finish(), newtype) {
        (None, Some(newtype)) => expand::newtype(&newtype),
        (errors, _) => {
            let krate = quiet_crate(&item);
            let beside = fallback::newtype(&krate, &item.ident, &item.generics);
            quote::quote!(#errors #beside)
        }
    }
}

pub(crate) fn output(item: TokenStream) -> TokenStream {
    let item = match source::derived(item) {
        Ok(item) => item,
        Err(error) => return error.to_compile_error(),
    };
    if let Some(error) = beside(&item, "Output") {
        return error;
    }
    if Newtype::is_one(&item) {
        return newtype_output(&item);
    }
    let ctxt = Ctxt::new();
    let output = read_output(&item, &ctxt);
    if let Some(output) = &output {
        check::output(output, &ctxt);
    }
    match (ctxt.finish(), output) {
        (None, Some(output)) => expand::output(&output),
        (errors, _) => {
            let krate = quiet_crate(&item);
            let beside = fallback::output(&krate, &item.ident, &item.generics);
            quote::quote!(#errors #beside)
        }
    }
}

fn newtype_output(item: &DeriveInput) -> TokenStream {
    let ctxt = Ctxt::new();
    let newtype = Newtype::read(item, &ctxt);
    if let Some(newtype) = &newtype {
        check::newtype(newtype, "a type of one output", &ctxt);
    }
    match (ctxt.finish(), newtype) {
        (None, Some(newtype)) => expand::newtype_output(&newtype),
        (errors, _) => {
            let krate = quiet_crate(item);
            let beside = fallback::newtype_output(&krate, &item.ident, &item.generics);
            quote::quote!(#errors #beside)
        }
    }
}

pub(crate) fn record(item: TokenStream) -> TokenStream {
    let item = match source::derived(item) {
        Ok(item) => item,
        Err(error) => return error.to_compile_error(),
    };
    if let Some(error) = beside(&item, "Record") {
        return error;
    }
    let ctxt = Ctxt::new();
    let record = read_record(&item, &ctxt);
    if let Some(record) = &record {
        check::record(record, &ctxt);
    }
    match (ctxt.finish(), record) {
        (None, Some(record)) => expand::record(&record),
        (errors, _) => {
            let krate = quiet_crate(&item);
            let beside = fallback::record(&krate, &item.ident, &item.generics);
            quote::quote!(#errors #beside)
        }
    }
}

/// Error of a derive that adds nothing to another one: the traits are there, so nothing else is generated.
fn beside(item: &DeriveInput, derive: &str) -> Option<TokenStream> {
    let ident = &item.ident;
    let (known, makes) = match &item.data {
        Data::Enum(_) => ("Enum", "an input, an output and a part of records"),
        Data::Struct(_) if derive == "Record" && Newtype::is_one(item) => {
            ("Output", "an output and a part of records, by the value inside")
        }
        _ => return None,
    };
    if !siblings::derives(ident, known) {
        return None;
    }
    let ctxt = Ctxt::new();
    let wrong = format!("`{ident}` derives `a2t::{known}` and `a2t::{derive}`");
    let remedy = format!("`a2t::{known}` makes it {makes}: remove `a2t::{derive}`");
    ctxt.error(ident, wrong, remedy);
    ctxt.finish()
}

fn read_record(item: &DeriveInput, ctxt: &Ctxt) -> Option<Output> {
    let (what, remedy) = match &item.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => return Some(Output::read(item, fields, ctxt)),
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                ("a struct around one value, which has no name", AROUND)
            }
            Fields::Unnamed(_) => ("a tuple struct, whose members would have no names", NAMED),
            Fields::Unit => ("a unit struct, which has no members", NAMED),
        },
        Data::Enum(_) => (
            "an enum, not a record",
            "derive `a2t::Enum` for a choice of names; data of several forms is `a2t::Json`",
        ),
        Data::Union(_) => ("a union, not a record", NAMED),
    };
    ctxt.error(&item.ident, format!("`{}` is {what}", item.ident), remedy);
    None
}

const AROUND: &str =
    "derive `a2t::Output` to stand for that value, or name the field: `struct … { name: Type }`";
const NAMED: &str = "name the fields: `struct … { name: Type }`";

fn read_output(item: &DeriveInput, ctxt: &Ctxt) -> Option<Output> {
    let wrong = |what: &str, remedy: &str| {
        ctxt.error(&item.ident, format!("`{}` is {what}", item.ident), remedy);
    };
    match &item.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => return Some(Output::read(item, fields, ctxt)),
            Fields::Unnamed(_) => wrong(
                "a tuple struct, whose outputs would have no names",
                "name the fields: `struct … { name: Type }`",
            ),
            Fields::Unit => {
                wrong("a unit struct, which has no outputs", "give it at least one named field")
            }
        },
        Data::Enum(_) => wrong(
            "an enum, not a struct of outputs",
            "derive `a2t::Enum` for a choice of names, or return `a2t::Json`",
        ),
        Data::Union(_) => {
            wrong("a union, not a struct of outputs", "use a struct with named fields")
        }
    }
    None
}

/// The facade's path, whatever is wrong with the attribute that gives it.
fn quiet_crate(item: &DeriveInput) -> syn::Path {
    let ctxt = Ctxt::new();
    let krate = ContainerAttr::parse(&item.attrs, &ctxt).krate;
    ctxt.finish();
    krate
}
