//! What a client will contain, and how everything in it is called; no tokens, no files.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use a2t_core::{
    AllowedValue, InputParameter, InputType, OutputParameter, OutputType, ToolId, ToolSignature,
};

use crate::ident::{self, Ident, Path, Scope, ToolName};
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

/// Plans a client for these signatures. Of several versions of a tool the newest is called.
pub(crate) fn plan<'a>(signatures: &'a [ToolSignature], grants: &mut Grants) -> Plan<'a> {
    let signatures = newest(signatures);
    let names = tool_names(&signatures, grants);
    let tools: Vec<_> = signatures.into_iter().zip(names).collect();
    let uses = tools.iter().flat_map(|(tool, name)| input_uses(tool, name));
    let inputs = Choices::name(Scope::Variant, uses, grants);
    let uses = tools
        .iter()
        .flat_map(|(tool, name)| output_uses(tool, name));
    let outputs = Choices::name(Scope::OpenVariant, uses, grants);
    let tool = |(signature, name): (&'a ToolSignature, ToolName)| Tool {
        inputs: plan_inputs(signature, &inputs, grants),
        outputs: plan_outputs(signature, &outputs, grants),
        derives: grants.derives(&[signature.name.to_string()]),
        signature,
        name,
    };
    Plan {
        tools: tools.into_iter().map(tool).collect(),
        inputs: inputs.choices,
        outputs: outputs.choices,
    }
}

/// A name that the user chose is that of the method, and gives those of the types.
fn tool_names(signatures: &[&ToolSignature], grants: &mut Grants) -> Vec<ToolName> {
    let named = signatures
        .iter()
        .map(|tool| (&*tool.name, format!("{:032x}", tool.tool_id.as_u128())));
    let names = ident::tools(named);
    if grants.is_idle() {
        return names;
    }
    let things = |name: &dyn Fn(&ToolName) -> Ident| -> Vec<Named> {
        let pairs = signatures.iter().zip(&names);
        let named = pairs.map(|(tool, names)| Named {
            paths: vec![tool.name.to_string()],
            name: name(names),
        });
        named.collect()
    };
    let methods = grants.names(Scope::Method, things(&|name| name.method.clone()));
    let kinds = grants.kinds(things(&|name| name.kind.clone()));
    let pairs = methods.into_iter().zip(kinds);
    pairs
        .map(|(method, kind)| ToolName { method, kind })
        .collect()
}

/// One signature for each tool, by name.
fn newest(signatures: &[ToolSignature]) -> Vec<&ToolSignature> {
    let mut by_id: HashMap<ToolId, &ToolSignature> = HashMap::new();
    for tool in signatures {
        let found = by_id.entry(tool.tool_id).or_insert(tool);
        if found.version < tool.version {
            *found = tool;
        }
    }
    let mut newest: Vec<_> = by_id.into_values().collect();
    newest.sort_by(|a, b| (&a.name, a.tool_id).cmp(&(&b.name, b.tool_id)));
    newest
}

fn plan_inputs<'a>(
    tool: &'a ToolSignature,
    choices: &Choices<'a>,
    grants: &mut Grants,
) -> Vec<Input<'a>> {
    let parameters = &*tool.input_parameters;
    let ids = || parameters.iter().map(|input| &*input.id);
    let names = ident::members(Scope::Method, ids(), "input");
    let path = |id: &str| vec![format!("{}.inputs.{id}", tool.name)];
    let names = grants.members(Scope::Method, ids().map(path), names);
    let input = |(parameter, name): (&'a InputParameter, Ident)| Input {
        name,
        parameter,
        choice: input_values(parameter).and_then(|values| choices.find(&parameter.id, values)),
    };
    parameters.iter().zip(names).map(input).collect()
}

fn plan_outputs<'a>(
    tool: &'a ToolSignature,
    choices: &Choices<'a>,
    grants: &mut Grants,
) -> Vec<Output<'a>> {
    let parameters = &*tool.output_parameters;
    let ids = || parameters.iter().map(|output| &*output.id);
    let names = ident::members(Scope::Field, ids(), "output");
    let path = |id: &str| vec![format!("{}.outputs.{id}", tool.name)];
    let names = grants.members(Scope::Field, ids().map(path), names);
    let output = |(parameter, name): (&'a OutputParameter, Ident)| Output {
        name,
        parameter,
        choice: output_values(parameter).and_then(|values| choices.find(&parameter.id, values)),
    };
    parameters.iter().zip(names).map(output).collect()
}

/// A parameter that is an enum: the tool's Rust name, the parameter's id, the values.
struct Use<'a> {
    tool: Ident,
    /// Where it stands: `lookup_weather.inputs.units.enum`.
    path: String,
    id: &'a str,
    values: &'a [AllowedValue],
}

fn input_uses<'a>(tool: &'a ToolSignature, name: &ToolName) -> Vec<Use<'a>> {
    let parameters = tool.input_parameters.iter();
    uses(
        (tool, name, "inputs"),
        parameters.map(|input| (&*input.id, input_values(input))),
    )
}

