//! A parameter that is spelt as an axum extractor, and is not marked as a context.
//!
//! The spelling only chooses the words: the parameter is refused either way, for want of a
//! description.

use syn::Type;

use crate::ast::Input;
use crate::ctxt::Ctxt;
use crate::plain::in_option;

const EXTRACTORS: &[&str] = &[
    "Bytes",
    "Caller",
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
    let Some(last) = path.path.segments.last() else {
        return false;
    };
    EXTRACTORS.iter().any(|name| last.ident == name) || in_option(ty).is_some_and(is_likely)
}

/// Returns `true` for a type that may be the vendor's own extractor: any type whose name is not that of an input
/// type.
pub(super) fn is_possible(ty: &Type) -> bool {
    if let Some(inner) = in_option(ty) {
        return is_possible(inner);
    }
    let Type::Path(path) = ty else {
        return false;
    };
    path.path.segments.last().is_some_and(|last| !INPUTS.iter().any(|name| last.ident == name))
}

const INPUTS: [&str; 15] = [
    "String", "str", "bool", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64",
    "u128", "usize",
];

pub(super) fn report(input: &Input, ctxt: &Ctxt) {
    let name = &input.name.value;
    ctxt.error(
        &input.name.tokens,
        format!("the input `{name}` has no description, and looks like an axum extractor"),
        "mark what comes with the request or from the state with `#[a2t(context)]`; what the caller \
         fills in has a doc comment, `/// …`",
    );
}

pub(super) fn report_possible(input: &Input, ctxt: &Ctxt) {
    let name = &input.name.value;
    ctxt.error(
        &input.name.tokens,
        format!("the input `{name}` has no description"),
        "add a doc comment above it, `/// …`: models read it to fill it in; what comes with the request or from \
         the state, as an axum extractor does, is marked `#[a2t(context)]`",
    );
}
