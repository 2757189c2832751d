//! Objects: those of inputs are built, those of outputs are read.

use super::{Names, member_doc};
use crate::docs;
use crate::emit::{Code, Rust, code, derives, rust, string};
use crate::names::Side;
use crate::types::{Declared, Kind, Member};

/// Expands to: `pub struct Edits(old_text: t::String = "oldText") { label: t::String = "label", }`
pub(super) fn given(declared: &Declared, members: &[Member], names: &Names<'_>, out: &mut Rust) {
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

pub(super) fn sent(declared: &Declared, members: &[Member], names: &Names<'_>, out: &mut Rust) {
    let (what, property) = (names.side.word(), docs::line(&declared.property));
    rust!(out, "/// An object of the {what} {property}."; what, property);
    derives::derive(&declared.derives, out);
    let serde = derives::serde(&declared.derives);
    rust!(out, "pub struct {name} {{"; name = &declared.name);
    let field = |member: &Member, out: &mut Rust| {
        let null = declared.written && matches!(member.kind, Kind::Nullable(_));
        let ending = if null { code!(" or_null") } else { code!("") };
        ended(member, serde, names, ending, out);
    };
    out.inside(|out| members.iter().for_each(|member| field(member, out)));
    rust!(out, "}}");
}

/// Expands to: `pub temperature: f64 = "temperature",`
pub(crate) fn field(member: &Member, serde: bool, names: &Names<'_>, out: &mut Rust) {
    ended(member, serde, names, code!(""), out);
}

/// `ending` stands behind the name on the wire: `or_null` of a member whose `None` is written.
fn ended(member: &Member, serde: bool, names: &Names<'_>, ending: Code, out: &mut Rust) {
    let otherwise = match names.side {
        Side::Errors => code!("A member."),
        Side::Inputs | Side::Outputs => code!("An output."),
    };
    member_doc(member, &otherwise, out);
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
    rust!(out, "pub {name}: {sent} = {wire}{ending},"; name, sent, wire, ending);
}
