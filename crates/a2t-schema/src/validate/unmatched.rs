//! A schema without the patterns that cannot be matched in linear time: the server checks those.

use serde_json::{Map, Value};

use super::patterns::{DATA, NAMED, Patterns};

/// Keywords that refuse more when a schema next to or below them takes more.
const TURNED: [&str; 7] =
    ["not", "if", "then", "else", "maxContains", "unevaluatedItems", "unevaluatedProperties"];

/// Returns the schema that takes what this one takes, and what only such patterns refuse; `None` if it
/// has none of them.
pub(super) fn without_unmatched(schema: &Value, patterns: &Patterns) -> Option<Value> {
    (!patterns.are_all_matched()).then(|| Wider { patterns }.wider(schema))
}

struct Wider<'p> {
    patterns: &'p Patterns,
}

impl Wider<'_> {
    fn wider(&self, schema: &Value) -> Value {
        let Value::Object(members) = schema else {
            return schema.clone();
        };
        let mut found = Map::new();
        let is_open = self.has_unmatched_name(members);
        for (name, value) in members {
            match (name.as_str(), value) {
                (keyword, _) if TURNED.contains(&keyword) => {}
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

    fn has_unmatched_name(&self, members: &Map<String, Value>) -> bool {
        let named = members.get("patternProperties").and_then(Value::as_object);
        named.is_some_and(|named| named.keys().any(|pattern| self.is_unmatched(pattern)))
    }

    fn is_unmatched(&self, pattern: &str) -> bool {
        self.patterns.size(pattern).is_none()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn without(schema: &Value) -> Option<Value> {
        without_unmatched(schema, &Patterns::new(schema))
    }

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
        assert_eq!(without(&schema), Some(expected));
        assert_eq!(without(&json!({"pattern": "^a+$", "not": {"const": "aa"}})), None);
    }
}
