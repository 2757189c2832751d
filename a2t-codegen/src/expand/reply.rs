//! What one tool returns, as a struct.

use a2t_core::OutputType;

use super::{derives, doc, expansions};
use crate::emit::Rust;
use crate::ident::Path;
use crate::plan::{Output, Tool};

/// Expands to: `replies! { pub struct LookupWeather { pub temperature: Output<i64>, } }`
pub(super) fn items(tools: &[Tool<'_>], a2t: &Path, out: &mut Rust) {
    expansions("replies! {", tools, a2t, out, |tool, out| {
        item(tool, a2t, out);
    });
}

fn item(tool: &Tool<'_>, a2t: &Path, out: &mut Rust) {
    let (method, kind) = (&tool.name.method, &tool.name.kind);
    let doc = out.line().code("/// The reply to [`").ident(method);
    doc.code("`](super::Calls::").ident(method).code(").").end();
    derives::derive(&tool.derives, out);
    let serde = derives::serde(&tool.derives);
    if serde {
        out.block("#[serde(default)]");
    }
    let head = out.line().code("pub struct ").ident(kind);
    if tool.outputs.is_empty() {
        return head.code(" {}").end();
    }
    head.code(" {").end();
    out.enter();
    for output in &tool.outputs {
        field(output, serde, a2t, out);
    }
    out.leave();
}

fn field(output: &Output<'_>, serde: bool, a2t: &Path, out: &mut Rust) {
    let absent = |out: &mut Rust| _ = out.code("An output.");
    doc(&output.parameter.description, absent, out);
    if serde {
        let attribute = ("#[serde(", ")]");
        let members = ["rename = ", "skip_serializing_if = "];
        let mut wire = Some(&output.parameter.name);
        let line = out.line().attribute(attribute, members, |out, member| {
            out.code(member);
            match wire.take() {
                Some(wire) => out.string(wire),
                None => out
                    .code("\"")
                    .path(a2t)
                    .code("::client::Output::is_absent\""),
            };
        });
        line.end();
    }
    let line = out.line().code("pub ").ident(&output.name);
    line.one((": Output<", ">"), |out| value(output, a2t, out));
    line.code(",").end();
}

fn value(output: &Output<'_>, a2t: &Path, out: &mut Rust) {
    match (&output.parameter.kind, &output.choice) {
        (OutputType::Enum { .. }, Some(choice)) => out.code("super::output::").ident(choice),
        (OutputType::Int, _) => out.code("i64"),
        (OutputType::Boolean, _) => out.code("bool"),
        (OutputType::Json, _) => out.path(a2t).code("::Value"),
        _ => out.code("String"),
    };
}
