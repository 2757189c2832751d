//! What one tool returns, as a struct.

use a2t_core::OutputType;

use super::{derives, doc};
use crate::emit::{Breaks, Rust};
use crate::ident::Path;
use crate::plan::{Output, Tool};

const DERIVES: &[&str] = &["Clone", "Debug", "Default", "PartialEq"];

/// Expands to: `pub struct LookupWeather { pub temperature: Output<i64> }`.
pub(super) fn item(tool: &Tool<'_>, a2t: &Path, out: &mut Rust) {
    let (method, kind) = (&tool.name.method, &tool.name.kind);
    let doc = out.line().code("/// The reply to [`").ident(method);
    doc.code("`](super::Calls::").ident(method).code(").").end();
    derives::derive(DERIVES, &tool.derives, out);
    let serde = derives::serde(&tool.derives);
    if serde {
        out.block("#[serde(default)]");
    }
    let head = out.line().code("pub struct ").ident(kind);
    if tool.outputs.is_empty() {
        head.code(" {}").end();
    } else {
        head.code(" {").end();
        out.enter();
        for output in &tool.outputs {
            field(output, serde, a2t, out);
        }
        out.leave();
    }
    let line = out.line().open(Breaks::All, 4).open(Breaks::Some, -4);
    line.code("impl ").path(a2t);
    line.one(("::client::Reply<", ">"), |out| {
        _ = out.code("super::Calls")
    });
    line.space(0).code("for ").ident(kind).close();
    line.code(" {").never().close().code("}").end();
}

fn field(output: &Output<'_>, serde: bool, a2t: &Path, out: &mut Rust) {
    let absent = |out: &mut Rust| _ = out.code("An output.");
    doc(&output.parameter.description, absent, out);
    if serde {
        let attribute = ("#[serde(", ")]");
        let members = ["rename = ", "skip_serializing_if = "];
        let mut wire = Some(&output.parameter.name);
        let line = out
            .line()
            .attribute(attribute, false, members, |out, member| {
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

/// Expands to: `reply::LookupWeather { temperature: got.take(0) }`, in a line that goes on.
pub(super) fn made(tool: &Tool<'_>, out: &mut Rust) {
    let name = |out: &mut Rust| _ = out.code("reply::").ident(&tool.name.kind);
    let outputs = tool.outputs.iter().enumerate();
    out.fields(name, outputs, |out, (index, output)| {
        out.ident(&output.name).code(": ").open(Breaks::Some, 0);
        out.open(Breaks::All, 4)
            .open(Breaks::All, -4)
            .code("got")
            .close();
        out.zero().code(".take").open(Breaks::All, 0);
        out.one(("(", ")"), |out| _ = out.position(index));
        out.close().close().close();
    });
}
