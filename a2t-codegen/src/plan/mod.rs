//! Contents of a client, and the name of each thing in it; no tokens, no files.

pub(crate) mod called;
mod choices;
mod errors;

use a2t_core::{InputParameter, OutputParameter, OutputType, ToolSignature};

use crate::ident::{self, Ident, Path, Scope, ToolName};
use crate::names::{self, Key, Memory, Side};
use crate::overrides::Applied;
use crate::types::expand::Refusing;
use crate::types::pair::{Meanings, Pair};
use crate::types::{Choice, Errors, Kind, Types};
use called::Called;
use choices::{Choices, uses};

pub(crate) struct Plan<'a> {
    /// Address of the vendor, where one is approved.
    pub(crate) url: Option<&'a str>,
    pub(crate) tools: Vec<Tool<'a>>,
    /// Closed enums.
    pub(crate) inputs: Vec<Choice<'a>>,
    /// Enums that a server may extend.
    pub(crate) outputs: Vec<Choice<'a>>,
    /// Enums with the same values.
    pub(crate) pairs: Vec<Pair>,
}

pub(crate) struct Tool<'a> {
    pub(crate) signature: &'a ToolSignature,
    pub(crate) key: Key,
    pub(crate) name: ToolName,
    pub(crate) inputs: Vec<Input<'a>>,
    pub(crate) outputs: Vec<Output<'a>>,
    /// Enums and objects of outputs whose shape is described.
    pub(crate) sent: Types,
    pub(crate) errors: Errors<'a>,
    /// Derives of its reply in addition to those of every client.
    pub(crate) derives: Vec<Path>,
}

impl Tool<'_> {
    /// Returns the errors, for the doc of their enum.
    pub(crate) fn refusing(&self) -> Refusing<'_> {
        Refusing { name: &self.name, errors: &self.errors }
    }
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
    /// Its type, where the signature describes the shape.
    pub(crate) described: Option<Kind>,
}

/// Plans a client of the picked tools, with the names of the whole: of everything that was approved,
/// whichever part is selected.
pub(crate) fn plan<'a>(
    called: Vec<Called<'a>>,
    memory: Memory<'_>,
    applied: &mut Applied,
) -> Plan<'a> {
    let names = tool_names(&called, memory, applied);
    let tools: Vec<_> = called.into_iter().zip(names).collect();
    let uses = |side: Side| {
        let uses = tools.iter().flat_map(move |(tool, name)| uses(tool, name, side));
        uses.collect::<Vec<_>>()
    };
    let inputs = Choices::name(Scope::Variant, uses(Side::Inputs), memory, applied);
    let outputs = Choices::name(Scope::OpenVariant, uses(Side::Outputs), memory, applied);
    let picked = tools.into_iter().filter(|(tool, _)| tool.picked);
    let tool = |(called, name): (Called<'a>, ToolName)| {
        let (outputs, sent) = self::outputs(&called, &outputs, memory, applied);
        Tool {
            inputs: self::inputs(&called, &inputs, memory, applied),
            outputs,
            sent,
            errors: Errors::new(&called, memory, applied),
            derives: applied.derives(&called.labels()),
            signature: called.signature,
            key: called.key(),
            name,
        }
    };
    let tools: Vec<_> = picked.map(tool).collect();
    let (inputs, outputs) = (inputs.choices, outputs.choices);
    let pairs = pairs(&tools, &inputs, &outputs);
    Plan { url: None, tools, inputs, outputs, pairs }
}

impl<'a> Plan<'a> {
    /// The same client, of a vendor at this address.
    pub(crate) fn at(self, url: Option<&'a str>) -> Self {
        Self { url, ..self }
    }
}

