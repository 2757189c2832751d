//! One tool as a method of the client and as a call with its optional inputs.

use a2t_core::InputType;

use super::{expansions, reply};
use crate::docs;
use crate::emit::{Code, Rust, call_and_reply, code, deprecated, doc, doc_line, hints, rust};
use crate::ident::Path;
use crate::plan::{Input, Output, Tool};
use crate::types::expand::errors_documented;

pub(super) fn method(index: usize, tool: &Tool<'_>, out: &mut Rust) {
    method_doc(tool, out);
    deprecated(tool.signature.deprecated.as_ref(), out);
    let (method, kind) = (&tool.name.method, &tool.name.kind);
    let inputs = required(tool).map(|(_, input)| argument(input, code!("")));
    let arguments: Vec<_> = [code!("&self")].into_iter().chain(inputs).collect();
    let (head, tail) = (code!("pub fn {method}"; method), code!(" -> call::{kind} {{"; kind));
    out.head(&head, &arguments, &tail);
    let sets = required(tool).map(|(position, input)| {
        let (set, name) = (setter(input), &input.name);
        code!(".{set}({position}, {name})"; set, position, name)
    });
    let first = code!("self.call({index})"; index);
    let last = code!(".begin(call::{kind})"; kind);
    out.inside(|out| out.chain([first].into_iter().chain(sets).chain([last])));
    rust!(out, "}}");
}

fn required<'a>(tool: &'a Tool<'a>) -> impl Iterator<Item = (usize, &'a Input<'a>)> {
    let inputs = tool.inputs.iter().enumerate();
    inputs.filter(|(_, input)| input.parameter.required)
}

/// Expands to: `pub mod call { … calls! { pub struct LookupWeather { … } } }`
pub(super) fn module(tools: &[Tool<'_>], a2t: &Path, out: &mut Rust) {
    rust!(out,
        "/// Calls that were begun and not sent: the optional inputs are set here."
        "pub mod call {{"
        "    use ::core::convert::Into;"
        "    use ::std::string::String;"
        "    use {a2t}::client::{{AtMost, Int, Text}};"; a2t);
    out.inside(|out| expansions(&code!("calls"), tools, a2t, out, item));
    rust!(out, "}}");
}

fn item(tool: &Tool<'_>, out: &mut Rust) {
    let (method, kind) = (&tool.name.method, &tool.name.kind);
    let (version, id) = (tool.signature.version, tool.signature.tool_id);
    rust!(out,
        "/// A call of [`{method}`](super::Calls::{method}): version {version} of the tool {id}.";
        method, version, id);
    if tool.inputs.iter().all(|input| input.parameter.required) {
        return rust!(out, "pub struct {kind} {{}}"; kind);
    }
    rust!(out, "pub struct {kind} {{"; kind);
    out.inside(|out| {
        let inputs = tool.inputs.iter().enumerate();
        let optional = inputs.filter(|(_, input)| !input.parameter.required);
        optional.for_each(|(position, input)| field(position, input, out));
    });
    rust!(out, "}}");
}

/// Expands to: `days: impl Into<Int<0, 14>> = int(1),`, of which the method that sets it is made.
fn field(position: usize, input: &Input<'_>, out: &mut Rust) {
    let (lines, bounds) = (docs::lines(&input.parameter.description), bounds(input));
    match lines.split_last() {
        None if bounds.is_empty() => rust!(out, "/// An optional input."),
        None => rust!(out, "///{bounds}"; bounds),
        Some((last, before)) => {
            before.iter().for_each(|line| doc_line(line, out));
            rust!(out, "/// {last}{bounds}"; last, bounds);
        }
    }
    let (argument, set) = (argument(input, code!("super::")), setter(input));
    rust!(out, "{argument} = {set}({position}),"; argument, set, position);
}

/// The description, and a line for each argument that has one.
fn method_doc(tool: &Tool<'_>, out: &mut Rust) {
    let calls = || code!("Calls {name}."; name = docs::line(&tool.signature.name));
    doc(&tool.signature.description, calls, out);
    hints(&code!("Its vendor"), tool.signature.hints, out);
    for (_, input) in required(tool) {
        let (name, bounds) = (&input.name, bounds(input));
        let line = docs::line(&input.parameter.description);
        if !line.is_empty() {
            rust!(out, "/// * `{name}`: {line}{bounds}"; name, line, bounds);
        } else if !bounds.is_empty() {
            rust!(out, "/// * `{name}`:{bounds}"; name, bounds);
        }
    }
    others(tool, out);
}

fn others(tool: &Tool<'_>, out: &mut Rust) {
    let optional = tool.inputs.iter().filter(|input| !input.parameter.required);
    let optional: Vec<_> = optional.map(|input| &input.name).collect();
    let field = |output: &Output<'_>| code!("{name}: {kind}"; name = &output.name, kind = reply::documented(tool, output));
    let outputs: Vec<_> = tool.outputs.iter().map(field).collect();
    call_and_reply(&tool.name.kind, &optional, &outputs, &errors_documented(&tool.refusing()), out);
}

/// Expands to: ` From 0 to 14.`, or nothing.
fn bounds(input: &Input<'_>) -> Code {
    match input.parameter.kind {
        InputType::Int { min: Some(min), max } => code!(" From {min} to {max}."; min, max),
        InputType::Int { min: None, max } => code!(" At most {max}."; max),
        InputType::String { max_length: Some(max) } => code!(" At most {max} characters."; max),
        InputType::String { max_length: None } | InputType::Boolean | InputType::Enum { .. } => {
            code!("")
        }
    }
}

/// Expands to: `days: impl Into<Int<0, 14>>`; `outer` leads to the module of the enums.
fn argument(input: &Input<'_>, outer: Code) -> Code {
    let name = &input.name;
    match (&input.parameter.kind, &input.choice) {
        (InputType::Enum { .. }, Some(choice)) => {
            code!("{name}: {outer}{choice}"; name, outer, choice)
        }
        (InputType::Boolean, _) => code!("{name}: bool"; name),
        (InputType::Int { min: Some(min), max }, _) => {
            code!("{name}: impl Into<Int<{min}, {max}>>"; name, min, max)
        }
        (InputType::Int { min: None, max }, _) => {
            code!("{name}: impl Into<AtMost<{max}>>"; name, max)
        }
        (InputType::String { max_length: Some(max) }, _) => {
            code!("{name}: impl Into<Text<{max}>>"; name, max)
        }
        _ => code!("{name}: impl Into<String>"; name),
    }
}

fn setter(input: &Input<'_>) -> Code {
    match &input.parameter.kind {
        InputType::String { max_length: Some(_) } => code!("text"),
        InputType::String { max_length: None } => code!("string"),
        InputType::Int { .. } => code!("int"),
        InputType::Boolean => code!("boolean"),
        InputType::Enum { .. } => code!("choice"),
    }
}
