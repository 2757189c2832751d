//! What a client will contain, and how everything in it is called; no tokens, no files.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use a2t_core::{AllowedValue, InputParameter, OutputParameter, ToolId, ToolSignature};

use crate::ident::{self, Ident, Path, Scope, ToolName};
use crate::names::{self, Memory, Side};
use crate::wish::{Grants, Named};

/// A client: its tools and enums, by name.
pub(crate) struct Plan<'a> {
    pub(crate) tools: Vec<Tool<'a>>,
    /// The enums of inputs, which are closed.
    pub(crate) inputs: Vec<Choice<'a>>,
    /// The enums of outputs, which a server may extend.
    pub(crate) outputs: Vec<Choice<'a>>,
}

/// One tool at the version that is called.
pub(crate) struct Tool<'a> {
    pub(crate) signature: &'a ToolSignature,
    pub(crate) name: ToolName,
    pub(crate) inputs: Vec<Input<'a>>,
    pub(crate) outputs: Vec<Output<'a>>,
    /// What its reply derives more.
    pub(crate) derives: Vec<Path>,
}

/// One input; `choice` is the name of its enum.
pub(crate) struct Input<'a> {
    pub(crate) name: Ident,
    pub(crate) parameter: &'a InputParameter,
    pub(crate) choice: Option<Ident>,
}

/// One output; `choice` is the name of its enum.
pub(crate) struct Output<'a> {
    pub(crate) name: Ident,
    pub(crate) parameter: &'a OutputParameter,
    pub(crate) choice: Option<Ident>,
}

/// An enum, and its values in the order of the first tool that has it.
pub(crate) struct Choice<'a> {
    /// The parameter, as the first tool spells its id.
    pub(crate) id: &'a str,
    pub(crate) name: Ident,
    pub(crate) values: Vec<(Ident, &'a AllowedValue)>,
    /// What it derives more.
    pub(crate) derives: Vec<Path>,
}

/// The tools that a client is planned for, among those that are named with them.
#[derive(Clone, Copy)]
pub(crate) struct Catalog<'a> {
    /// Everything that was approved: names are those of the whole, whichever part is wanted.
    pub(crate) all: &'a [ToolSignature],
    /// The wanted part; of several versions of a tool the newest is called.
    pub(crate) picked: &'a [ToolSignature],
    /// Names that were given before.
    pub(crate) memory: Memory<'a>,
}

impl<'a> Catalog<'a> {
    /// All of these tools.
    pub(crate) fn whole(all: &'a [ToolSignature], memory: Memory<'a>) -> Self {
        let picked = all;
        Self {
            all,
            picked,
            memory,
        }
    }
}

/// Plans a client.
pub(crate) fn plan<'a>(catalog: Catalog<'a>, grants: &mut Grants) -> Plan<'a> {
    let tools = called(catalog);
    let names = tool_names(&tools, catalog.memory, grants);
    let tools: Vec<_> = tools.into_iter().zip(names).collect();
    let uses = |side: Side| {
        let uses = tools
            .iter()
            .flat_map(move |(tool, name)| uses(tool, name, side));
        uses.collect::<Vec<_>>()
    };
    let inputs = Choices::name(Scope::Variant, uses(Side::Inputs), catalog.memory, grants);
    let outputs = uses(Side::Outputs);
    let outputs = Choices::name(Scope::OpenVariant, outputs, catalog.memory, grants);
    let picked = tools.into_iter().filter(|(tool, _)| tool.picked);
    let tool = |(Called { signature, .. }, name): (Called<'a>, ToolName)| Tool {
        inputs: plan_inputs(signature, &inputs, catalog.memory, grants),
        outputs: plan_outputs(signature, &outputs, catalog.memory, grants),
        derives: grants.derives(&[signature.name.to_string()]),
        signature,
        name,
    };
    Plan {
        tools: picked.map(tool).collect(),
        inputs: inputs.choices,
        outputs: outputs.choices,
    }
}

