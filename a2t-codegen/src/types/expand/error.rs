//! The errors of one tool as an enum, for clients of A2T and of MCP.

use super::{Module, Names, import_at, library, member_doc, outputs_of};
use crate::docs;
use crate::emit::{Code, Rust, code, doc, invocations, rust, string};
use crate::ident::ToolName;
use crate::names::Side;
use crate::types::{Errors, Listed};

/// A tool of a client, and its errors.
pub(crate) struct Refusing<'a> {
    pub(crate) name: &'a ToolName,
    pub(crate) errors: &'a Errors<'a>,
}

/// Expands to: `pub mod error { … errors! { pub enum LendBook { … } } pub mod lend_book { … } }`, of the tools in
/// the order of `TOOLS`.
pub(crate) fn error_module<'a>(
    tools: impl Iterator<Item = Refusing<'a>>,
    root: &Code,
    out: &mut Rust,
) {
    let tools: Vec<_> = tools.enumerate().filter(|(_, tool)| !tool.errors.is_empty()).collect();
    if tools.is_empty() {
        return;
    }
    rust!(out,
        "/// Errors that the tools declare, an enum for each tool: `Error::typed` reads one of the error of a call."
        "pub mod error {{");
    out.inside(|out| {
        import_at(Module::Parent, root, out);
        invocations(&library(root, &code!("errors")), &tools, out, |(index, tool), out| {
            item(*index, tool, out)
        });
        for (_, tool) in &tools {
            outputs_of(&tool.name.method, &tool.errors.types, root, out);
        }
    });
    rust!(out, "}}");
}

/// Expands to: `pub enum LendBook { Unknown = 0, AlreadyLent { … } = "ALREADY_LENT", }`; the number is that
/// of the tool in `TOOLS`.
fn item(index: usize, tool: &Refusing<'_>, out: &mut Rust) {
    let (method, kind) = (&tool.name.method, &tool.name.kind);
    rust!(out,
        "/// Errors that [`{method}`](super::Calls::{method}) declares."
        "pub enum {kind} {{"
        "    /// An error that the signature does not list, or one whose members do not fit it."
        "    Unknown = {index},"; method, kind, index);
    out.inside(|out| tool.errors.listed.iter().for_each(|listed| variant(tool, listed, out)));
    rust!(out, "}}");
}

fn variant(tool: &Refusing<'_>, listed: &Listed<'_>, out: &mut Rust) {
    let (name, wire) = (&listed.name, string(&listed.error.name));
    let otherwise = || code!("{name}"; name = docs::line(&listed.error.name));
    doc(&listed.error.description, otherwise, out);
    if listed.members.is_empty() {
        return rust!(out, "{name} = {wire},"; name, wire);
    }
    rust!(out, "{name} {{"; name);
    let types = &tool.errors.types;
    let (tool, side, module) = (&tool.name.method, Side::Errors, Module::Parent);
    let names = Names { types, tool, side, module };
    out.inside(|out| {
        for member in &listed.members {
            member_doc(member, &code!("A member."), out);
            let kind = names.sent(&member.kind, member.required);
            let (name, wire) = (&member.name, string(&member.wire));
            rust!(out, "{name}: {kind} = {wire},"; name, kind, wire);
        }
    });
    rust!(out, "}} = {wire},"; wire);
}

/// Expands to: ``; the [errors](error::LendBook): `AlreadyLent`, `UnknownBook` ``, or nothing, for the
/// documentation of a method.
pub(crate) fn errors_documented(tool: &Refusing<'_>) -> Code {
    if tool.errors.is_empty() {
        return code!("");
    }
    let names = tool.errors.listed.iter().map(|listed| code!("`{name}`"; name = &listed.name));
    let (kind, names) = (&tool.name.kind, Code::list(&names.collect::<Vec<_>>()));
    code!("; the [errors](error::{kind}): {names}"; kind, names)
}
