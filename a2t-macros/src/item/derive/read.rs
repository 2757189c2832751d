//! Reads a type for each derive, and checks its rules.

use syn::{Data, DeriveInput, Fields};

use crate::ast::{Choice, Errors, Newtype, Output};
use crate::check;
use crate::ctxt::Ctxt;

pub(super) enum Returned {
    One(Box<Newtype>),
    Fields(Output),
}

pub(super) fn choice(item: &DeriveInput, ctxt: &Ctxt) -> Option<Choice> {
    let Data::Enum(data) = &item.data else {
        let help = "an allowed value is a unit variant of an enum; a struct of outputs derives `a2t::Output`, a part \
                      of one `a2t::Record`, and a struct around one value `a2t::Input`";
        ctxt.error(&item.ident, format!("`{}` is not an enum", item.ident), help);
        return None;
    };
    let choice = Choice::read(item, data, ctxt);
    check::choice(&choice, ctxt);
    Some(choice)
}

pub(super) fn errors(item: &DeriveInput, ctxt: &Ctxt) -> Option<Errors> {
    let Data::Enum(data) = &item.data else {
        let help = "the errors of a tool are the variants of an enum; a type of one error implements \
                      `a2t::IntoToolError`";
        ctxt.error(&item.ident, format!("`{}` is not an enum", item.ident), help);
        return None;
    };
    let errors = Errors::read(item, data, ctxt);
    check::errors(&errors, ctxt);
    Some(errors)
}

pub(super) fn input(item: &DeriveInput, ctxt: &Ctxt) -> Option<Newtype> {
    newtype(item, "a type of inputs", ctxt)
}

fn newtype(item: &DeriveInput, what: &str, ctxt: &Ctxt) -> Option<Newtype> {
    let newtype = Newtype::read(item, ctxt)?;
    check::newtype(&newtype, what, ctxt);
    Some(newtype)
}

pub(super) fn returned(item: &DeriveInput, ctxt: &Ctxt) -> Option<Returned> {
    if Newtype::is_one(item) {
        return newtype(item, "a type of one output", ctxt).map(Box::new).map(Returned::One);
    }
    let output = outputs(item, ctxt)?;
    check::output(&output, ctxt);
    Some(Returned::Fields(output))
}

fn outputs(item: &DeriveInput, ctxt: &Ctxt) -> Option<Output> {
    let wrong = |what: &str, help: &str| {
        ctxt.error(&item.ident, format!("`{}` is {what}", item.ident), help);
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

pub(super) fn record(item: &DeriveInput, ctxt: &Ctxt) -> Option<Output> {
    let record = members(item, ctxt)?;
    check::record(&record, ctxt);
    Some(record)
}

fn members(item: &DeriveInput, ctxt: &Ctxt) -> Option<Output> {
    let (what, help) = match &item.data {
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
    ctxt.error(&item.ident, format!("`{}` is {what}", item.ident), help);
    None
}

const AROUND: &str =
    "derive `a2t::Output` to stand for that value, or name the field: `struct … { name: Type }`";
const NAMED: &str = "name the fields: `struct … { name: Type }`";
