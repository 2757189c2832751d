//! `#[a2t(text, expected = "…", example = "…")]`: a type that is read from a text, and the texts that it reads.

use a2t_core::signature::rule;
use syn::{Ident, LitStr};

use super::{At, Keys};
use crate::ctxt::Ctxt;

pub(crate) struct Text {
    pub(crate) flag: Ident,
    pub(crate) expected: Option<LitStr>,
    pub(crate) example: Option<LitStr>,
}

impl Text {
    pub(super) fn take(keys: &mut Keys, ctxt: &Ctxt) -> Option<Self> {
        let certain = keys.lack("text");
        let flag = keys.flag("text", ctxt);
        let (expected, example) = (keys.text("expected", ctxt), keys.text("example", ctxt));
        let forgotten = flag.is_none() && certain;
        let meant = forgotten.then(|| meant(&expected, &example, ctxt)).flatten();
        for given in [&expected, &example].into_iter().flatten() {
            inert(given, ctxt);
        }
        Some(Self { flag: flag.or(meant)?, expected, example })
    }
}

/// The flag that a key belongs to; that it is missing is reported once.
fn meant(expected: &Option<LitStr>, example: &Option<LitStr>, ctxt: &Ctxt) -> Option<Ident> {
    let named = [("expected", expected), ("example", example)];
    let (key, given) = named.into_iter().find_map(|(key, given)| Some((key, given.as_ref()?)))?;
    let wrong = format!("`{key}` belongs to a type that is read from a text");
    let remedy =
        format!("add the key `text`, `#[a2t(text, {key} = …)]`, or say it in the doc comment");
    ctxt.error(given, wrong, remedy);
    Some(Ident::new("text", given.span()))
}

fn inert(given: &LitStr, ctxt: &Ctxt) {
    let at = At::new(given.value(), given);
    if at.value.is_empty() {
        ctxt.error(given, "this text is empty", "say what callers are told, or remove the key");
    } else if let Err(violated) = rule::one_line(&at.value) {
        ctxt.violated(given, "this text", &violated);
    }
}