fn output_uses<'a>(tool: &'a ToolSignature, name: &ToolName) -> Vec<Use<'a>> {
    let parameters = tool.output_parameters.iter();
    uses(
        (tool, name, "outputs"),
        parameters.map(|output| (&*output.id, output_values(output))),
    )
}

/// The parameters of a tool that have values to choose from.
fn uses<'a>(
    (tool, name, side): (&ToolSignature, &ToolName, &str),
    parameters: impl Iterator<Item = (&'a str, Option<&'a [AllowedValue]>)>,
) -> Vec<Use<'a>> {
    let found = parameters.filter_map(|(id, values)| {
        Some(Use {
            tool: name.kind.clone(),
            path: format!("{}.{side}.{id}.enum", tool.name),
            id,
            values: values?,
        })
    });
    found.collect()
}

fn input_values(input: &InputParameter) -> Option<&[AllowedValue]> {
    match &input.kind {
        InputType::Enum { allowed_values } => Some(allowed_values),
        _ => None,
    }
}

/// An enum without values is any string (reading AMB-23).
fn output_values(output: &OutputParameter) -> Option<&[AllowedValue]> {
    match &output.kind {
        OutputType::Enum { allowed_values } if !allowed_values.is_empty() => Some(allowed_values),
        _ => None,
    }
}

/// The enums of one side. Parameters whose ids give one name and whose values have the same names
/// share one; where the values differ, each enum is named for its first tool as well, so that no
/// enum takes over a name that meant another.
struct Choices<'a> {
    choices: Vec<Choice<'a>>,
    names: HashMap<Key<'a>, Ident>,
}

/// The name that the id gives, and the set of values.
type Key<'a> = (String, BTreeSet<&'a str>);

fn key<'a>(id: &str, values: &'a [AllowedValue]) -> Key<'a> {
    let names = values.iter().map(|value| &*value.name);
    (ident::choice_base(id), names.collect())
}

/// The parameters that share an enum, of which the first one names it.
struct Shared<'a> {
    key: Key<'a>,
    first: Use<'a>,
    paths: Vec<String>,
}

impl<'a> Choices<'a> {
    fn name(scope: Scope, uses: impl Iterator<Item = Use<'a>>, grants: &mut Grants) -> Self {
        let named = named(uses);
        let things = named.iter().map(|(shared, name)| Named {
            paths: shared.paths.clone(),
            name: name.clone(),
        });
        let names = grants.names(Scope::Enum, things.collect());
        let mut found = Self {
            choices: Vec::new(),
            names: HashMap::new(),
        };
        for ((shared, _), name) in named.into_iter().zip(names) {
            found
                .choices
                .push(choice(scope, name.clone(), &shared, grants));
            found.names.insert(shared.key, name);
        }
        found.choices.sort_by(|a, b| a.name.cmp(&b.name));
        found
    }

    fn find(&self, id: &str, values: &'a [AllowedValue]) -> Option<Ident> {
        self.names.get(&key(id, values)).cloned()
    }
}

/// The enums, each with its name.
fn named<'a>(uses: impl Iterator<Item = Use<'a>>) -> Vec<(Shared<'a>, Ident)> {
    let mut by_base: BTreeMap<String, Vec<Shared<'a>>> = BTreeMap::new();
    for used in uses {
        let key = key(used.id, used.values);
        let same_name = by_base.entry(key.0.clone()).or_default();
        match same_name.iter_mut().find(|shared| shared.key == key) {
            Some(shared) => shared.paths.push(used.path),
            None => same_name.push(Shared {
                key,
                paths: vec![used.path.clone()],
                first: used,
            }),
        }
    }
    let mut taken = HashSet::new();
    let (alone, several): (Vec<_>, Vec<_>) =
        by_base.into_values().partition(|shared| shared.len() == 1);
    let mut named = Vec::new();
    for same_name in alone.into_iter().chain(several) {
        let alone = same_name.len() == 1;
        for shared in same_name {
            let tool = (!alone).then_some(shared.first.tool.as_str());
            let name = ident::choice(shared.first.id, tool, &mut taken);
            named.push((shared, name));
        }
    }
    named
}

fn choice<'a>(scope: Scope, name: Ident, shared: &Shared<'a>, grants: &mut Grants) -> Choice<'a> {
    let values = shared.first.values;
    let wires = || values.iter().map(|value| &*value.name);
    let names = ident::members(scope, wires(), "value");
    let paths = |value: &str| -> Vec<String> {
        let enums = shared.paths.iter();
        enums.map(|path| format!("{path}.{value}")).collect()
    };
    let names = grants.members(scope, wires().map(paths), names);
    Choice {
        id: shared.first.id,
        name,
        values: names.into_iter().zip(values).collect(),
        derives: grants.derives(&shared.paths),
    }
}
