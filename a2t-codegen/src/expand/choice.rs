//! Enums of inputs, which are closed, and of outputs, which have one more variant.

use super::{derives, doc, expansions};
use crate::docs;
use crate::emit::{Rust, code, rust, string};
use crate::ident::{Ident, Path};
use crate::plan::{Choice, Plan};
use crate::schema::expand::types::outputs_of;

/// Expands to: `choices! { pub enum Units { Fahrenheit = "FAHRENHEIT", Celsius = "CELSIUS", } }`
pub(crate) fn closed(choices: &[Choice<'_>], a2t: &Path, out: &mut Rust) {
    expansions(&code!("choices"), choices, a2t, out, closed_item);
}

pub(crate) fn closed_item(choice: &Choice<'_>, out: &mut Rust) {
    rust!(out, "/// Values of the input {id}."; id = docs::line(choice.id));
    derives::derive(&choice.derives, out);
    rust!(out, "pub enum {name} {{"; name = &choice.name);
    variants(choice, out);
    rust!(out, "}}");
}

/// Expands to: `pub mod output { open_choices! { pub enum Sky { Unknown(String), Clear = "CLEAR", } } }`
pub(crate) fn open_module(plan: &Plan<'_>, a2t: &Path, out: &mut Rust) {
    let mut types = plan.tools.iter().map(|tool| &tool.sent);
    if plan.outputs.is_empty() && types.all(|types| types.declared.is_empty()) {
        return;
    }
    rust!(out,
        "/// The types of outputs: enums, in which a server may send values that are not listed, and records."
        "pub mod output {{");
    out.inside(|out| {
        expansions(&code!("open_choices"), &plan.outputs, a2t, out, open_item);
        let root = code!("{a2t}::client"; a2t);
        for tool in &plan.tools {
            outputs_of(&tool.name.method, &tool.sent, &root, out);
        }
    });
    rust!(out, "}}");
}

pub(crate) fn open_item(choice: &Choice<'_>, out: &mut Rust) {
    rust!(out, "/// Values of the output {id}."; id = docs::line(choice.id));
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

/// Expands to: `same_choices! { impl From<Units> for output::Units {} }`, and the way back.
pub(super) fn pairs(pairs: &[(Ident, Ident)], a2t: &Path, out: &mut Rust) {
    expansions(&code!("same_choices"), pairs, a2t, out, |(input, output), out| {
        rust!(out, "impl From<{input}> for output::{output} {{}}"; input, output);
    });
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
