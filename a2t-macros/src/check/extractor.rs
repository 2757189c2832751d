//! A parameter that is spelt as an axum extractor, and is not marked as a context.
//!
//! The spelling only chooses the words: the parameter is refused either way, for want of a
//! description.

use syn::Type;

use crate::ast::Input;
use crate::ctxt::Ctxt;

const EXTRACTORS: &[&str] = &[
    "Bytes",
    "ConnectInfo",
    "CookieJar",
    "Extension",
    "Form",
    "HeaderMap",
    "Host",
    "MatchedPath",
    "Method",
    "Multipart",
    "NestedPath",
    "OriginalUri",
    "Parts",
    "Path",
    "Query",
    "RawQuery",
    "Request",
    "State",
    "TypedHeader",
    "Uri",
    "Version",
];

pub(super) fn is_likely(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    let last = path.path.segments.last();
    last.is_some_and(|last| EXTRACTORS.iter().any(|name| last.ident == name))
}

pub(super) fn report(input: &Input, ctxt: &Ctxt) {
    let name = &input.name.value;
    ctxt.error(
        &input.name.tokens,
        format!("the input `{name}` has no description, and looks like an axum extractor"),
        "mark what comes with the request or from the state with `#[a2t(context)]`; what the caller \
         fills in has a doc comment, `/// …`",
    );
}