/// A tool at the version that is called.
#[derive(Clone, Copy)]
struct Called<'a> {
    signature: &'a ToolSignature,
    /// Whether the client has it.
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
fn tool_names(tools: &[Called<'_>], memory: Memory<'_>, grants: &mut Grants) -> Vec<ToolName> {
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
    if grants.is_idle() {
        return names;
    }
    let picked = |(_, tool): &(usize, &Called<'_>)| tool.picked;
    let places: Vec<_> = tools.iter().enumerate().filter(picked).collect();
    let things = |name: &dyn Fn(&ToolName) -> Ident| -> Vec<Named> {
        let named = places.iter().filter_map(|(place, tool)| {
            Some(Named {
                paths: vec![tool.signature.name.to_string()],
                name: name(names.get(*place)?),
            })
        });
        named.collect()
    };
    let methods = grants.names(Scope::Method, things(&|name| name.method.clone()));
    let kinds = grants.kinds(things(&|name| name.kind.clone()));
    let granted = methods.into_iter().zip(kinds);
    for ((place, _), (method, kind)) in places.into_iter().zip(granted) {
        if let Some(name) = names.get_mut(place) {
            *name = ToolName { method, kind };
        }
    }
    names
}

fn plan_inputs<'a>(
    tool: &'a ToolSignature,
    choices: &Choices<'a>,
    memory: Memory<'_>,
    grants: &mut Grants,
) -> Vec<Input<'a>> {
    let parameters = &*tool.input_parameters;
    let ids = || parameters.iter().map(|input| &*input.id);
    let kept = |id: &str| {
        memory.get(Scope::Method, || {
            names::parameter(tool.tool_id, Side::Inputs, id)
        })
    };
    let names = ident::members(Scope::Method, ids(), "input", kept);
    let path = |id: &str| vec![format!("{}.inputs.{id}", tool.name)];
    let names = grants.members(Scope::Method, ids().map(path), names);
    let input = |(parameter, name): (&'a InputParameter, Ident)| Input {
        name,
        parameter,
        choice: choices.find(tool, &parameter.id),
    };
    parameters.iter().zip(names).map(input).collect()
}

fn plan_outputs<'a>(
    tool: &'a ToolSignature,
    choices: &Choices<'a>,
    memory: Memory<'_>,
    grants: &mut Grants,
) -> Vec<Output<'a>> {
    let parameters = &*tool.output_parameters;
    let ids = || parameters.iter().map(|output| &*output.id);
    let kept = |id: &str| {
        memory.get(Scope::Field, || {
            names::parameter(tool.tool_id, Side::Outputs, id)
        })
    };
    let names = ident::members(Scope::Field, ids(), "output", kept);
    let path = |id: &str| vec![format!("{}.outputs.{id}", tool.name)];
    let names = grants.members(Scope::Field, ids().map(path), names);
    let output = |(parameter, name): (&'a OutputParameter, Ident)| Output {
        name,
        parameter,
        choice: choices.find(tool, &parameter.id),
    };
    parameters.iter().zip(names).map(output).collect()
}

/// A parameter that is an enum, and the Rust name of its tool.
struct Use<'a> {
    tool: Called<'a>,
    kind: Ident,
    side: Side,
    id: &'a str,
    values: &'a [AllowedValue],
}

impl<'a> Use<'a> {
    /// Its path for [`crate::Builder::rename`]: `lookup_weather.inputs.units.enum`.
    fn path(&self) -> String {
        let (tool, side) = (&self.tool.signature.name, self.side.as_str());
        format!("{tool}.{side}.{}.enum", self.id)
    }

    fn set(&self) -> BTreeSet<&'a str> {
        self.values.iter().map(|value| &*value.name).collect()
    }

    fn key(&self) -> (ToolId, &'a str) {
        (self.tool.signature.tool_id, self.id)
    }
}

/// The parameters of a tool that have values to choose from.
fn uses<'a>(tool: &Called<'a>, name: &ToolName, side: Side) -> Vec<Use<'a>> {
    let found = names::enums(tool.signature, side);
    let used = found.map(|(id, values)| Use {
        tool: *tool,
        kind: name.kind.clone(),
        side,
        id,
        values,
    });
    used.collect()
}

/// The enums of one side, and the enum of each parameter.
struct Choices<'a> {
    choices: Vec<Choice<'a>>,
    names: HashMap<(ToolId, &'a str), Ident>,
}

/// The parameters that share an enum, of which the first one names it.
struct Shared<'a> {
    first: Use<'a>,
    others: Vec<Use<'a>>,
    set: BTreeSet<&'a str>,
}

impl<'a> Shared<'a> {
    fn new(first: Use<'a>) -> Self {
        Self {
            set: first.set(),
            others: Vec::new(),
            first,
        }
    }

    fn uses(&self) -> impl Iterator<Item = &Use<'a>> {
        std::iter::once(&self.first).chain(&self.others)
    }

    fn is_picked(&self) -> bool {
        self.uses().any(|used| used.tool.picked)
    }

    /// The paths under which a user knows it.
    fn paths(&self) -> Vec<String> {
        let picked = self.uses().filter(|used| used.tool.picked);
        picked.map(Use::path).collect()
    }
}

