//! The errors of one tool as an enum.

use super::expansions;
use crate::docs;
use crate::emit::{Code, Rust, code, doc, rust, string};
use crate::ident::Path;
use crate::names::Side;
use crate::plan::{Listed, Tool};
use crate::types::expand::{Names, Place, import_at, member_doc, outputs_of};

/// Expands to: `pub mod error { … errors! { pub enum LendBook { … } } pub mod lend_book { … } }`
pub(super) fn module(tools: &[Tool<'_>], a2t: &Path, out: &mut Rust) {
    let tools: Vec<_> = tools.iter().enumerate().filter(|(_, tool)| tool.has_errors()).collect();
    if tools.is_empty() {
        return;
    }
    rust!(out,
        "/// What the tools refuse, an enum for each that says it: `Error::typed` reads one of the error of a call."
        "pub mod error {{");
    out.inside(|out| {
        let root = code!("{a2t}::client"; a2t);
        import_at(Place::Around, &root, out);
        expansions(&code!("errors"), &tools, a2t, out, |(index, tool), out| {
            item(*index, tool, out)
        });
        for (_, tool) in &tools {
            outputs_of(&tool.name.method, &tool.errors.types, &root, out);
        }
    });
    rust!(out, "}}");
}

/// Expands to: `pub enum LendBook { Unknown = 0, AlreadyLent { … } = "ALREADY_LENT", }`; the number is that
/// of the tool in `TOOLS`.
fn item(index: usize, tool: &Tool<'_>, out: &mut Rust) {
    let (method, kind) = (&tool.name.method, &tool.name.kind);
    rust!(out,
        "/// Errors that [`{method}`](super::Calls::{method}) says it answers with."
        "pub enum {kind} {{"
        "    /// An error that the signature does not list, or one whose members are not as it says."
        "    Unknown = {index},"; method, kind, index);
    out.inside(|out| tool.errors.listed.iter().for_each(|listed| variant(tool, listed, out)));
    rust!(out, "}}");
}

fn variant(tool: &Tool<'_>, listed: &Listed<'_>, out: &mut Rust) {
    let (name, wire) = (&listed.name, string(&listed.error.name));
    let otherwise = || code!("{name}"; name = docs::line(&listed.error.name));
    doc(&listed.error.description, otherwise, out);
    if listed.members.is_empty() {
        return rust!(out, "{name} = {wire},"; name, wire);
    }
    rust!(out, "{name} {{"; name);
    let types = &tool.errors.types;
    let (tool, side, place) = (&tool.name.method, Side::Errors, Place::Around);
    let names = Names { types, tool, side, place };
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
pub(super) fn documented(tool: &Tool<'_>) -> Code {
    if !tool.has_errors() {
        return code!("");
    }
    let names = tool.errors.listed.iter().map(|listed| code!("`{name}`"; name = &listed.name));
    let (kind, names) = (&tool.name.kind, Code::list(&names.collect::<Vec<_>>()));
    code!("; the [errors](error::{kind}): {names}"; kind, names)
}
