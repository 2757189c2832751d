//! Catalogs that were made to break a generator, its output, or a reader of either: tables of
//! names, texts and structures in, JSON documents out. The same in every build.
#![allow(clippy::indexing_slicing)]

mod names;
mod near;
mod poisonings;
mod random;
mod refused;
mod schemas;
mod shapes;
mod texts;

use a2t_core::signature::rule;
use serde_json::{Value, json};

pub use near::near;
pub use random::random;
pub use refused::refused;
pub use schemas::snapshots;

/// The file that a payload would leave in the folder it runs in, if ever one ran.
pub const MARKER: &str = "a-hostile-catalog-ran";

/// What a payload does: it leaves the marker, and fails the run.
const RUN: &str =
    "std::fs::write(\"a-hostile-catalog-ran\", \"\").unwrap(); panic!(\"a hostile catalog ran\");";

/// One document of a vendor.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name of the module that its author gives the client; Rust, and unlike every other.
    pub module: String,
    /// The document as it is served.
    pub document: String,
}

/// Catalogs that keep every rule of the draft, and attack in other ways: each becomes a client.
pub fn accepted() -> Vec<Case> {
    let mut cases = Vec::new();
    for (kind, catalogs) in [
        ("name", names::catalogs()),
        ("text", texts::catalogs()),
        ("poisoning", poisonings::catalogs()),
        ("shape", shapes::catalogs()),
    ] {
        for (index, tools) in catalogs.into_iter().enumerate() {
            cases.push(case(&format!("{kind}_{index:03}"), index, tools));
        }
    }
    cases
}

/// The document of these tools, in one of the forms that are read.
fn case(module: &str, index: usize, tools: Vec<Value>) -> Case {
    let document = match index % 3 {
        0 => json!({"items": tools, "paging": {"pageLimit": 100}}),
        1 => Value::from(tools),
        _ => json!({"items": tools, "paging": {}, "x-unknown": "`*/ member"}),
    };
    Case { module: module.to_owned(), document: document.to_string() }
}

/// A tool; the number becomes its id.
fn tool(number: usize, name: &str, text: &str, inputs: Vec<Value>, outputs: Vec<Value>) -> Value {
    json!({
        "toolId": format!("{:08x}-0000-4000-8000-{number:012x}", number % 3),
        "name": name, "description": text, "version": 1, "currentVersion": 1,
        "input_parameters": inputs, "output_parameters": outputs,
    })
}

/// The types of outputs; all but the last are types of inputs.
const TYPES: [&str; 5] = ["string", "int", "boolean", "enum", "json"];

/// A parameter of the type at this place of [`TYPES`], counted round.
fn parameter(kind: usize, types: usize, id: &str, text: &str) -> Value {
    let kind = TYPES.get(kind % types).copied().unwrap_or_default();
    let mut value = json!({"id": id, "name": id, "type": kind, "description": text});
    if kind == "enum" {
        value["allowed-values"] = json!([
            {"name": "ONE", "description": text},
            {"name": "UNKNOWN", "description": ""},
        ]);
    }
    value
}

/// An input; every second one is optional.
fn input(index: usize, id: &str, text: &str) -> Value {
    let mut value = parameter(index / 2, 4, id, text);
    value["required"] = json!(index.is_multiple_of(2));
    value
}

/// An output.
fn output(index: usize, id: &str, text: &str) -> Value {
    parameter(index, 5, id, text)
}

/// An output of records, and of enums with the values of the input `choice`.
fn described(name: &str, choice: &str, text: &str) -> Value {
    let mut value = parameter(4, 5, choice, text);
    let schema = json!({"type": "string", "description": text, "oneOf": [{"const": "UNKNOWN"}, {"const": "ONE"}]});
    let inner = json!({"type": "object", "properties": {choice: schema}, "required": []});
    let members = json!({choice: schema, name: {"type": "array", "items": inner}});
    value["schema"] = json!({"type": "object", "properties": members, "required": [choice]});
    value
}

/// Errors in which this name and this text stand wherever spec note AMB-48 takes one. A list with a
/// text that it does not take is passed by as a whole.
fn errors(name: &str, text: &str) -> Value {
    let record =
        |value: Value| json!({"type": "object", "properties": {name: value}, "required": [name]});
    let members = json!({
        name: {"type": "string", "description": text},
        format!("{name}-"): {"type": "integer"},
        format!("{name}_"): record(json!({"type": "array", "items": record(json!({}))})),
        "choice": {"type": "string", "oneOf": [{"const": "SELF", "description": text}, {"const": "UNKNOWN"}]},
    });
    json!([
        {"name": "UNKNOWN", "status": 409, "description": text},
        {"name": "SELF", "type": format!("https://x.y/{}", name.len()), "status": 404, "description": "",
         "schema": {"type": "object", "properties": members, "required": [name]}},
        {"name": "A12", "status": 422, "description": text}, {"name": "A1_2", "status": 422, "description": ""},
        {"name": "A_12", "type": "urn:x:tool-conflict", "status": 422, "description": ""},
    ])
}

/// A tool in which this name and this text stand wherever the draft takes one.
fn everywhere(name: &str, text: &str) -> Vec<Value> {
    let spellings = || {
        let spelt = [
            name.to_owned(),
            name.to_uppercase(),
            format!("-{name}"),
            name.to_lowercase(),
            format!("{name}_"),
            format!("{name}."),
            format!("{name}1"),
        ];
        unique(spelt.into()).into_iter().enumerate()
    };
    let choice = format!("{name}2");
    let inputs = spellings().map(|(index, id)| input(index, &id, text));
    let inputs = inputs.chain([parameter(3, 4, &choice, text)]);
    let outputs = spellings().map(|(index, id)| output(index, &id, text));
    let outputs = outputs.chain([described(name, &choice, text)]);
    let mut tool = tool(1, name, text, inputs.collect(), outputs.collect());
    let line = text.replace('\n', " ");
    tool["tags"] = json!([name, line]);
    tool["img"] = json!(line);
    let note = if text.trim().is_empty() { name } else { text };
    tool["deprecated"] = json!({"since": "2026-11-01", "note": format!("{note}.")});
    tool["errors"] = errors(name, text);
    vec![tool]
}

/// The first `most` characters.
fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

/// Each text once, in order, without those that look like another one, which are refused.
fn unique(texts: Vec<String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for text in texts {
        let is_known = |known: &String| *known == text || rule::is_look_alike(known, &text);
        if !found.iter().any(is_known) {
            found.push(text);
        }
    }
    found
}
