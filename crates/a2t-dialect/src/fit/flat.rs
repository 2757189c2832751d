//! Inputs of Bedrock Agents: a type and a description each. What has members is JSON in a text.

use serde_json::{Value, json};

use super::narrow::{folded, types};
use super::words;
use crate::describe;
use crate::export::Notes;

pub(super) fn property(schema: &Value, notes: &mut Notes) -> Value {
    let members = folded(schema);
    let (types, _) = types(&members);
    let simple = ["string", "number", "integer", "boolean"];
    match types.as_slice() {
        [one] if simple.contains(&one.as_str()) => {
            let text = words::described(&members, &["anyOf"], notes).unwrap_or_default();
            json!({ "type": one, "description": text })
        }
        [one] if one == "array" => {
            let items = members.get("items").filter(|items| items.is_object());
            let text = words::described(&members, &["items"], notes).unwrap_or_default();
            let items = items.map(|items| format!("items by the JSON schema {items}"));
            if items.is_some() {
                notes.note("the schema of its items stands in the description");
            }
            json!({ "type": "array", "description": describe::join(&text, items.as_deref()) })
        }
        _ => {
            notes.note("is a text with JSON in it here, and its schema stands in the description");
            let own = members.get("description").and_then(Value::as_str).unwrap_or_default();
            let schema = format!("JSON text, by the schema {schema}");
            json!({ "type": "string", "description": describe::join(own, Some(&schema)) })
        }
    }
}
