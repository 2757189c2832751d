//! The outputs of one tool as a struct: members, one value, or content.

use super::Library;
use crate::emit::{Code, Rust, code, derives, invocations, rust};
use crate::names::Side;
use crate::schema::plan::{Planned, Reply};
use crate::types::expand::{Module, Names, field, import};
use crate::types::{Kind, Member};

/// Expands to: `pub mod reply { … replies! { pub struct GetWeather { … } } }`
pub(super) fn module(tools: &[Planned<'_>], library: &Library, out: &mut Rust) {
    rust!(out,
        "/// What the tools reply: the outputs that the server promised, or content."
        "pub mod reply {{");
    out.inside(|out| {
        import(&library.root, out);
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
    let names = names(tool, Module::Sibling);
    out.inside(|out| members.iter().for_each(|member| field(member, serde, &names, out)));
    rust!(out, "}}");
}

fn names<'a>(tool: &'a Planned<'_>, module: Module) -> Names<'a> {
    Names { types: &tool.sent, tool: &tool.name.method, side: Side::Outputs, module }
}

/// The fields as a method's documentation names them: `temperature: f64`.
pub(super) fn documented(tool: &Planned<'_>) -> Vec<Code> {
    let names = names(tool, Module::Client);
    match &tool.reply {
        Reply::Content => vec![code!("text: String"), code!("content: Vec<Content>")],
        Reply::Value(kind) => vec![code!("value: {kind}"; kind = names.documented(kind, true))],
        Reply::Members(members) => {
            let field = |member: &Member| {
                let kind = names.documented(&member.kind, member.required);
                code!("{name}: {kind}"; name = &member.name, kind)
            };
            members.iter().map(field).collect()
        }
    }
}

fn value((tool, kind): &(&Planned<'_>, &Kind), out: &mut Rust) {
    head(tool, out);
    let (name, sent) = (&tool.name.kind, names(tool, Module::Sibling).sent(kind, true));
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
