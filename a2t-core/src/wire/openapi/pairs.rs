//! Inputs and outputs become the schemas of an invocation's body and of its reply: arrays of pairs,
//! each typed by the name that it has.

use serde_json::{Value, json};

use super::shapes::{choice, describe};
use super::text::inert;
use super::{Terms, insert, reference, shapes};
use crate::signature::{
    AllowedValue, InputParameter, InputType, OutputParameter, OutputType, ToolSignature,
};

pub(super) fn schemas(tool: &ToolSignature, terms: &Terms, stem: &str) -> [(String, Value); 2] {
    let [body, reply] = names(tool, stem);
    [(body, invocation(tool, terms)), (reply, result(tool))]
}

/// References to the two schemas.
pub(super) fn references(tool: &ToolSignature, stem: &str) -> [Value; 2] {
    names(tool, stem).map(|name| reference("schemas", &name))
}

/// A stem has no dot, so these names are free.
fn names(tool: &ToolSignature, stem: &str) -> [String; 2] {
    ["Invocation", "Result"].map(|what| format!("{stem}.v{}.{what}", tool.version))
}

fn invocation(tool: &ToolSignature, terms: &Terms) -> Value {
    let inputs = &tool.input_parameters;
    let required = inputs.iter().filter(|input| input.required).count();
    let mut pairs = json!({
        "type": "array",
        "description": "A pair for each input that has a value, in any order.",
        "minItems": required,
        "maxItems": inputs.len(),
    });
    if !inputs.is_empty() {
        let typed: Value = inputs.iter().map(|each| input(each, terms)).collect();
        insert(&mut pairs, "items", json!({ "oneOf": typed }));
        let given: Value = inputs.iter().map(times).collect();
        insert(&mut pairs, "allOf", given);
    }
    json!({
        "type": "object",
        "properties": {
            "name": {
                "type": ["string", "null"],
                "enum": [tool.name, null],
                "description": "Name of the tool, which may be left out: the path has it.",
            },
            "input_parameters": pairs,
        },
        "required": ["input_parameters"],
    })
}

fn input(input: &InputParameter, terms: &Terms) -> Value {
    let mut value = Value::Object(input.kind.json_schema());
    if let InputType::Int { min, .. } = &input.kind {
        insert(&mut value, "format", "int64");
        insert(&mut value, "minimum", min.unwrap_or(i64::MIN));
    }
    if let Some(format) = &input.format {
        insert(&mut value, "format", json!(inert(format)));
    }
    if !input.required {
        nullable(&mut value);
    }
    terms.fill(&input.name, &mut value);
    let choices = input.kind.constraints().allowed_values.unwrap_or_default();
    describe(&mut value, &input.description, choices);
    pair(&input.name, value)
}

/// An optional input that is `null` is absent (spec note AMB-25).
fn nullable(schema: &mut Value) {
    let Value::Object(members) = schema else { return };
    if let Some(kind) = members.get_mut("type") {
        *kind = json!([kind.take(), "null"]);
    }
    if let Some(Value::Array(names)) = members.get_mut("enum") {
        names.push(Value::Null);
    }
}

/// The pair of this input stands in the array once, or not more than once.
fn times(input: &InputParameter) -> Value {
    let named = json!({ "properties": { "name": { "const": input.name } }, "required": ["name"] });
    json!({ "contains": named, "minContains": u8::from(input.required), "maxContains": 1 })
}

fn result(tool: &ToolSignature) -> Value {
    let outputs = &tool.output_parameters;
    let mut pairs = json!({
        "type": "array",
        "description": "A pair for each output that has a value.",
        "maxItems": outputs.len(),
    });
    if !outputs.is_empty() {
        let typed: Value = outputs.iter().map(output).collect();
        insert(&mut pairs, "items", json!({ "oneOf": typed }));
    }
    json!({
        "type": "object",
        "properties": { "output_parameters": pairs },
        "required": ["output_parameters"],
    })
}

fn output(output: &OutputParameter) -> Value {
    let mut value = match &output.kind {
        OutputType::String => json!({ "type": "string" }),
        OutputType::Int => json!({ "type": "integer", "format": "int64" }),
        OutputType::Boolean => json!({ "type": "boolean" }),
        OutputType::Enum { allowed_values } => choice(allowed_values),
        OutputType::Json => json!({}),
        OutputType::Described { shape } => {
            return pair(&output.name, shapes::schema(shape, &output.description));
        }
    };
    let choices: &[AllowedValue] = match &output.kind {
        OutputType::Enum { allowed_values } => allowed_values,
        _ => &[],
    };
    describe(&mut value, &output.description, choices);
    pair(&output.name, value)
}

fn pair(name: &str, value: Value) -> Value {
    json!({
        "type": "object",
        "properties": { "name": { "type": "string", "const": name }, "value": value },
        "required": ["name", "value"],
    })
}
