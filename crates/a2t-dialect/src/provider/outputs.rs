//! The JSON schema of a tool's outputs, for the dialects that declare them.

use a2t_core::{JsonShape, OutputParameter, OutputType, ToolSignature};
use serde_json::{Map, Value, json};

use crate::describe;
use crate::selected::Described;

/// The schema of the outputs; that of MCP as it is. In one of ours nothing is required and no enum is
/// closed: a reply may leave outputs out and name values that came later (spec notes AMB-26 and
/// AMB-28).
pub(crate) fn schema(tool: Described<'_>) -> Option<Value> {
    match tool {
        Described::Signature(signature) => Some(of_signature(signature)),
        Described::Schema(tool) => tool.output.as_ref().map(|schema| schema.as_value().clone()),
    }
}

fn of_signature(tool: &ToolSignature) -> Value {
    let outputs = tool.output_parameters.iter();
    let properties: Map<_, _> =
        outputs.map(|output| (output.name.to_string(), property(output))).collect();
    json!({ "type": "object", "properties": properties })
}

fn property(output: &OutputParameter) -> Value {
    let text = &*output.description;
    if let OutputType::Described { shape } = &output.kind {
        return described(shape, text);
    }
    let (kind, text) = match &output.kind {
        OutputType::String => (json!("string"), text.to_owned()),
        OutputType::Enum { allowed_values } => {
            (json!("string"), describe::output(text, allowed_values))
        }
        OutputType::Int => (json!("integer"), text.to_owned()),
        OutputType::Boolean => (json!("boolean"), text.to_owned()),
        // Not every reader takes a schema without a type.
        OutputType::Json | OutputType::Described { .. } => (json!(ANY), text.to_owned()),
    };
    json!({ "type": kind, "description": text })
}

/// The schema of a shape as far as a reply keeps to it forever: a value of an enum may be a later one.
fn described(shape: &JsonShape, text: &str) -> Value {
    let mut schema = json!(shape);
    open(&mut schema);
    if let (Value::Object(members), false) = (&mut schema, text.is_empty()) {
        members.insert("description".to_owned(), text.into());
    }
    schema
}

fn open(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            // A member of a record may have this name too; its value is a schema, not a list.
            if let Some(Value::Array(choices)) = members.get("oneOf") {
                let words = choices.iter().filter_map(choice).collect::<Vec<_>>();
                members.remove("oneOf");
                let before = members.get("description").and_then(Value::as_str).unwrap_or_default();
                let parts = [before, &words.join("\n")];
                let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
                let text = parts.join("\n\n");
                members.insert("description".to_owned(), text.into());
            }
            members.values_mut().for_each(open);
        }
        Value::Array(items) => items.iter_mut().for_each(open),
        _ => {}
    }
}

fn choice(choice: &Value) -> Option<String> {
    let name = choice.get("const")?.as_str()?;
    Some(match choice.get("description").and_then(Value::as_str) {
        Some(text) => format!("- `{name}`: {text}"),
        None => format!("- `{name}`"),
    })
}

const ANY: [&str; 6] = ["array", "boolean", "null", "number", "object", "string"];
