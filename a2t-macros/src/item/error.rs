//! `#[derive(a2t::Error)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput};

use crate::ast::Errors;
use crate::attr::ErrorsAttr;
use crate::ctxt::Ctxt;
use crate::{check, expand, fallback, source};

pub(crate) fn error(item: TokenStream) -> TokenStream {
    let item = match source::derived(item) {
        Ok(item) => item,
        Err(error) => return error.to_compile_error(),
    };
    let ctxt = Ctxt::new();
    let errors = read(&item, &ctxt);
    if let Some(errors) = &errors {
        check::errors(errors, &ctxt);
    }
    match (ctxt.finish(), errors) {
        (None, Some(errors)) => expand::errors(&errors),
        (reported, _) => {
            let quiet = Ctxt::new();
            let krate = ErrorsAttr::parse(&item.attrs, &quiet).krate;
            quiet.finish();
            let beside = fallback::errors(&krate, &item.ident, &item.generics);
            quote!(#reported #beside)
        }
    }
}

fn read(item: &DeriveInput, ctxt: &Ctxt) -> Option<Errors> {
    if let Data::Enum(data) = &item.data {
        return Some(Errors::read(item, data, ctxt));
    }
    let remedy = "the errors of a tool are the variants of an enum; a type of one error implements \
                  `a2t::IntoToolError`";
    ctxt.error(&item.ident, format!("`{}` is not an enum", item.ident), remedy);
    None
}
