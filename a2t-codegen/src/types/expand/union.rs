//! Writes unions as enums. Each variant has an object, which is chosen by a tag.

use super::Names;
use crate::docs;
use crate::emit::{Rust, code, derives, doc, rust, string};
use crate::types::{Declared, Union};

/// Expands to: `pub enum Shape("kind") { Circle: ShapeCircle = "circle", }`
pub(super) fn given(declared: &Declared, union: &Union, names: &Names<'_>, out: &mut Rust) {
    head(declared, union, names, out);
    rust!(out, "pub enum {name}({tag}) {{"; name = &declared.name, tag = string(&union.tag));
    variants(union, false, names, out);
    rust!(out, "}}");
}

/// Expands to: `pub enum Shape("kind") { Unknown(t::Value), Circle: ShapeCircle = "circle", }`
pub(super) fn sent(declared: &Declared, union: &Union, names: &Names<'_>, out: &mut Rust) {
    let (serde, tag) = (derives::serde(&declared.derives), string(&union.tag));
    head(declared, union, names, out);
    derives::derive(&declared.derives, out);
    if serde {
        rust!(out, "#[serde(tag = {tag})]"; tag);
    }
    rust!(out,
        "pub enum {name}({tag}) {{"
        "    /// An object whose tag the schema does not list."; name = &declared.name, tag);
    if serde {
        rust!(out, "    #[serde(untagged)]");
    }
    rust!(out, "    Unknown({types}::Value),"; types = names.module.types());
    variants(union, serde, names, out);
    rust!(out, "}}");
}

fn head(declared: &Declared, union: &Union, names: &Names<'_>, out: &mut Rust) {
    let (what, property) = (names.side.word(), docs::line(&declared.property));
    let tag = docs::line(&union.tag);
    rust!(out, "/// An object of the {what} {property}, by its member {tag}."; what, property, tag);
}

fn variants(union: &Union, serde: bool, names: &Names<'_>, out: &mut Rust) {
    out.inside(|out| {
        for variant in &union.variants {
            let Some(object) = names.types.name(variant.object) else { continue };
            let (value, name) = (&variant.value, &variant.name);
            doc(&value.description, || code!("{name}"; name = docs::line(&value.name)), out);
            let wire = string(&value.name);
            if serde {
                rust!(out, "#[serde(rename = {wire})]"; wire);
            }
            rust!(out, "{name}: {object} = {wire},"; name, object, wire);
        }
    });
}
