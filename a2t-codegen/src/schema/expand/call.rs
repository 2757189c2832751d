//! One tool as a method of the client and as a call with its optional inputs.

use a2t_core::Hints;
use a2t_schema::Annotations;

use super::{Library, reply};
use crate::docs;
use crate::emit::{Rust, call_and_reply, code, deprecated, doc, hints, invocations, rust, string};
use crate::names::Side;
use crate::schema::plan::{Inputs, Planned};
use crate::types::Kind;
use crate::types::expand::{Module, Names, errors_documented, import, member_doc};

pub(super) fn method(index: usize, tool: &Planned<'_>, out: &mut Rust) {
    method_doc(tool, out);
    deprecated(tool.tool.deprecated.as_ref(), out);
    let (method, kind) = (&tool.name.method, &tool.name.kind);
    let names = names(tool, Module::Client);
    let inputs = tool.inputs.required().map(|member| {
        let (name, given) = (&member.name, names.given(&member.kind));
        code!("{name}: impl Into<{given}>"; name, given)
    });
    let whole = match &tool.inputs {
        Inputs::Members(_) => None,
        Inputs::Whole(kind @ (Kind::Map(_) | Kind::Declared(_))) => Some(names.given(kind)),
        Inputs::Whole(_) => Some(code!("t::Map")),
    };
    let object = whole.as_ref().map(|kind| code!("arguments: impl Into<{kind}>"; kind));
    let arguments: Vec<_> = [code!("&self")].into_iter().chain(inputs).chain(object).collect();
    let (head, tail) = (code!("pub fn {method}"; method), code!(" -> call::{kind} {{"; kind));
    out.head(&head, &arguments, &tail);
    let sets = tool.inputs.required().map(|member| {
        let (name, wire) = (&member.name, string(&member.wire));
        code!(".set({wire}, {name})"; wire, name)
    });
    let all = whole.map(|_| code!(".all(arguments)"));
    let first = code!("self.call({index})"; index);
    let last = code!(".begin(call::{kind})"; kind);
    out.inside(|out| out.chain([first].into_iter().chain(sets).chain(all).chain([last])));
    rust!(out, "}}");
}

fn names<'a>(tool: &'a Planned<'_>, module: Module) -> Names<'a> {
    Names { types: &tool.given, tool: &tool.name.method, side: Side::Inputs, module }
}

/// The description, the hints, and a line for each argument that has one.
fn method_doc(tool: &Planned<'_>, out: &mut Rust) {
    let calls = || code!("Calls {name}."; name = docs::line(&tool.tool.name));
    doc(tool.tool.description.as_deref().unwrap_or_default(), calls, out);
    let Annotations { read_only, idempotent, destructive, .. } = tool.tool.annotations;
    let is = |hint: Option<bool>| hint == Some(true);
    let declared = Hints {
        read_only: is(read_only),
        idempotent: is(idempotent),
        // Of a tool that only reads, MCP gives the hint no meaning.
        destructive: destructive.filter(|_| !is(read_only)),
        long_running: false,
    };
    hints(&code!("Its server"), declared, out);
    for member in tool.inputs.required() {
        let (name, line) = (&member.name, member.line());
        if !line.is_empty() {
            rust!(out, "/// * `{name}`: {line}"; name, line);
        }
    }
    let optional: Vec<_> = tool.inputs.optional().map(|member| &member.name).collect();
    let errors = errors_documented(&tool.refusing());
    call_and_reply(&tool.name.kind, &optional, &reply::documented(tool), &errors, out);
}

/// Expands to: `pub mod call { … calls! { pub struct GetWeather { … } } }`
pub(super) fn module(tools: &[Planned<'_>], library: &Library, out: &mut Rust) {
    rust!(out,
        "/// Calls that were begun and not sent: the optional inputs are set here."
        "pub mod call {{");
    out.inside(|out| {
        import(&library.root, out);
        invocations(&library.of(&code!("calls")), tools, out, item);
    });
    rust!(out, "}}");
}

fn item(tool: &Planned<'_>, out: &mut Rust) {
    let (method, kind) = (&tool.name.method, &tool.name.kind);
    rust!(out, "/// A call of [`{method}`](super::Calls::{method})."; method);
    if tool.inputs.optional().next().is_none() {
        return rust!(out, "pub struct {kind} {{}}"; kind);
    }
    rust!(out, "pub struct {kind} {{"; kind);
    let names = names(tool, Module::Sibling);
    out.inside(|out| {
        for member in tool.inputs.optional() {
            member_doc(member, &code!("An optional input."), out);
            let (name, given) = (&member.name, names.given(&member.kind));
            rust!(out, "{name}: {given} = {wire},"; name, given, wire = string(&member.wire));
        }
    });
    rust!(out, "}}");
}
