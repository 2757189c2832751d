//! Contents of a client of tools that JSON Schema describes, and the name of each thing in it.

use std::collections::BTreeMap;

use a2t_schema::{Snapshot, Tool};

use super::memory;
use crate::ident::{Ident, Path, Scope, ToolName};
use crate::names::Side;
use crate::overrides::{Applied, Named};
use crate::types::{Kind, Member, Types};

pub(crate) struct Plan<'a> {
    pub(crate) tools: Vec<Planned<'a>>,
}

pub(crate) struct Planned<'a> {
    pub(crate) tool: &'a Tool,
    pub(crate) name: ToolName,
    pub(crate) inputs: Inputs,
    pub(crate) reply: Reply,
    /// Derives of its reply beside those of every client.
    pub(crate) derives: Vec<Path>,
    /// Enums and objects of its inputs.
    pub(crate) given: Types,
    /// Enums and objects of its outputs.
    pub(crate) sent: Types,
}

pub(crate) enum Inputs {
    Members(Vec<Member>),
    /// The whole object, whose members the schema does not name.
    Whole,
}

impl Inputs {
    pub(crate) fn required(&self) -> impl Iterator<Item = &Member> {
        self.members().iter().filter(|member| member.required)
    }

    pub(crate) fn optional(&self) -> impl Iterator<Item = &Member> {
        self.members().iter().filter(|member| !member.required)
    }

    fn members(&self) -> &[Member] {
        match self {
            Self::Members(members) => members,
            Self::Whole => &[],
        }
    }
}

pub(crate) enum Reply {
    /// Content, where the server promises no structure.
    Content,
    Members(Vec<Member>),
    /// One value that is not an object with known members.
    Value(Kind),
}

/// The tools of a snapshot, of which those at `picked` are generated: names are those of the whole,
/// whichever part is selected.
pub(crate) fn plan<'a>(
    snapshot: &'a Snapshot,
    picked: &[&'a Tool],
    applied: &mut Applied,
) -> Plan<'a> {
    let is_picked = |tool: &Tool| picked.iter().any(|other| std::ptr::eq(*other, tool));
    let tools: Vec<_> = snapshot.tools.iter().map(|tool| (tool, is_picked(tool))).collect();
    let names = tool_names(&tools, &snapshot.names, applied);
    let picked = tools.into_iter().zip(names).filter(|((_, is_picked), _)| *is_picked);
    let planned = picked.map(|((tool, _), name)| planned(tool, name, applied));
    Plan { tools: planned.collect() }
}

fn tool_names(
    tools: &[(&Tool, bool)],
    remembered: &BTreeMap<String, String>,
    applied: &mut Applied,
) -> Vec<ToolName> {
    let all: Vec<_> = tools.iter().map(|(tool, _)| *tool).collect();
    let mut names = memory::names(&all, remembered);
    if applied.is_empty() {
        return names;
    }
    let things = |name: fn(&ToolName) -> &Ident| {
        let picked = tools.iter().zip(&names).filter(|((_, picked), _)| *picked);
        let named = picked.map(|((tool, _), names)| Named {
            paths: vec![tool.name.clone()],
            name: name(names).clone(),
        });
        named.collect()
    };
    let methods = applied.names(Scope::Method, things(|name| &name.method));
    let kinds = applied.kinds(things(|name| &name.kind));
    let picked = names.iter_mut().zip(tools).filter(|(_, (_, picked))| *picked);
    for ((name, _), (method, kind)) in picked.zip(methods.into_iter().zip(kinds)) {
        *name = ToolName { method, kind };
    }
    names
}

fn planned<'a>(tool: &'a Tool, name: ToolName, applied: &mut Applied) -> Planned<'a> {
    let mut given = Types::new(&tool.name, Side::Inputs);
    let inputs = match given.root(&tool.input, applied) {
        Ok(members) => Inputs::Members(members),
        Err(_) => Inputs::Whole,
    };
    let mut sent = Types::new(&tool.name, Side::Outputs);
    let reply = match tool.output.as_ref().map(|schema| sent.root(schema, applied)) {
        None => Reply::Content,
        Some(Ok(members)) => Reply::Members(members),
        Some(Err(kind)) => Reply::Value(kind),
    };
    given.finish(applied);
    sent.finish(applied);
    let path = std::slice::from_ref(&tool.name);
    let derives = match reply {
        // Blocks of content are the library's, which has no derives of others.
        Reply::Content => applied.own_derives(path),
        _ => applied.derives(path),
    };
    Planned { tool, name, inputs, reply, derives, given, sent }
}
