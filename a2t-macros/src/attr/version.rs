//! A version among the keys of an attribute.

use syn::Expr;

use super::At;
use super::keys::integer;
use crate::ctxt::Ctxt;

pub(super) fn version_of(expr: &Expr, remedy: &str, ctxt: &Ctxt) -> Option<At<u32>> {
    match integer(expr) {
        Some((false, literal)) => match literal.base10_parse::<u32>() {
            Ok(0) => ctxt.error(expr, "versions start at 1, not at 0", remedy),
            Ok(version) => return Some(At::new(version, expr)),
            Err(_) => ctxt.error(expr, "this version is above 4294967295", remedy),
        },
        Some((true, _)) => ctxt.error(expr, "a version is a positive integer", remedy),
        None => ctxt.error(expr, "`version` is not an integer literal", remedy),
    }
    None
}
