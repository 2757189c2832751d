//! Shapes of JSON become schemas in the form that those of inputs and outputs have: choices are an
//! `enum`, which generators of types read with `null` in it, and texts are inert.

use serde_json::{Value, json};

use super::text::{inert, line};
use super::{insert, object};
use crate::signature::{AllowedValue, JsonMember, JsonShape};

pub(super) fn schema(shape: &JsonShape, description: &str) -> Value {
    let mut schema = bare(shape.bare());
    if shape.takes_null() {
        add_null(&mut schema);
    }
    let choices: &[AllowedValue] = match shape.bare() {
        JsonShape::Enum { allowed_values } => allowed_values,
        _ => &[],
    };
    describe(&mut schema, description, choices);
    schema
}

fn bare(shape: &JsonShape) -> Value {
    match shape {
        JsonShape::Enum { allowed_values } => choice(allowed_values),
        JsonShape::Record { members } => record(members),
        JsonShape::List { items } => json!({ "type": "array", "items": schema(items, "") }),
        scalar => json!(scalar),
    }
}

fn record(members: &[JsonMember]) -> Value {
    let property =
        |member: &JsonMember| (member.name.to_string(), schema(&member.shape, &member.description));
    let mut record = json!({ "type": "object" });
    insert(&mut record, "properties", object(members.iter().map(property)));
    let required = members.iter().filter(|member| member.required);
    let required: Vec<_> = required.map(|member| &*member.name).collect();
    if !required.is_empty() {
        insert(&mut record, "required", required);
    }
    record
}

fn add_null(schema: &mut Value) {
    if let Some(kind) = schema.get_mut("type") {
        *kind = json!([kind.take(), "null"]);
    }
    if let Some(Value::Array(names)) = schema.get_mut("enum") {
        names.push(Value::Null);
    }
}

/// Names of allowed values; any string where none are listed (spec note AMB-23).
pub(super) fn choice(allowed_values: &[AllowedValue]) -> Value {
    let mut schema = json!({ "type": "string" });
    if !allowed_values.is_empty() {
        let names: Value = allowed_values.iter().map(|value| &*value.name).collect();
        insert(&mut schema, "enum", names);
    }
    schema
}

pub(super) fn describe(schema: &mut Value, text: &str, choices: &[AllowedValue]) {
    let choice = |value: &AllowedValue| format!("- `{}`: {}", value.name, line(&value.description));
    let choices: Vec<_> = choices.iter().map(choice).collect();
    let parts = [inert(text), choices.join("\n")];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    if !parts.is_empty() {
        insert(schema, "description", parts.join("\n\n"));
    }
}
