//! One tool as a method of the client and as a call with its optional inputs.

use a2t_core::InputType;

use super::{doc_line, expansions};
use crate::docs;
use crate::emit::{Breaks, Rust};
use crate::ident::Path;
use crate::plan::{Input, Tool};

/// The method that takes the required inputs.
pub(super) fn method((index, tool): (usize, &Tool<'_>), out: &mut Rust) {
    method_doc(tool, out);
    deprecated(tool, out);
    let head = out.line().open(Breaks::All, 4);
    head.code("pub fn ").ident(&tool.name.method);
    let required = required(tool).map(|(_, input)| Some(input));
    head.arguments(
        [None].into_iter().chain(required),
        |out, input| match input {
            None => _ = out.code("&self"),
            Some(input) => argument(input, "", out),
        },
    );
    head.code(" -> call::")
        .ident(&tool.name.kind)
        .code(" {")
        .end();
    out.enter();
    let chain = out.line().open(Breaks::Some, 4);
    chain.code("self.call(").position(index).code(")");
    for (position, input) in self::required(tool) {
        set(position, input, chain.zero().code("."));
        chain.code(", ").ident(&input.name).code(")");
    }
    chain.zero().code(".begin(call::").ident(&tool.name.kind);
    chain.code(")").close().end();
    out.leave();
}

fn required<'a>(tool: &'a Tool<'a>) -> impl Iterator<Item = (usize, &'a Input<'a>)> {
    let inputs = tool.inputs.iter().enumerate();
    inputs.filter(|(_, input)| input.parameter.required)
}

/// Expands to: `calls! { pub struct LookupWeather { units: super::Units = choice(1), } }`
pub(super) fn items(tools: &[Tool<'_>], a2t: &Path, out: &mut Rust) {
    expansions("calls! {", tools, a2t, out, item);
}

fn item(tool: &Tool<'_>, out: &mut Rust) {
    let (method, kind) = (&tool.name.method, &tool.name.kind);
    let doc = out.line().code("/// A call of [`").ident(method);
    doc.code("`](super::Calls::")
        .ident(method)
        .code("): version ");
    doc.number(tool.signature.version).code(" of the tool ");
    doc.id(tool.signature.tool_id).code(".").end();
    let head = out.line().code("pub struct ").ident(kind);
    if tool.inputs.iter().all(|input| input.parameter.required) {
        return head.code(" {}").end();
    }
    head.code(" {").end();
    out.enter();
    for (position, input) in tool.inputs.iter().enumerate() {
        if !input.parameter.required {
            setter(position, input, out);
        }
    }
    out.leave();
}

/// Expands to: `days: impl Into<Int<0, 14>> = int(1),`, of which the method that sets it is made.
fn setter(position: usize, input: &Input<'_>, out: &mut Rust) {
    setter_doc(input, out);
    argument(input, "super::", out.line());
    set(position, input, out.code(" = "));
    out.code("),").end();
}

/// The description, and the bounds on its last line.
fn setter_doc(input: &Input<'_>, out: &mut Rust) {
    let lines = docs::lines(&input.parameter.description);
    let Some((last, before)) = lines.split_last() else {
        let line = out.line().code("///");
        if has_bounds(input) {
            bounds(input, line);
        } else {
            line.code(" An optional input.");
        }
        return line.end();
    };
    for line in before {
        doc_line(line, out).end();
    }
    let line = doc_line(last, out);
    bounds(input, line);
    line.end();
}

/// Expands to: `#[deprecated(since = "2026-11-01", note = "…")]`, for rustc and rustdoc to say.
fn deprecated(tool: &Tool<'_>, out: &mut Rust) {
    let Some(deprecated) = &tool.signature.deprecated else {
        return;
    };
    let members = [
        ("since = ", docs::line(&deprecated.since)),
        ("note = ", docs::line(&deprecated.note)),
    ];
    let attribute = ("#[deprecated(", ")]");
    let line = out
        .line()
        .attribute(attribute, members, |out, (name, value)| {
            out.code(name).string(value.as_str());
        });
    line.end();
}

/// The description, and one line for each argument that has one.
fn method_doc(tool: &Tool<'_>, out: &mut Rust) {
    super::doc(
        &tool.signature.description,
        |out| {
            let name = docs::line(&tool.signature.name);
            out.code("Calls ").prose(&name).code(".");
        },
        out,
    );
    for (_, input) in required(tool) {
        let description = docs::line(&input.parameter.description);
        if description.is_empty() && !has_bounds(input) {
            continue;
        }
        let line = out.line().code("/// * `").ident(&input.name).code("`:");
        if !description.is_empty() {
            line.code(" ").prose(&description);
        }
        bounds(input, line);
        line.end();
    }
}

/// Whether a value has to keep to something beside its type.
fn has_bounds(input: &Input<'_>) -> bool {
    matches!(
        input.parameter.kind,
        InputType::Int { .. }
            | InputType::String {
                max_length: Some(_)
            }
    )
}

/// Says what a value has to keep to, if anything, behind a space.
fn bounds(input: &Input<'_>, out: &mut Rust) {
    match &input.parameter.kind {
        InputType::Int {
            min: Some(min),
            max,
        } => {
            _ = out
                .code(" From ")
                .number(*min)
                .code(" to ")
                .number(*max)
                .code(".")
        }
        InputType::Int { min: None, max } => _ = out.code(" At most ").number(*max).code("."),
        InputType::String {
            max_length: Some(max),
        } => _ = out.code(" At most ").number(*max).code(" characters."),
        InputType::String { max_length: None } | InputType::Boolean | InputType::Enum { .. } => {}
    }
}

/// Expands to: `days: impl Into<Int<0, 14>>`; `outer` leads to the module of the enums.
fn argument(input: &Input<'_>, outer: &'static str, out: &mut Rust) {
    out.ident(&input.name).code(": ");
    match (&input.parameter.kind, &input.choice) {
        (InputType::Enum { .. }, Some(choice)) => _ = out.code(outer).ident(choice),
        (InputType::Boolean, _) => _ = out.code("bool"),
        _ => _ = out.one(("impl Into<", ">"), |out| inner(input, out)),
    }
}

/// The type that an argument is converted to.
fn inner(input: &Input<'_>, out: &mut Rust) {
    match &input.parameter.kind {
        InputType::Int {
            min: Some(min),
            max,
        } => {
            _ = out.list(("Int<", ">"), [*min, *max], |out, bound| {
                _ = out.number(bound)
            })
        }
        InputType::Int { min: None, max } => {
            out.one(("AtMost<", ">"), |out| _ = out.number(*max));
        }
        InputType::String {
            max_length: Some(max),
        } => _ = out.one(("Text<", ">"), |out| _ = out.number(*max)),
        _ => _ = out.code("String"),
    }
}

/// Expands to: `text(0`, in a line that goes on.
fn set(position: usize, input: &Input<'_>, out: &mut Rust) {
    out.code(match &input.parameter.kind {
        InputType::String {
            max_length: Some(_),
        } => "text(",
        InputType::String { max_length: None } => "string(",
        InputType::Int { .. } => "int(",
        InputType::Boolean => "boolean(",
        InputType::Enum { .. } => "choice(",
    });
    out.position(position);
}
