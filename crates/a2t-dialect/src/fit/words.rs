//! Keywords that a schema has no place for, described in the description.

use serde_json::Value;

use super::Members;
use crate::describe;
use crate::export::Notes;

/// Keywords about values that a model can obey when it reads of them.
const DESCRIBED: [&str; 17] = [
    "const",
    "default",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "pattern",
    "uniqueItems",
];
/// Keywords that do not restrict values.
const QUIET: [&str; 9] = [
    "$comment",
    "deprecated",
    "description",
    "examples",
    "example",
    "readOnly",
    "title",
    "type",
    "writeOnly",
];
/// Maximum length of a value that is shown.
const LONG: usize = 300;

/// The description of a schema, and in brackets the keywords of it that are not among `kept`.
pub(super) fn described(schema: &Members, kept: &[&str], notes: &mut Notes) -> Option<String> {
    let own = schema.get("description").and_then(Value::as_str).unwrap_or_default().trim();
    let mut keywords = Vec::new();
    for (keyword, value) in schema {
        let word = keyword.as_str();
        if kept.contains(&word) || QUIET.contains(&word) {
            continue;
        }
        match value.to_string() {
            text if DESCRIBED.contains(&word) && text.len() <= LONG => {
                keywords.push(format!("{word}: {text}"));
                notes.note(format!(
                    "`{word}` stands in the description, since the schema has no place for it"
                ));
            }
            _ => notes.note(format!("`{word}` is left out")),
        }
    }
    let words = (!keywords.is_empty()).then(|| keywords.join(", "));
    let text = describe::join(own, words.as_deref());
    (!text.is_empty()).then_some(text)
}