impl<'a> Choices<'a> {
    fn name(scope: Scope, uses: Vec<Use<'a>>, memory: Memory<'_>, grants: &mut Grants) -> Self {
        let mut named = named(uses, memory);
        named.retain(|(shared, _)| shared.is_picked());
        let things = named.iter().map(|(shared, name)| Named {
            paths: shared.paths(),
            name: name.clone(),
        });
        let names = grants.names(Scope::Enum, things.collect());
        let mut found = Self {
            choices: Vec::new(),
            names: HashMap::new(),
        };
        for ((shared, _), name) in named.into_iter().zip(names) {
            let keys = shared.uses().map(|used| (used.key(), name.clone()));
            found.names.extend(keys);
            let choice = choice(scope, name, &shared, memory, grants);
            found.choices.push(choice);
        }
        found.choices.sort_by(|a, b| a.name.cmp(&b.name));
        found
    }

    fn find(&self, tool: &ToolSignature, id: &'a str) -> Option<Ident> {
        self.names.get(&(tool.tool_id, id)).cloned()
    }
}

/// The enums, each with its name. Those that have one from before keep it. Of the others,
/// parameters whose ids give one name and whose values have the same names share one; where the
/// values differ, each enum is named for its first tool as well, so that no enum takes over a name
/// that meant another.
fn named<'a>(uses: Vec<Use<'a>>, memory: Memory<'_>) -> Vec<(Shared<'a>, Ident)> {
    let (mut old, uses) = remembered(uses, memory);
    let mut by_base: BTreeMap<String, Vec<Shared<'a>>> = BTreeMap::new();
    for used in uses {
        // What joins an enum changes nothing in it.
        let same = |shared: &&mut Shared<'_>| {
            shared.first.id == used.id && shared.first.values == used.values
        };
        if let Some(shared) = old.values_mut().find(same) {
            shared.others.push(used);
            continue;
        }
        let set = used.set();
        let same_name = by_base.entry(ident::choice_base(used.id)).or_default();
        match same_name.iter_mut().find(|shared| shared.set == set) {
            Some(shared) => shared.others.push(used),
            None => same_name.push(Shared::new(used)),
        }
    }
    let mut taken: HashSet<_> = old.keys().map(|name| name.as_str().to_owned()).collect();
    let bases = old
        .values()
        .map(|shared| ident::choice_base(shared.first.id));
    let bases: HashSet<_> = bases.chain(taken.iter().cloned()).collect();
    let mut named: Vec<_> = old
        .into_iter()
        .map(|(name, shared)| (shared, name))
        .collect();
    let (alone, several): (Vec<_>, Vec<_>) = by_base
        .into_iter()
        .partition(|(base, shared)| shared.len() == 1 && !bases.contains(base));
    let alone = alone.into_iter().map(|same| (true, same));
    for (alone, (_, same_name)) in alone.chain(several.into_iter().map(|same| (false, same))) {
        for shared in same_name {
            let tool = (!alone).then_some(shared.first.kind.as_str());
            let name = ident::choice(shared.first.id, tool, &mut taken);
            named.push((shared, name));
        }
    }
    named
}

/// The enums that had a name before, and the parameters of the others.
fn remembered<'a>(
    uses: Vec<Use<'a>>,
    memory: Memory<'_>,
) -> (BTreeMap<Ident, Shared<'a>>, Vec<Use<'a>>) {
    let mut old: BTreeMap<Ident, Shared<'a>> = BTreeMap::new();
    if memory.is_empty() {
        return (old, uses);
    }
    let mut others = Vec::new();
    for used in uses {
        let path = || names::choice(used.tool.signature.tool_id, used.side, used.id);
        match memory.get(Scope::Enum, path) {
            None => others.push(used),
            Some(name) => match old.get_mut(&name) {
                None => _ = old.insert(name, Shared::new(used)),
                Some(shared) if shared.set == used.set() => shared.others.push(used),
                Some(_) => others.push(used),
            },
        }
    }
    (old, others)
}

fn choice<'a>(
    scope: Scope,
    name: Ident,
    shared: &Shared<'a>,
    memory: Memory<'_>,
    grants: &mut Grants,
) -> Choice<'a> {
    let values = shared.first.values;
    let wires = || values.iter().map(|value| &*value.name);
    let kept = |value: &str| {
        shared.uses().find_map(|used| {
            let id = used.tool.signature.tool_id;
            memory.get(scope, || names::value(id, used.side, used.id, value))
        })
    };
    let names = ident::members(scope, wires(), "value", kept);
    if grants.is_idle() {
        return Choice {
            id: shared.first.id,
            name,
            values: names.into_iter().zip(values).collect(),
            derives: Vec::new(),
        };
    }
    let enums = shared.paths();
    let paths = |value: &str| -> Vec<String> {
        let paths = enums.iter();
        paths.map(|path| format!("{path}.{value}")).collect()
    };
    let names = grants.members(scope, wires().map(paths), names);
    Choice {
        id: shared.first.id,
        name,
        values: names.into_iter().zip(values).collect(),
        derives: grants.derives(&enums),
    }
}
