//! The message for a derive that does not fit the type: which derive does, or which one to remove.

use proc_macro2::TokenStream;
use syn::{Data, DeriveInput};

use crate::ctxt::Ctxt;
use crate::item::form::{Derive, Form};

/// Reports the only error of such a derive, if it explains more than reading the type would.
pub(super) fn report(
    item: &DeriveInput,
    derive: Derive,
    form: Form,
    derives: &[Derive],
) -> Option<TokenStream> {
    let fitting = derives.iter().copied().find(|one| is_enough(*one, derive, form));
    let (wrong, help) = match fitting {
        Some(fitting) => {
            let (wrong, help) = surplus(item, derive, fitting, form);
            let of_parts = form == Form::Fields && !derives.contains(&Derive::Record);
            let parts =
                if of_parts { "; a part of other outputs derives `a2t::Record`" } else { "" };
            (wrong, format!("{help}{parts}"))
        }
        None => another(item, derive, form)?,
    };
    let ctxt = Ctxt::new();
    ctxt.error(&item.ident, wrong, help);
    ctxt.finish()
}

/// Returns `true` if `one` already gives the type what `derive` was meant to give it.
fn is_enough(one: Derive, derive: Derive, form: Form) -> bool {
    let of_parts = form == Form::One && derive == Derive::Record;
    form.fits(one) && (!of_parts || one == Derive::Output)
}

fn surplus(item: &DeriveInput, derive: Derive, fitting: Derive, form: Form) -> (String, String) {
    let (ident, derive, fitting) = (&item.ident, derive.name(), fitting.name());
    let makes = match (form, fitting) {
        (Form::Choice, _) => "an input, an output and a part of records",
        (Form::Errors, _) => "the errors of tools, and nothing else",
        (_, "Input") => "an input, by the value inside",
        (Form::One, _) => "an output and a part of records, by the value inside",
        (_, "Record") => "a part of records",
        _ => "the outputs of a tool",
    };
    let wrong = format!("`{ident}` derives `a2t::{fitting}` and `a2t::{derive}`");
    (wrong, format!("`a2t::{fitting}` makes it {makes}: remove `a2t::{derive}`"))
}

fn another(item: &DeriveInput, derive: Derive, form: Form) -> Option<(String, String)> {
    let Data::Enum(_) = &item.data else {
        return None;
    };
    let (ident, derive) = (&item.ident, derive.name());
    Some(match form {
        Form::Errors => (
            format!("`{ident}` is an enum of errors"),
            format!("derive `a2t::Error` in place of `a2t::{derive}`"),
        ),
        Form::Choice if derive == "Error" => (
            format!("no variant of `{ident}` is an error with a status"),
            "derive `a2t::Enum` for a choice of names; an error has a status, `#[a2t(status = 409)]`"
                .to_owned(),
        ),
        Form::Choice => {
            let other = match derive {
                "Input" => "a type that `FromStr` reads from a text has `#[a2t(text)]`",
                _ => "data of several forms is `a2t::Json`",
            };
            (
                format!("`{ident}` is an enum"),
                format!("derive `a2t::Enum` in place of `a2t::{derive}`, for a choice of names; {other}"),
            )
        }
        _ => return None,
    })
}
