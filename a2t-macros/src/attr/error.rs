//! The keys of `#[a2t(…)]` on an enum of errors, and on its variants.

use a2t_core::signature::PROBLEM_STATUSES;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Expr, ExprLit, Ident, Lit, LitStr, Path};

use super::key::{Key, Target};
use super::keys::integer;
use super::{At, Keys, Name};
use crate::ctxt::Ctxt;

pub(crate) struct ErrorsAttr {
    pub(crate) krate: Path,
    /// The enum's own `Display` is the message.
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
        let mut keys = Keys::of_type(attrs, Target::ERRORS, ctxt);
        Self { display: keys.flag(Key::Display, ctxt).is_some(), krate: keys.krate(ctxt) }
    }
}

impl ErrorAttr {
    pub(crate) fn parse(attrs: &[Attribute], ctxt: &Ctxt) -> Self {
        let mut keys = Keys::of_attributes(attrs, Target::ERROR, ctxt);
        Self {
            tried: !keys.lack(Key::Status),
            status: status(&mut keys, ctxt),
            uri: keys.text(Key::Type, ctxt),
            name: keys.name(Key::Name, ctxt),
            detail: keys.text(Key::Detail, ctxt),
            transparent: keys.flag(Key::Transparent, ctxt),
            internal: keys.flag(Key::Internal, ctxt),
            description: keys.described(),
        }
    }

    /// The keys of a problem, which an error inside has itself.
    pub(crate) fn own(&self) -> impl Iterator<Item = (Key, TokenStream)> {
        let status = self.status.as_ref().map(|status| (Key::Status, status.tokens.clone()));
        let (uri, detail) = (self.uri.as_ref(), self.detail.as_ref());
        let texts = [(Key::Type, uri), (Key::Name, self.name.given()), (Key::Detail, detail)];
        let text = |(key, text): (_, Option<&LitStr>)| Some((key, text?.to_token_stream()));
        status.into_iter().chain(texts.into_iter().filter_map(text))
    }
}

fn status(keys: &mut Keys, ctxt: &Ctxt) -> Option<At<u16>> {
    let expr = keys.take(Key::Status)?.expr(ctxt)?;
    let number = integer(&expr).filter(|(negative, _)| !negative);
    let status = number.and_then(|(_, literal)| literal.base10_parse().ok());
    match status.filter(|status| PROBLEM_STATUSES.contains(status)) {
        Some(status) => Some(At::new(status, expr)),
        None => {
            let (wrong, help) = no_status(&expr);
            ctxt.error(&expr, wrong, help);
            None
        }
    }
}

/// Returns what is wrong with an expression that is no status, and what to write instead.
fn no_status(expr: &Expr) -> (String, String) {
    let shown = expr.to_token_stream().to_string();
    let one_of = format!("write one of {}", statuses());
    let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = expr else {
        return match integer(expr) {
            Some(_) => (format!("`{shown}` is not a status that a tool can return"), one_of),
            None => ("`status` is not an integer literal".to_owned(), one_of),
        };
    };
    let status = text.value().parse().ok().filter(|status| PROBLEM_STATUSES.contains(status));
    let help = status.map_or(one_of, |status| format!("write `status = {status}`"));
    (format!("`status` is a number, got `{shown}`"), help)
}

/// The statuses in words.
pub(crate) fn statuses() -> String {
    let statuses: Vec<_> = PROBLEM_STATUSES.iter().map(u16::to_string).collect();
    statuses.join(", ")
}
