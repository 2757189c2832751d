//! The JSON schema of a tool's outputs, for the dialects that declare them.

use a2t_core::{OutputParameter, OutputType, ToolSignature};
use serde_json::{Map, Value, json};

use crate::describe;
use crate::selected::Described;

/// The schema of the outputs; that of MCP as it is. In one of ours nothing is required and no enum is
/// closed: a reply may leave outputs out and name values that came later (readings AMB-26 and AMB-28).
pub(super) fn schema(tool: Described<'_>) -> Option<Value> {
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
    let (kind, text) = match &output.kind {
        OutputType::String => (json!("string"), text.to_owned()),
        OutputType::Enum { allowed_values } => {
            (json!("string"), describe::output(text, allowed_values))
        }
        OutputType::Int => (json!("integer"), text.to_owned()),
        OutputType::Boolean => (json!("boolean"), text.to_owned()),
        // Not every reader takes a schema without a type.
        OutputType::Json => (json!(ANY), text.to_owned()),
    };
    json!({ "type": kind, "description": text })
}

const ANY: [&str; 6] = ["array", "boolean", "null", "number", "object", "string"];
