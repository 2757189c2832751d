//! The keys of `#[a2t(…)]` on an enum of errors, and on its variants.

use a2t_core::signature::PROBLEM_STATUSES;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Ident, LitStr, Path};

use super::keys::integer;
use super::{At, Keys, Name, default_crate};
use crate::ctxt::Ctxt;

pub(crate) struct ErrorsAttr {
    pub(crate) krate: Path,
    /// The enum's own `Display` says what happened.
    pub(crate) display: bool,
}

#[derive(Default)]
pub(crate) struct ErrorAttr {
    pub(crate) status: Option<At<u16>>,
    /// A status is given, or may have been meant.
    pub(crate) tried: bool,
    pub(crate) uri: Option<LitStr>,
    pub(crate) name: Name,
    pub(crate) detail: Option<LitStr>,
    pub(crate) transparent: Option<Ident>,
    pub(crate) internal: Option<Ident>,
    pub(crate) description: Option<At<String>>,
}

impl ErrorsAttr {
    pub(crate) fn parse(attrs: &[Attribute], ctxt: &Ctxt) -> Self {
        let mut keys = Keys::of_type(attrs, &["display", "crate"], "an enum of errors", ctxt);
        Self {
            display: keys.flag("display", ctxt).is_some(),
            krate: keys.path("crate", ctxt).unwrap_or_else(default_crate),
        }
    }
}

impl ErrorAttr {
    pub(crate) fn parse(attrs: &[Attribute], ctxt: &Ctxt) -> Self {
        let known = ["status", "type", "name", "detail", "transparent", "internal"];
        let mut keys = Keys::of_attributes(attrs, &known, "an error", ctxt);
        Self {
            tried: !keys.lack("status"),
            status: status(&mut keys, ctxt),
            uri: keys.text("type", ctxt),
            name: keys.name("name", ctxt),
            detail: keys.text("detail", ctxt),
            transparent: keys.flag("transparent", ctxt),
            internal: keys.flag("internal", ctxt),
            description: keys.described(),
        }
    }

    /// The keys of a problem, which an error inside says by itself.
    pub(crate) fn own(&self) -> impl Iterator<Item = (&'static str, TokenStream)> {
        let status = self.status.as_ref().map(|status| ("status", status.tokens.clone()));
        let (uri, detail) = (self.uri.as_ref(), self.detail.as_ref());
        let texts = [("type", uri), ("name", self.name.given()), ("detail", detail)];
        let text = |(key, text): (_, Option<&LitStr>)| Some((key, text?.to_token_stream()));
        status.into_iter().chain(texts.into_iter().filter_map(text))
    }
}

fn status(keys: &mut Keys, ctxt: &Ctxt) -> Option<At<u16>> {
    let expr = keys.take("status")?.expr(ctxt)?;
    let number = integer(&expr).filter(|(negative, _)| !negative);
    let status = number.and_then(|(_, literal)| literal.base10_parse().ok());
    match status.filter(|status| PROBLEM_STATUSES.contains(status)) {
        Some(status) => Some(At::new(status, expr)),
        None => {
            let wrong = "not a status that a tool answers with";
            ctxt.error(&expr, wrong, format!("write one of {}", statuses()));
            None
        }
    }
}

/// The statuses in words.
pub(crate) fn statuses() -> String {
    let statuses: Vec<_> = PROBLEM_STATUSES.iter().map(u16::to_string).collect();
    statuses.join(", ")
}
