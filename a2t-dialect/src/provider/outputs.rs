//! The JSON schema of a tool's outputs, for the dialects that declare them.

use a2t_core::{OutputParameter, OutputType, ToolSignature};
use serde_json::{Map, Value, json};

/// The schema of the outputs. Nothing in it is required and no enum is closed: a reply may leave
/// outputs out and name values that came later (readings AMB-26 and AMB-28).
pub(super) fn schema(tool: &ToolSignature) -> Value {
    let outputs = tool.output_parameters.iter();
    let properties: Map<_, _> = outputs
        .map(|output| (output.name.to_string(), property(output)))
        .collect();
    json!({ "type": "object", "properties": properties })
}

fn property(output: &OutputParameter) -> Value {
    let kind = match &output.kind {
        OutputType::String | OutputType::Enum { .. } => json!("string"),
        OutputType::Int => json!("integer"),
        OutputType::Boolean => json!("boolean"),
        // Not every reader takes a schema without a type.
        OutputType::Json => json!(["array", "boolean", "null", "number", "object", "string"]),
    };
    json!({ "type": kind, "description": &*output.description })
}
