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
        if flag.is_none() && certain {
            for (key, given) in [("expected", &expected), ("example", &example)] {
                if let Some(given) = given {
                    let wrong = format!("`{key}` belongs to a type that is read from a text");
                    let remedy = "add the key `text`, or say it in the doc comment";
                    ctxt.error(given, wrong, remedy);
                }
            }
        }
        for given in [&expected, &example].into_iter().flatten() {
            inert(given, ctxt);
        }
        Some(Self { flag: flag?, expected, example })
    }
}

fn inert(given: &LitStr, ctxt: &Ctxt) {
    let at = At::new(given.value(), given);
    if at.value.is_empty() {
        ctxt.error(given, "this text is empty", "say what callers are told, or remove the key");
    } else if let Err(violated) = rule::one_line(&at.value) {
        ctxt.violated(given, "this text", &violated);
    }
}
