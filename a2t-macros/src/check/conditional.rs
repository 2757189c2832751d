//! Conditions within a signature.

use syn::Attribute;

use crate::ctxt::Ctxt;

/// Reports the first condition on a parameter, and removes the ones that rustc would report again.
pub(crate) fn conditional(attrs: &mut Vec<Attribute>, ctxt: &Ctxt) -> Option<Attribute> {
    let is = |attr: &Attribute, name| attr.path().is_ident(name);
    let first = attrs.iter().find(|attr| is(attr, "cfg") || is(attr, "cfg_attr"))?.clone();
    let remedy = "put `#[cfg]` on the whole tool: a signature is the same in every build";
    ctxt.error(&first, "a parameter of a tool cannot be conditional", remedy);
    attrs.retain(|attr| !is(attr, "cfg_attr"));
    Some(first)
}
