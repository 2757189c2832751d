//! A schema in the keywords of JSON Schema, draft 7, which Vercel's AI SDK has types for.

use serde_json::Value;

use super::Members;
use crate::export::Notes;

/// Keywords of JSON Schema, draft 7.
const DRAFT7: [&str; 40] = [
    "$comment",
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "contentEncoding",
    "contentMediaType",
    "default",
    "description",
    "else",
    "enum",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "if",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "properties",
    "propertyNames",
    "readOnly",
    "required",
    "then",
    "title",
    "type",
    "uniqueItems",
];

pub(super) fn schema(schema: &Value, notes: &mut Notes) -> Value {
    match schema {
        Value::Object(members) => {
            let mut shown = Members::new();
            for (keyword, value) in members {
                let named = ["patternProperties", "properties"].contains(&keyword.as_str());
                let value = match value {
                    Value::Object(all) if named => {
                        let each = |(name, schema): (&String, &Value)| {
                            (name.clone(), self::schema(schema, notes))
                        };
                        all.iter().map(each).collect()
                    }
                    Value::Array(all) if keyword.ends_with("Of") => {
                        all.iter().map(|schema| self::schema(schema, notes)).collect()
                    }
                    Value::Object(_)
                        if ["additionalProperties", "items"].contains(&keyword.as_str()) =>
                    {
                        self::schema(value, notes)
                    }
                    value => value.clone(),
                };
                // The tuple of later drafts, in the words of this one.
                let word = match keyword.as_str() {
                    "prefixItems" => "items",
                    "items" if members.contains_key("prefixItems") => "additionalItems",
                    word => word,
                };
                if DRAFT7.contains(&word) {
                    shown.insert(word.to_owned(), value);
                } else {
                    notes.note(format!("`{keyword}` is left out"));
                }
            }
            Value::Object(shown)
        }
        other => other.clone(),
    }
}
