//! Contents of a client, and the name of each thing in it; no tokens, no files.

mod choices;

use std::borrow::Cow;
use std::collections::HashMap;

use a2t_core::{AllowedValue, InputParameter, OutputParameter, ToolId, ToolSignature};

use crate::ident::{self, Ident, Path, Scope, ToolName};
use crate::names::{self, Memory, Side};
use crate::overrides::{Applied, Named};
use choices::{Choices, uses};

pub(crate) struct Plan<'a> {
    pub(crate) tools: Vec<Tool<'a>>,
    /// Closed enums.
    pub(crate) inputs: Vec<Choice<'a>>,
    /// Enums that a server may extend.
    pub(crate) outputs: Vec<Choice<'a>>,
}

pub(crate) struct Tool<'a> {
    pub(crate) signature: &'a ToolSignature,
    pub(crate) name: ToolName,
    pub(crate) inputs: Vec<Input<'a>>,
    pub(crate) outputs: Vec<Output<'a>>,
    /// Derives of its reply beside those of every client.
    pub(crate) derives: Vec<Path>,
}

pub(crate) struct Input<'a> {
    pub(crate) name: Ident,
    pub(crate) parameter: &'a InputParameter,
    /// Name of its enum.
    pub(crate) choice: Option<Ident>,
}

pub(crate) struct Output<'a> {
    pub(crate) name: Ident,
    pub(crate) parameter: &'a OutputParameter,
    /// Name of its enum.
    pub(crate) choice: Option<Ident>,
}

/// An enum, and its values in the order of the first tool that has it.
pub(crate) struct Choice<'a> {
    /// The parameter, as the first tool spells its id.
    pub(crate) id: &'a str,
    pub(crate) name: Ident,
    pub(crate) values: Vec<(Ident, Cow<'a, AllowedValue>)>,
    pub(crate) derives: Vec<Path>,
}

/// The tools that a client is planned for, among those that are named with them.
#[derive(Clone, Copy)]
pub(crate) struct Catalog<'a> {
    /// Everything that was approved: names are those of the whole, whichever part is selected.
    pub(crate) all: &'a [ToolSignature],
    /// The selected part; of several versions of a tool the newest is called.
    pub(crate) picked: &'a [ToolSignature],
    pub(crate) memory: Memory<'a>,
}

impl<'a> Catalog<'a> {
    pub(crate) fn whole(all: &'a [ToolSignature], memory: Memory<'a>) -> Self {
        let picked = all;
        Self { all, picked, memory }
    }
}

pub(crate) fn plan<'a>(catalog: Catalog<'a>, applied: &mut Applied) -> Plan<'a> {
    let tools = called(catalog);
    let names = tool_names(&tools, catalog.memory, applied);
    let tools: Vec<_> = tools.into_iter().zip(names).collect();
    let uses = |side: Side| {
        let uses = tools.iter().flat_map(move |(tool, name)| uses(tool, name, side));
        uses.collect::<Vec<_>>()
    };
    let inputs = Choices::name(Scope::Variant, uses(Side::Inputs), catalog.memory, applied);
    let outputs = uses(Side::Outputs);
    let outputs = Choices::name(Scope::OpenVariant, outputs, catalog.memory, applied);
    let picked = tools.into_iter().filter(|(tool, _)| tool.picked);
    let tool = |(Called { signature, .. }, name): (Called<'a>, ToolName)| Tool {
        inputs: self::inputs(signature, &inputs, catalog.memory, applied),
        outputs: self::outputs(signature, &outputs, catalog.memory, applied),
        derives: applied.derives(&[signature.name.to_string()]),
        signature,
        name,
    };
    Plan { tools: picked.map(tool).collect(), inputs: inputs.choices, outputs: outputs.choices }
}

/// A tool at the version that is called.
#[derive(Clone, Copy)]
struct Called<'a> {
    signature: &'a ToolSignature,
    picked: bool,
}

