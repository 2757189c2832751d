//! A schema of results as a program of an older snapshot needs it: what a newer server adds passes.

use serde_json::{Map, Value, json};

use crate::shape::tag::{Tag, is_null};

/// Keywords that refuse what is added: members, and values of an enum.
const CLOSING: [&str; 2] = ["additionalProperties", "unevaluatedProperties"];
const LISTS: [&str; 2] = ["enum", "const"];
/// Keywords that refuse what a relaxed schema under them takes.
const TURNED: [&str; 4] = ["not", "if", "then", "else"];
/// Keywords whose members are schemas by name.
const NAMED: [&str; 5] =
    ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/// Returns a schema that also takes more members of its objects, other texts in its enums, and
/// objects with other tags where a tag selects an alternative.
pub(super) fn relaxed(schema: &Value) -> Value {
    below(schema, schema)
}

fn below(root: &Value, schema: &Value) -> Value {
    let relaxed = |schema: &Value| below(root, schema);
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
            ("oneOf", Value::Array(_)) if members.contains_key("anyOf") => {}
            // A value may fit more than one of the relaxed alternatives.
            ("oneOf" | "anyOf", Value::Array(ways)) => {
                let others = other_tags(root, members, ways);
                let ways = ways.iter().map(relaxed).chain(others);
                found.insert("anyOf".to_owned(), ways.collect());
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

/// The schema of the objects whose tag none of these alternatives has.
fn other_tags(root: &Value, members: &Map<String, Value>, ways: &[Value]) -> Option<Value> {
    let ways: Vec<_> = ways.iter().filter(|way| !is_null(way)).collect();
    let Tag { name, values } = Tag::find(root, members, &ways).filter(|_| ways.len() > 1)?;
    let other = json!({"type": "string", "not": {"enum": values}});
    Some(json!({"type": "object", "required": [name], "properties": {name: other}}))
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

    #[test]
    fn an_alternative_that_a_newer_server_adds_is_not_refused() {
        let way = |kind: &str| {
            let kind = json!({"const": kind, "type": "string"});
            json!({"type": "object", "properties": {"kind": kind}, "required": ["kind"], "additionalProperties": false})
        };
        let schema = json!({"oneOf": [way("a"), {"$ref": "#/$defs/b"}, {"type": "null"}], "$defs": {"b": way("b")}});
        let known = json!({"type": "object", "properties": {"kind": {"type": "string"}}, "required": ["kind"]});
        let other = json!({
            "type": "object", "required": ["kind"],
            "properties": {"kind": {"type": "string", "not": {"enum": ["a", "b"]}}},
        });
        let expected = json!({
            "anyOf": [known, {"$ref": "#/$defs/b"}, {"type": "null"}, other],
            "$defs": {"b": known},
        });
        assert_eq!(relaxed(&schema), expected);
    }
}
