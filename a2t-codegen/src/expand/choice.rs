//! Enums of inputs, which are closed, and of outputs, which have one more variant.

use super::{derives, doc, expansions};
use crate::docs;
use crate::emit::Rust;
use crate::ident::Path;
use crate::plan::Choice;

/// Expands to: `choices! { pub enum Units { Fahrenheit = "FAHRENHEIT", Celsius = "CELSIUS", } }`
pub(super) fn closed(choices: &[Choice<'_>], a2t: &Path, out: &mut Rust) {
    expansions("choices! {", choices, a2t, out, |choice, out| {
        begin("/// Values of the input ", choice, out);
        variants(choice, out);
        out.leave();
    });
}

/// Expands to: `open_choices! { pub enum Sky { Unknown(String), Clear = "CLEAR", } }`
pub(super) fn open(choices: &[Choice<'_>], a2t: &Path, out: &mut Rust) {
    expansions("open_choices! {", choices, a2t, out, |choice, out| {
        begin("/// Values of the output ", choice, out);
        out.block("/// A value that the signature does not list.");
        if derives::serde(&choice.derives) {
            out.block("#[serde(untagged)]");
        }
        out.block("Unknown(::std::string::String),");
        variants(choice, out);
        out.leave();
    });
}

fn begin(said: &'static str, choice: &Choice<'_>, out: &mut Rust) {
    let id = docs::line(choice.id);
    out.line().code(said).prose(&id).code(".").end();
    derives::derive(&choice.derives, out);
    let head = out.line().code("pub enum ").ident(&choice.name);
    head.code(" {").end();
    out.enter();
}

fn variants(choice: &Choice<'_>, out: &mut Rust) {
    let serde = derives::serde(&choice.derives);
    for (name, value) in &choice.values {
        let wire = |out: &mut Rust| _ = out.prose(&docs::line(&value.name));
        doc(&value.description, wire, out);
        if serde {
            let line = out.line().code("#[serde(rename = ");
            line.string(&value.name).code(")]").end();
        }
        let line = out.line().ident(name).code(" = ");
        line.string(&value.name).code(",").end();
    }
}
