//! Defaults and examples in documents of schemas (OpenAPI 3.1, `tools/list` of MCP), each held to its schema.
#![allow(clippy::unwrap_used)]

use serde_json::Value;

/// Checks the value of each `default`, and each of `examples`, against the schema that it stands in. Returns them in
/// the order of the document.
pub(crate) fn valid_values(document: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    collect(document, &mut found);
    found
}

fn collect(value: &Value, found: &mut Vec<Value>) {
    match value {
        Value::Object(members) => {
            let default = members.get("default");
            let examples = members.get("examples").and_then(Value::as_array);
            for shown in default.into_iter().chain(examples.into_iter().flatten()) {
                let schema = jsonschema::draft202012::new(value).unwrap();
                assert!(schema.is_valid(shown), "{shown} is not valid by {value}");
                found.push(shown.clone());
            }
            members.values().for_each(|member| collect(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        _ => {}
    }
}
