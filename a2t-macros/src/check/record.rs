//! The rules of a record, which is a part of an output.

use a2t_core::signature::rule;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;

use super::{described, distinct, generics, text};
use crate::ast::Output;
use crate::ctxt::Ctxt;

pub(crate) fn record(record: &Output, ctxt: &Ctxt) {
    generics(&record.generics, "a record", ctxt);
    if record.fields.is_empty() {
        let wrong = format!("the record `{}` has no members", record.ident);
        ctxt.error(&record.ident, wrong, "add at least one field");
    }
    for field in &record.fields {
        text(&field.name, "the member's name", rule::parameter_name, ctxt);
        let what = || format!("the member `{}`", field.name.value);
        described(&field.description, &field.name, what, "understand it", ctxt);
        if let Some(inner) = itself(field.ty.to_token_stream(), &record.ident) {
            let wrong = format!("the record `{}` contains itself", record.ident);
            let remedy =
                "a shape has an end: refer to the other by its id, or return it as `a2t::Json`";
            ctxt.error(inner, wrong, remedy);
        }
        if field.ident.unraw() != field.id.value {
            let remedy = "a member of a record is known by its name: remove `id`";
            ctxt.error(&field.id.tokens, "a member of a record has no id", remedy);
        }
        for cfg in &field.cfgs {
            let remedy = "put `#[cfg]` on the whole struct: a signature is the same in every build";
            ctxt.error(cfg, "a member of a record cannot be conditional", remedy);
        }
    }
    distinct(record.fields.iter().map(|field| (&field.name, &field.name)), "members", ctxt);
}

/// The mention of the record in the type of one of its fields; a path to another type of its name is none.
fn itself(tokens: TokenStream, record: &Ident) -> Option<Ident> {
    let mut after_colon = false;
    tokens.into_iter().find_map(|token| {
        let in_path = std::mem::take(&mut after_colon);
        match token {
            TokenTree::Ident(ident) if !in_path && (ident == *record || ident == "Self") => {
                Some(ident)
            }
            TokenTree::Group(group) => itself(group.stream(), record),
            TokenTree::Punct(punct) => {
                after_colon = punct.as_char() == ':';
                None
            }
            _ => None,
        }
    })
}
