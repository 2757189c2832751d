//! Enums of inputs, which are closed, and of outputs, which have one more variant.

use crate::docs;
use crate::emit::{Rust, code, derives, doc, rust, string};
use crate::names::Side;
use crate::types::Choice;

pub(crate) fn closed_item(choice: &Choice<'_>, out: &mut Rust) {
    rust!(out, "/// Values of the input {id}."; id = docs::line(choice.id));
    derives::derive(&choice.derives, out);
    rust!(out, "pub enum {name} {{"; name = &choice.name);
    variants(choice, out);
    rust!(out, "}}");
}

pub(crate) fn open_item(choice: &Choice<'_>, side: Side, out: &mut Rust) {
    let (what, id) = (side.word(), docs::line(choice.id));
    rust!(out, "/// Values of the {what} {id}."; what, id);
    derives::derive(&choice.derives, out);
    rust!(out,
        "pub enum {name} {{"
        "    /// A value that the signature does not list."; name = &choice.name);
    if derives::serde(&choice.derives) {
        rust!(out, "    #[serde(untagged)]");
    }
    rust!(out, "    Unknown(::std::string::String),");
    variants(choice, out);
    rust!(out, "}}");
}

/// Expands to: `Celsius = "CELSIUS",` for each value.
fn variants(choice: &Choice<'_>, out: &mut Rust) {
    let serde = derives::serde(&choice.derives);
    out.inside(|out| {
        for (name, value) in &choice.values {
            doc(&value.description, || code!("{name}"; name = docs::line(&value.name)), out);
            let wire = string(&value.name);
            if serde {
                rust!(out, "#[serde(rename = {wire})]"; wire);
            }
            rust!(out, "{name} = {wire},"; name, wire);
        }
    });
}
