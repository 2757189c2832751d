//! Contents of a client of tools that JSON Schema describes, and the name of each thing in it.

use std::collections::HashSet;
use std::ptr;

use a2t_core::ProblemType;
use a2t_schema::{Snapshot, Source, Tool};

use super::memory;
use crate::ident::{Path, ToolName};
use crate::names::Side;
use crate::overrides::Applied;
use crate::types::expand::Refusing;
use crate::types::pair::{Meanings, Pair};
use crate::types::{Errors, Kind, Member, Types};

pub(crate) struct Plan<'a> {
    pub(crate) tools: Vec<Planned<'a>>,
    /// Enums with the same values.
    pub(crate) enums: Vec<Pair>,
    /// Objects with the same members.
    pub(crate) objects: Vec<Pair>,
}

pub(crate) struct Planned<'a> {
    pub(crate) tool: &'a Tool,
    pub(crate) name: ToolName,
    pub(crate) inputs: Inputs,
    pub(crate) reply: Reply,
    /// Derives of its reply in addition to those of every client.
    pub(crate) derives: Vec<Path>,
    /// Enums and objects of its inputs.
    pub(crate) given: Types,
    /// Enums and objects of its outputs.
    pub(crate) sent: Types,
    pub(crate) errors: Errors<'a>,
}

impl Planned<'_> {
    /// Returns the errors, for the doc of their enum.
    pub(crate) fn refusing(&self) -> Refusing<'_> {
        Refusing { name: &self.name, errors: &self.errors }
    }
}

pub(crate) enum Inputs {
    Members(Vec<Member>),
    /// The whole object, whose members the schema does not name: a map, a union, or any object.
    Whole(Kind),
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
            Self::Whole(_) => &[],
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
    let picked: HashSet<_> = picked.iter().map(|tool| ptr::from_ref(*tool)).collect();
    let is_picked = |tool: &Tool| picked.contains(&ptr::from_ref(tool));
    let tools: Vec<_> = snapshot.tools.iter().collect();
    let paths = |index: usize| {
        let tool = tools.get(index).filter(|tool| is_picked(tool))?;
        Some(vec![tool.name.clone()])
    };
    let names = applied.tools(memory::names(&tools, &snapshot.names), paths);
    let picked = tools.iter().zip(names).filter(|(tool, _)| is_picked(tool));
    // Failures over RAP have no problem that an error could be read from.
    let errors = |tool: &'a Tool| match snapshot.source {
        Source::Rap { .. } => &[],
        _ => &*tool.errors,
    };
    let planned = |(tool, name): (&&'a Tool, ToolName)| planned(tool, name, errors(tool), applied);
    let mut tools: Vec<_> = picked.map(planned).collect();
    let meanings = meanings(&tools);
    let (enums, objects) = (meanings.enums(), meanings.objects());
    for tool in &mut tools {
        let own = objects.iter().filter(|(_, sent)| sent.tool.as_ref() == Some(&tool.name.method));
        own.for_each(|(_, sent)| tool.sent.write(&sent.name));
    }
    Plan { tools, enums, objects }
}

fn meanings<'p>(tools: &'p [Planned<'_>]) -> Meanings<'p> {
    let mut meanings = Meanings::default();
    for tool in tools {
        meanings.own(&tool.name.method, &tool.given);
        meanings.own(&tool.name.method, &tool.sent);
        meanings.own(&tool.name.method, &tool.errors.types);
    }
    meanings
}

fn planned<'a>(
    tool: &'a Tool,
    name: ToolName,
    errors: &'a [ProblemType],
    applied: &mut Applied,
) -> Planned<'a> {
    let mut given = Types::new(&tool.name, Side::Inputs);
    let inputs = match given.root(&tool.input, applied) {
        Ok(members) => Inputs::Members(members),
        Err(kind) => Inputs::Whole(kind),
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
    let errors = Errors::of_schema(&tool.name, errors, applied);
    Planned { tool, name, inputs, reply, derives, given, sent, errors }
}
