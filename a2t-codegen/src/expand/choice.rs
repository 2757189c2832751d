//! The enums that tools share, and the types of outputs.

use super::expansions;
use crate::emit::{Rust, code, rust};
use crate::ident::Path;
use crate::names::Side;
use crate::plan::Plan;
use crate::types::Choice;
use crate::types::expand::{closed_item, open_item, outputs_of};

/// Expands to: `choices! { pub enum Units { Fahrenheit = "FAHRENHEIT", Celsius = "CELSIUS", } }`
pub(super) fn closed(choices: &[Choice<'_>], a2t: &Path, out: &mut Rust) {
    expansions(&code!("choices"), choices, a2t, out, closed_item);
}

/// Expands to: `pub mod output { open_choices! { pub enum Sky { Unknown(String), Clear = "CLEAR", } } }`
pub(super) fn open_module(plan: &Plan<'_>, a2t: &Path, out: &mut Rust) {
    let mut types = plan.tools.iter().map(|tool| &tool.sent);
    if plan.outputs.is_empty() && types.all(|types| types.declared.is_empty()) {
        return;
    }
    rust!(out,
        "/// The types of outputs: enums, in which a server may send values that are not listed, and records."
        "pub mod output {{");
    out.inside(|out| {
        expansions(&code!("open_choices"), &plan.outputs, a2t, out, |choice, out| {
            open_item(choice, Side::Outputs, out);
        });
        let root = code!("{a2t}::client"; a2t);
        for tool in &plan.tools {
            outputs_of(&tool.name.method, &tool.sent, &root, out);
        }
    });
    rust!(out, "}}");
}
