//! The outputs of one tool as a struct: members, one value, or content.

use super::kind::{Names, Place};
use super::{Library, import, member_doc};
use crate::emit::{Rust, code, rust, string};
use crate::expand::{derives, invocations};
use crate::schema::plan::{Member, Planned, Reply};
use crate::schema::types::{Kind, Side};

/// Expands to: `pub mod reply { … replies! { pub struct GetWeather { … } } }`
pub(super) fn module(tools: &[Planned<'_>], library: &Library, out: &mut Rust) {
    rust!(out,
        "/// What the tools reply: the outputs that the server promised, or content."
        "pub mod reply {{");
    out.inside(|out| {
        import(library, out);
        let (mut structured, mut values, mut contents) = (Vec::new(), Vec::new(), Vec::new());
        for tool in tools {
            match &tool.reply {
                Reply::Members(members) => structured.push((tool, members)),
                Reply::Value(kind) => values.push((tool, kind)),
                Reply::Content => contents.push(tool),
            }
        }
        invocations(&library.of(&code!("replies")), &structured, out, members);
        invocations(&library.of(&code!("values")), &values, out, value);
        invocations(&library.of(&code!("contents")), &contents, out, content);
    });
    rust!(out, "}}");
}

fn head(tool: &Planned<'_>, out: &mut Rust) {
    let method = &tool.name.method;
    rust!(out, "/// The reply to [`{method}`](super::Calls::{method})."; method);
    derives::derive(&tool.derives, out);
}

fn members((tool, members): &(&Planned<'_>, &Vec<Member>), out: &mut Rust) {
    head(tool, out);
    let serde = derives::serde(&tool.derives);
    rust!(out, "pub struct {kind} {{"; kind = &tool.name.kind);
    let names = names(tool);
    out.inside(|out| members.iter().for_each(|member| field(member, serde, &names, out)));
    rust!(out, "}}");
}

fn names<'a>(tool: &'a Planned<'_>) -> Names<'a> {
    let place = Place::Beside;
    Names { types: &tool.sent, tool: &tool.name.method, side: Side::Outputs, place }
}

/// Expands to: `pub temperature: f64 = "temperature",`
pub(super) fn field(member: &Member, serde: bool, names: &Names<'_>, out: &mut Rust) {
    member_doc(member, &code!("An output."), out);
    let wire = string(&member.wire);
    let is_option = !member.required || matches!(member.kind, Kind::Nullable(_));
    if serde && !is_option {
        rust!(out, "#[serde(rename = {wire})]"; wire);
    } else if serde {
        rust!(out,
            "#[serde(rename = {wire}, skip_serializing_if = \"::core::option::Option::is_none\")]";
            wire);
    }
    let (name, sent) = (&member.name, names.sent(&member.kind, member.required));
    rust!(out, "pub {name}: {sent} = {wire},"; name, sent, wire);
}

fn value((tool, kind): &(&Planned<'_>, &Kind), out: &mut Rust) {
    head(tool, out);
    let (name, sent) = (&tool.name.kind, names(tool).sent(kind, true));
    rust!(out,
        "pub struct {name} {{"
        "    /// The output."
        "    pub value: {sent}"
        "}}"; name, sent);
}

fn content(tool: &&Planned<'_>, out: &mut Rust) {
    head(tool, out);
    rust!(out, "pub struct {kind};"; kind = &tool.name.kind);
}