fn pairs(tools: &[Tool<'_>], inputs: &[Choice<'_>], outputs: &[Choice<'_>]) -> Vec<Pair> {
    let mut meanings = Meanings::default();
    meanings.share(Side::Inputs, inputs);
    meanings.share(Side::Outputs, outputs);
    for tool in tools {
        meanings.own(&tool.name.method, &tool.sent);
        meanings.own(&tool.name.method, &tool.errors.types);
    }
    meanings.enums()
}

fn tool_names(tools: &[Called<'_>], memory: Memory<'_>, applied: &mut Applied) -> Vec<ToolName> {
    let named = tools.iter().map(|tool| ident::Wire {
        name: &tool.signature.name,
        number: tool.number,
        id: format!("{:032x}", tool.signature.tool_id.as_u128()),
        method: memory.get(Scope::Method, || names::tool(tool.key())),
        kind: memory.get(Scope::Kind, || names::kind(tool.key())),
    });
    let paths = |index: usize| Some(tools.get(index).filter(|tool| tool.picked)?.labels());
    applied.tools(ident::tools(named), paths)
}

fn inputs<'a>(
    tool: &Called<'a>,
    choices: &Choices<'a>,
    memory: Memory<'_>,
    applied: &mut Applied,
) -> Vec<Input<'a>> {
    let parameters = &*tool.signature.input_parameters;
    let ids = parameters.iter().map(|input| (&*input.id, &*input.name)).collect();
    let names = member_names(tool, Side::Inputs, Scope::Method, ids, memory, applied);
    let input = |(parameter, name): (&'a InputParameter, Ident)| Input {
        name,
        parameter,
        choice: choices.find(tool.key(), &parameter.id),
    };
    parameters.iter().zip(names).map(input).collect()
}

fn outputs<'a>(
    tool: &Called<'a>,
    choices: &Choices<'a>,
    memory: Memory<'_>,
    applied: &mut Applied,
) -> (Vec<Output<'a>>, Types) {
    let mut sent = Types::new(&tool.label(), Side::Outputs);
    let parameters = &*tool.signature.output_parameters;
    let ids = parameters.iter().map(|output| (&*output.id, &*output.name)).collect();
    let names = member_names(tool, Side::Outputs, Scope::Field, ids, memory, applied);
    // `result` adds nothing to the tool's name, and Rust has a `Result`.
    let tool_name = &*tool.signature.name;
    let is_free = !parameters.iter().any(|output| output.id == tool_name);
    let noun = |output: &'a OutputParameter| match &*output.id {
        "result" if is_free => tool_name,
        id => ident::preferred(id, &output.name),
    };
    let output = |(parameter, name): (&'a OutputParameter, Ident)| Output {
        name,
        parameter,
        choice: choices.find(tool.key(), &parameter.id),
        described: described(parameter, noun(parameter), &mut sent, applied),
    };
    let outputs = parameters.iter().zip(names).map(output).collect();
    sent.finish(applied);
    (outputs, sent)
}

/// The type of an output whose shape is described, which is named for `noun`.
fn described(
    parameter: &OutputParameter,
    noun: &str,
    sent: &mut Types,
    applied: &mut Applied,
) -> Option<Kind> {
    let OutputType::Described { shape } = &parameter.kind else {
        return None;
    };
    Some(sent.described(&parameter.id, noun, shape, applied))
}

fn member_names(
    tool: &Called<'_>,
    side: Side,
    scope: Scope,
    ids: Vec<(&str, &str)>,
    memory: Memory<'_>,
    applied: &mut Applied,
) -> Vec<Ident> {
    let kept = |id: &str| memory.get(scope, || names::parameter(tool.key(), side, id));
    let preferred = ids.iter().map(|(id, name)| (*id, ident::preferred(id, name)));
    let names = ident::called(scope, preferred, side.noun(), kept);
    if applied.is_empty() {
        return names;
    }
    let labels = tool.labels();
    let path = |(id, _): &(&str, &str)| -> Vec<String> {
        labels.iter().map(|tool| format!("{tool}.{}.{id}", side.as_str())).collect()
    };
    applied.members(scope, ids.iter().map(path), names)
}