/// One signature for each tool, by name.
fn called(catalog: Catalog<'_>) -> Vec<Called<'_>> {
    let mut by_id: HashMap<ToolId, Called<'_>> = HashMap::new();
    let picked = catalog.picked.iter().map(|tool| (tool, true));
    let others = catalog.all.iter().map(|tool| (tool, false));
    for (signature, picked) in picked.chain(others) {
        let tool = Called { signature, picked };
        let found = by_id.entry(signature.tool_id).or_insert(tool);
        if found.picked == picked && found.signature.version < signature.version {
            *found = tool;
        }
    }
    let mut called: Vec<_> = by_id.into_values().collect();
    let key = |tool: &Called<'_>| (tool.signature.name.clone(), tool.signature.tool_id);
    called.sort_by(|a, b| key(a).cmp(&key(b)));
    called
}

/// A name that the user chose is that of the method, and gives those of the types.
fn tool_names(tools: &[Called<'_>], memory: Memory<'_>, applied: &mut Applied) -> Vec<ToolName> {
    let named = tools.iter().map(|Called { signature, .. }| {
        let id = signature.tool_id;
        ident::Wire {
            name: &signature.name,
            id: format!("{:032x}", id.as_u128()),
            method: memory.get(Scope::Method, || names::tool(id)),
            kind: memory.get(Scope::Kind, || names::kind(id)),
        }
    });
    let mut names = ident::tools(named);
    if applied.is_empty() {
        return names;
    }
    let things = |name: fn(&ToolName) -> &Ident| {
        let picked = tools.iter().zip(&names).filter(|(tool, _)| tool.picked);
        let named = picked.map(|(tool, names)| Named {
            paths: vec![tool.signature.name.to_string()],
            name: name(names).clone(),
        });
        named.collect()
    };
    let methods = applied.names(Scope::Method, things(|name| &name.method));
    let kinds = applied.kinds(things(|name| &name.kind));
    let picked = names.iter_mut().zip(tools).filter(|(_, tool)| tool.picked);
    for ((name, _), (method, kind)) in picked.zip(methods.into_iter().zip(kinds)) {
        *name = ToolName { method, kind };
    }
    names
}

fn inputs<'a>(
    tool: &'a ToolSignature,
    choices: &Choices<'a>,
    memory: Memory<'_>,
    applied: &mut Applied,
) -> Vec<Input<'a>> {
    let parameters = &*tool.input_parameters;
    let ids: Vec<_> = parameters.iter().map(|input| &*input.id).collect();
    let names = member_names((tool, Side::Inputs), Scope::Method, &ids, memory, applied);
    let input = |(parameter, name): (&'a InputParameter, Ident)| Input {
        name,
        parameter,
        choice: choices.find(tool, &parameter.id),
    };
    parameters.iter().zip(names).map(input).collect()
}

fn outputs<'a>(
    tool: &'a ToolSignature,
    choices: &Choices<'a>,
    memory: Memory<'_>,
    applied: &mut Applied,
) -> Vec<Output<'a>> {
    let parameters = &*tool.output_parameters;
    let ids: Vec<_> = parameters.iter().map(|output| &*output.id).collect();
    let names = member_names((tool, Side::Outputs), Scope::Field, &ids, memory, applied);
    let output = |(parameter, name): (&'a OutputParameter, Ident)| Output {
        name,
        parameter,
        choice: choices.find(tool, &parameter.id),
    };
    parameters.iter().zip(names).map(output).collect()
}

fn member_names(
    (tool, side): (&ToolSignature, Side),
    scope: Scope,
    ids: &[&str],
    memory: Memory<'_>,
    applied: &mut Applied,
) -> Vec<Ident> {
    let kept = |id: &str| memory.get(scope, || names::parameter(tool.tool_id, side, id));
    let names = ident::members(scope, ids.iter().copied(), side.noun(), kept);
    let path = |id: &&str| vec![format!("{}.{}.{id}", tool.name, side.as_str())];
    applied.members(scope, ids.iter().map(path), names)
}
