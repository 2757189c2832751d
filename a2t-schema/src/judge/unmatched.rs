//! A schema without the patterns that nothing matches in linear time: the server judges those.

use jsonschema::Draft;
use serde_json::{Map, Value, json};

/// Keywords that refuse more when a schema beside or below them takes more.
const TURNED: [&str; 7] =
    ["not", "if", "then", "else", "maxContains", "unevaluatedItems", "unevaluatedProperties"];
/// Keywords whose members are schemas by name.
const NAMED: [&str; 4] = ["properties", "$defs", "definitions", "dependentSchemas"];
/// Keywords whose values are no schemas.
const DATA: [&str; 4] = ["const", "default", "enum", "examples"];

/// The schema that takes whatever this one takes, and what only such patterns refuse; `None` if it
/// has none of them.
pub(super) fn without_unmatched(schema: &Value) -> Option<Value> {
    let mut patterns = Patterns::default();
    let wider = patterns.wider(schema);
    patterns.is_any_gone.then_some(wider)
}

#[derive(Default)]
struct Patterns {
    is_any_gone: bool,
}

impl Patterns {
    fn wider(&mut self, schema: &Value) -> Value {
        let Value::Object(members) = schema else {
            return schema.clone();
        };
        let mut found = Map::new();
        let is_open = self.has_unmatched_name(members);
        for (name, value) in members {
            match (name.as_str(), value) {
                (keyword, value) if TURNED.contains(&keyword) => {
                    // Gone with what is in it, which may be why the schema has to be wider.
                    self.wider(value);
                }
                ("patternProperties" | "additionalProperties", _) if is_open => {}
                ("pattern", Value::String(pattern)) if self.is_unmatched(pattern) => {}
                // A value may fit more than one of the wider alternatives.
                ("oneOf", Value::Array(ways)) => {
                    let ways: Value = ways.iter().map(|way| self.wider(way)).collect();
                    if !members.contains_key("anyOf") {
                        found.insert("anyOf".to_owned(), ways);
                    }
                }
                (keyword, _) if DATA.contains(&keyword) => {
                    found.insert(name.clone(), value.clone());
                }
                (keyword, Value::Object(schemas))
                    if NAMED.contains(&keyword) || keyword == "patternProperties" =>
                {
                    let schemas = schemas.iter();
                    let schemas = schemas.map(|(name, schema)| (name.clone(), self.wider(schema)));
                    found.insert(name.clone(), schemas.collect());
                }
                (_, Value::Array(schemas)) => {
                    let schemas = schemas.iter().map(|schema| self.wider(schema));
                    found.insert(name.clone(), schemas.collect());
                }
                (_, value) => {
                    found.insert(name.clone(), self.wider(value));
                }
            }
        }
        Value::Object(found)
    }

    fn has_unmatched_name(&mut self, members: &Map<String, Value>) -> bool {
        let named = members.get("patternProperties").and_then(Value::as_object);
        named.is_some_and(|named| named.keys().any(|pattern| self.is_unmatched(pattern)))
    }

    fn is_unmatched(&mut self, pattern: &str) -> bool {
        let alone = json!({"pattern": pattern});
        let built = super::options().with_draft(Draft::Draft202012).build(&alone);
        self.is_any_gone |= built.is_err();
        built.is_err()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_depends_on_a_pattern_that_is_left_out_goes_with_it() {
        let schema = json!({
            "type": "object", "additionalProperties": false, "required": ["pattern"],
            "patternProperties": {"^(?!x-)": {"type": "integer"}},
            "properties": {
                "pattern": {"type": "string", "pattern": "^(?!\\.)a", "maxLength": 9},
                "plain": {"pattern": "^a+$", "not": {"pattern": "(a)\\1"}},
                "one": {"oneOf": [{"pattern": "(?=a)"}, {"const": "(?=a)"}]},
            },
        });
        let expected = json!({
            "type": "object", "required": ["pattern"],
            "properties": {
                "pattern": {"type": "string", "maxLength": 9},
                "plain": {"pattern": "^a+$"},
                "one": {"anyOf": [{}, {"const": "(?=a)"}]},
            },
        });
        assert_eq!(without_unmatched(&schema), Some(expected));
        assert_eq!(without_unmatched(&json!({"pattern": "^a+$", "not": {"const": "aa"}})), None);
    }
}
