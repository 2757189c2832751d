//! The outputs of one tool as a struct.

use a2t_core::OutputType;

use super::expansions;
use crate::emit::{Code, Rust, code, derives, doc, rust, string};
use crate::ident::Path;
use crate::names::Side;
use crate::plan::{Output, Tool};
use crate::types::expand::{Module, Names, import};

/// Expands to: `pub mod reply { … replies! { pub struct LookupWeather { … } } }`
pub(super) fn module(tools: &[Tool<'_>], a2t: &Path, out: &mut Rust) {
    rust!(out,
        "/// What the tools reply: every output as it was sent, or absent."
        "pub mod reply {{"
        "    use ::std::string::String;"
        "    use {a2t}::client::{{Output, Sending}};"; a2t);
    out.inside(|out| {
        let mut outputs = tools.iter().flat_map(|tool| &tool.outputs);
        if outputs.any(|output| output.described.is_some()) {
            import(&code!("{a2t}::client"; a2t), out);
        }
        expansions(&code!("replies"), tools, a2t, out, |tool, out| item(tool, a2t, out));
    });
    rust!(out, "}}");
}

fn item(tool: &Tool<'_>, a2t: &Path, out: &mut Rust) {
    let (method, kind) = (&tool.name.method, &tool.name.kind);
    rust!(out, "/// The reply to [`{method}`](super::Calls::{method})."; method);
    derives::derive(&tool.derives, out);
    let serde = derives::serde(&tool.derives);
    if serde {
        rust!(out, "#[serde(default)]");
    }
    if tool.outputs.is_empty() {
        return rust!(out, "pub struct {kind} {{}}"; kind);
    }
    rust!(out, "pub struct {kind} {{"; kind);
    out.inside(|out| tool.outputs.iter().for_each(|output| field(tool, output, serde, a2t, out)));
    rust!(out, "}}");
}

/// Expands to: `pub temperature: Output<i64>,`
fn field(tool: &Tool<'_>, output: &Output<'_>, serde: bool, a2t: &Path, out: &mut Rust) {
    doc(&output.parameter.description, || code!("An output."), out);
    if serde {
        let wire = string(&output.parameter.name);
        rust!(out,
            "#[serde(rename = {wire}, skip_serializing_if = \"{a2t}::client::Output::is_absent\")]";
            wire, a2t);
    }
    rust!(out, "pub {name}: Output<{value}>,"; name = &output.name, value = value(tool, output, a2t));
}

fn names<'a>(tool: &'a Tool<'_>, module: Module) -> Names<'a> {
    Names { types: &tool.sent, tool: &tool.name.method, side: Side::Outputs, module }
}

fn value(tool: &Tool<'_>, output: &Output<'_>, a2t: &Path) -> Code {
    if let Some(kind) = &output.described {
        return names(tool, Module::Sibling).sent(kind, true);
    }
    match (&output.parameter.kind, &output.choice) {
        (OutputType::Enum { .. }, Some(choice)) => code!("super::output::{choice}"; choice),
        (OutputType::Int, _) => code!("i64"),
        (OutputType::Boolean, _) => code!("bool"),
        (OutputType::Json | OutputType::Described { .. }, _) => code!("{a2t}::Value"; a2t),
        _ => code!("String"),
    }
}

/// The type as a method's documentation names it.
pub(super) fn documented(tool: &Tool<'_>, output: &Output<'_>) -> Code {
    if let Some(kind) = &output.described {
        return names(tool, Module::Client).documented(kind, true);
    }
    match (&output.parameter.kind, &output.choice) {
        (OutputType::Enum { .. }, Some(choice)) => code!("output::{choice}"; choice),
        (OutputType::Int, _) => code!("i64"),
        (OutputType::Boolean, _) => code!("bool"),
        (OutputType::Json | OutputType::Described { .. }, _) => code!("Value"),
        _ => code!("String"),
    }
}
