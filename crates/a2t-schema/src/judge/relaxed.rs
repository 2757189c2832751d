//! A schema of results as a program of an older snapshot needs it: what a newer server adds passes.

use serde_json::{Map, Value};

/// Keywords that refuse what is added: members, and values of an enum.
const CLOSING: [&str; 2] = ["additionalProperties", "unevaluatedProperties"];
const LISTS: [&str; 2] = ["enum", "const"];
/// Keywords that refuse what a relaxed schema under them takes.
const TURNED: [&str; 4] = ["not", "if", "then", "else"];
/// Keywords whose members are schemas by name.
const NAMED: [&str; 5] =
    ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/// The schema that takes whatever this one takes, more members of its objects, and other texts in
/// its enums.
pub(super) fn relaxed(schema: &Value) -> Value {
    let Value::Object(members) = schema else {
        return schema.clone();
    };
    let mut found = Map::new();
    for (name, value) in members {
        match (name.as_str(), value) {
            (keyword, Value::Bool(false)) if CLOSING.contains(&keyword) => {}
            (keyword, _) if TURNED.contains(&keyword) => {}
            (keyword, listed) if LISTS.contains(&keyword) && is_of_texts(listed) => {
                texts(&mut found, members, listed);
            }
            // A value may fit more than one of the relaxed alternatives.
            ("oneOf", Value::Array(ways)) => {
                let ways: Value = ways.iter().map(relaxed).collect();
                if members.contains_key("anyOf") {
                    continue;
                }
                found.insert("anyOf".to_owned(), ways);
            }
            (keyword, Value::Object(schemas)) if NAMED.contains(&keyword) => {
                let schemas = schemas.iter().map(|(name, schema)| (name.clone(), relaxed(schema)));
                found.insert(name.clone(), schemas.collect());
            }
            ("default" | "examples" | "required" | "enum" | "const", value) => {
                found.insert(name.clone(), value.clone());
            }
            (_, Value::Array(schemas)) => {
                found.insert(name.clone(), schemas.iter().map(relaxed).collect());
            }
            (_, value) => {
                found.insert(name.clone(), relaxed(value));
            }
        }
    }
    Value::Object(found)
}

/// An enum of texts becomes any text; `null` stays where it was listed.
fn texts(found: &mut Map<String, Value>, members: &Map<String, Value>, listed: &Value) {
    if !members.contains_key("type") {
        let has_null = listed.as_array().is_some_and(|values| values.iter().any(Value::is_null));
        let kinds: &[&str] = if has_null { &["string", "null"] } else { &["string"] };
        found.insert("type".to_owned(), kinds.into());
    }
}

fn is_of_texts(listed: &Value) -> bool {
    match listed {
        Value::Array(values) => values.iter().all(|value| value.is_string() || value.is_null()),
        value => value.is_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_newer_server_adds_is_not_refused() {
        let schema = json!({
            "type": "object", "additionalProperties": false, "required": ["sky", "wind"],
            "properties": {
                "sky": {"enum": ["clear", "grey"]}, "enum": {"const": "x", "type": "string"},
                "wind": {"oneOf": [{"type": "object", "additionalProperties": false}, {"const": "none"}]},
                "additionalProperties": {"type": "integer", "enum": [1, 2]},
            },
            "if": {"required": ["rain"]}, "then": {"required": ["wind"]},
        });
        let expected = json!({
            "type": "object", "required": ["sky", "wind"],
            "properties": {
                "sky": {"type": ["string"]}, "enum": {"type": "string"},
                "wind": {"anyOf": [{"type": "object"}, {"type": ["string"]}]},
                "additionalProperties": {"type": "integer", "enum": [1, 2]},
            },
        });
        assert_eq!(relaxed(&schema), expected);
    }
}
