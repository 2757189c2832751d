//! The enums and objects of the tools, those of each in a module of its own: no tool names what
//! another one has.

use std::borrow::Cow;

use super::kind::{Names, Place};
use super::{Library, import, import_from, member_doc, of, reply};
use crate::docs;
use crate::emit::{Code, Rust, code, rust, string};
use crate::expand::{choice, derives, invocations};
use crate::ident::Ident;
use crate::plan::Choice;
use crate::schema::plan::{Member, Planned};
use crate::schema::types::{Content, Declared, Side, Types};

/// Expands to: `pub mod input { pub mod edit_file { … } }`
pub(super) fn input_module(tools: &[Planned<'_>], library: &Library, out: &mut Rust) {
    let doc = code!("The enums and objects of inputs, in a module for each tool.");
    let types = tools.iter().map(|tool| (&tool.name.method, &tool.given));
    module(&code!("input"), &doc, types.collect(), out, |tool, types, out| {
        import(library, out);
        let choices = choices(types);
        invocations(&library.of(&code!("choices")), &choices, out, choice::closed_item);
        let names = Names { types, tool, side: Side::Inputs, place: Place::Own };
        invocations(&library.of(&code!("objects")), &objects(types), out, |object, out| {
            given(object, &names, out);
        });
    });
}

/// Expands to: `pub mod output { pub mod get_weather { … } }`
pub(super) fn output_module(tools: &[Planned<'_>], library: &Library, out: &mut Rust) {
    let doc = code!("The enums and objects of outputs, in a module for each tool.");
    let types = tools.iter().map(|tool| (&tool.name.method, &tool.sent));
    module(&code!("output"), &doc, types.collect(), out, |tool, types, out| {
        outputs(tool, types, &library.root, out);
    });
}

/// Expands to the enums and objects of one tool's outputs.
fn outputs(tool: &Ident, types: &Types, root: &Code, out: &mut Rust) {
    import_from(root, out);
    invocations(&of(root, &code!("open_choices")), &choices(types), out, choice::open_item);
    let names = Names { types, tool, side: Side::Outputs, place: Place::Own };
    invocations(&of(root, &code!("records")), &objects(types), out, |object, out| {
        sent(object, &names, out);
    });
}

/// Expands to: `pub mod get_weather { … }`, in a module `output` for the client of this library.
pub(crate) fn outputs_of(tool: &Ident, types: &Types, root: &Code, out: &mut Rust) {
    if !types.declared.is_empty() {
        own_module(tool, out, |out| outputs(tool, types, root, out));
    }
}

fn module(
    name: &Code,
    doc: &Code,
    tools: Vec<(&Ident, &Types)>,
    out: &mut Rust,
    types: impl Fn(&Ident, &Types, &mut Rust),
) {
    if tools.iter().all(|(_, types)| types.declared.is_empty()) {
        return;
    }
    rust!(out,
        "/// {doc}"
        "pub mod {name} {{"; doc, name);
    out.inside(|out| {
        for (tool, found) in tools.into_iter().filter(|(_, types)| !types.declared.is_empty()) {
            own_module(tool, out, |out| types(tool, found, out));
        }
    });
    rust!(out, "}}");
}

fn own_module(tool: &Ident, out: &mut Rust, types: impl FnOnce(&mut Rust)) {
    rust!(out,
        "/// Types of [`{tool}`](super::Calls::{tool})."
        "pub mod {tool} {{"; tool);
    out.inside(types);
    rust!(out, "}}");
}

fn choices(types: &Types) -> Vec<Choice<'_>> {
    types.declared.iter().filter_map(choice).collect()
}

fn choice(declared: &Declared) -> Option<Choice<'_>> {
    let Content::Enum(values) = &declared.content else {
        return None;
    };
    let values = values.iter().map(|(name, value)| (name.clone(), Cow::Borrowed(value)));
    Some(Choice {
        id: &declared.property,
        name: declared.name.clone(),
        values: values.collect(),
        derives: declared.derives.clone(),
    })
}

fn objects(types: &Types) -> Vec<(&Declared, &[Member])> {
    types.declared.iter().filter_map(object).collect()
}

fn object(declared: &Declared) -> Option<(&Declared, &[Member])> {
    match &declared.content {
        Content::Object(members) => Some((declared, members)),
        Content::Enum(_) => None,
    }
}

/// Expands to: `pub struct Edits(old_text: t::String = "oldText") { label: t::String = "label", }`
fn given((declared, members): &(&Declared, &[Member]), names: &Names<'_>, out: &mut Rust) {
    let (name, property) = (&declared.name, docs::line(&declared.property));
    rust!(out, "/// An object of the input {property}."; property);
    let (required, optional): (Vec<_>, Vec<_>) = members.iter().partition(|one| one.required);
    let item = |member: &&Member| {
        let (name, given) = (&member.name, names.given(&member.kind));
        code!("{name}: {given} = {wire}"; name, given, wire = string(&member.wire))
    };
    for member in required.iter().filter(|member| !member.line().is_empty()) {
        rust!(out, "/// * `{name}`: {line}"; name = &member.name, line = member.line());
    }
    let needed: Vec<_> = required.iter().map(item).collect();
    let tail = if optional.is_empty() { code!(" {{}}") } else { code!(" {{") };
    out.head(&code!("pub struct {name}"; name), &needed, &tail);
    if optional.is_empty() {
        return;
    }
    out.inside(|out| {
        for member in &optional {
            member_doc(member, &code!("An optional member."), out);
            rust!(out, "{item},"; item = item(member));
        }
    });
    rust!(out, "}}");
}

fn sent((declared, members): &(&Declared, &[Member]), names: &Names<'_>, out: &mut Rust) {
    let property = docs::line(&declared.property);
    rust!(out, "/// An object of the output {property}."; property);
    derives::derive(&declared.derives, out);
    let serde = derives::serde(&declared.derives);
    rust!(out, "pub struct {name} {{"; name = &declared.name);
    out.inside(|out| members.iter().for_each(|member| reply::field(member, serde, names, out)));
    rust!(out, "}}");
}
