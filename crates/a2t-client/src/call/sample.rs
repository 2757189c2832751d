//! A valid reply for a signature, if a test sets none.

use a2t_core::{OutputType, ToolSignature};
use serde_json::Value;

/// A value for each output: the least of its type, or the first that is listed.
pub(super) fn values(signature: &ToolSignature) -> Vec<Option<Value>> {
    let outputs = signature.output_parameters.iter();
    outputs.map(|output| Some(value(&output.kind))).collect()
}

fn value(kind: &OutputType) -> Value {
    match kind {
        OutputType::String => "".into(),
        OutputType::Int => 0.into(),
        OutputType::Boolean => false.into(),
        OutputType::Enum { allowed_values } => {
            let first = allowed_values.first().map(|value| &*value.name);
            first.unwrap_or_default().into()
        }
        OutputType::Json => Value::Null,
        OutputType::Described { shape } => shape.sample(),
    }
}
