//! A signature as structs with serde derives, as most servers write their catalogs.

use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tool {
    tool_id: String,
    name: String,
    description: String,
    version: u32,
    current_version: u32,
    tags: Vec<String>,
    #[serde(rename = "input_parameters")]
    input_parameters: Vec<Input>,
    #[serde(rename = "output_parameters")]
    output_parameters: Vec<Output>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Input {
    id: String,
    name: String,
    #[serde(rename = "type")]
    kind: String,
    description: String,
    required: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<i64>,
    #[serde(default, rename = "allowed-values", skip_serializing_if = "Vec::is_empty")]
    allowed_values: Vec<Value>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Output {
    id: String,
    name: String,
    #[serde(rename = "type")]
    kind: String,
    description: String,
}

#[derive(Clone, Serialize, Deserialize)]
struct Value {
    name: String,
    description: String,
}

pub fn read(text: &str) -> Result<Tool, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}
