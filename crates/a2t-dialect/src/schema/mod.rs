//! The JSON schema of a tool's inputs, flat and inlined: `type: object` with `properties`, no
//! `$ref`, no union but the one that strict modes demand.

use a2t_core::{InputParameter, ToolSignature};
use serde_json::{Map, Value, json};

use crate::Dialect;
use crate::describe;
use crate::export::Notes;
use crate::style::Style;

pub(crate) fn inputs(
    tool: &ToolSignature,
    style: Style,
    dialect: Dialect,
    notes: &mut Notes,
) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    let mut order = Vec::new();
    let names = dialect.input_names(tool);
    for (input, name) in tool.input_parameters.iter().zip(names) {
        notes.parameter(Some(&input.name));
        if name != input.name {
            notes.note(format!("is called `{name}` here"));
        }
        if input.required || style.null_union {
            required.push(name.clone());
        }
        if !input.required && style.null_union {
            notes.note("optional: is listed as required, and null stands for none");
        }
        let limit = dialect.limits().parameter_description;
        let description = describe::input(input, style, limit, notes);
        properties.insert(name.clone(), property(input, style, dialect, description));
        order.push(name);
    }
    notes.parameter(None);
    let mut schema = json!({ "type": "object", "properties": properties, "required": required });
    if style.closed {
        insert(&mut schema, "additionalProperties", json!(false));
    }
    if style.proto {
        insert(&mut schema, "propertyOrdering", json!(order));
        insert(&mut schema, "type", json!("OBJECT"));
    }
    schema
}

fn property(input: &InputParameter, style: Style, dialect: Dialect, description: String) -> Value {
    let nullable = style.null_union && !input.required;
    let word = input.kind.json_type();
    let kind = match style {
        Style { proto: true, .. } => json!(word.to_uppercase()),
        _ if nullable => json!([word, "null"]),
        _ => json!(word),
    };
    let mut keywords = input.kind.json_schema();
    keywords.retain(|keyword, _| match &**keyword {
        "type" => false,
        "maxLength" => style.lengths,
        "minimum" | "maximum" => style.bounds,
        "enum" => style.enums,
        _ => true,
    });
    if let Some(Value::Array(values)) = keywords.get_mut("enum").filter(|_| nullable) {
        values.push(Value::Null);
    }
    let mut schema = json!({ "type": kind });
    if !description.is_empty() {
        insert(&mut schema, "description", json!(description));
    }
    if let Some(format) = input.format.as_deref().filter(|_| dialect == Dialect::Mcp) {
        insert(&mut schema, "format", json!(format));
    }
    for (keyword, value) in keywords {
        insert(&mut schema, &keyword, value);
    }
    schema
}

fn insert(schema: &mut Value, key: &str, value: Value) {
    if let Value::Object(members) = schema {
        members.insert(key.to_owned(), value);
    }
}

#[cfg(test)]
mod tests;
