//! Judges a value by `docs/diff.schema.json`, as far as that uses JSON Schema 2020-12; a keyword
//! that is not understood fails.
#![allow(clippy::panic, clippy::unwrap_used)]

use std::sync::LazyLock;

use serde_json::Value;

static SCHEMA: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../docs/diff.schema.json")).unwrap());

/// Panics where the value is not as the schema says.
pub(crate) fn check(value: &Value) {
    if let Err(fault) = valid(value, &SCHEMA, "") {
        panic!("{fault} in {value:#}");
    }
}

fn valid(value: &Value, schema: &Value, at: &str) -> Result<(), String> {
    for (keyword, wanted) in schema.as_object().unwrap() {
        let holds = match keyword.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" => true,
            "$ref" => {
                let target = SCHEMA.pointer(wanted.as_str().unwrap().trim_start_matches('#'));
                valid(value, target.unwrap(), at)?;
                true
            }
            "anyOf" => {
                let mut choices = wanted.as_array().unwrap().iter();
                choices.any(|choice| valid(value, choice, at).is_ok())
            }
            "type" => is(value, wanted.as_str().unwrap()),
            "enum" => wanted.as_array().unwrap().contains(value),
            "pattern" => rule_id(wanted, value.as_str().unwrap_or_default()),
            "required" => {
                let mut names = wanted.as_array().unwrap().iter();
                names.all(|name| value.get(name.as_str().unwrap()).is_some())
            }
            "additionalProperties" => {
                let known = schema["properties"].as_object().unwrap();
                let mut given = value.as_object().unwrap().keys();
                *wanted == Value::Bool(false) && given.all(|name| known.contains_key(name))
            }
            "properties" => {
                for (name, schema) in wanted.as_object().unwrap() {
                    if let Some(value) = value.get(name) {
                        valid(value, schema, &format!("{at}/{name}"))?;
                    }
                }
                true
            }
            "items" => {
                for (index, value) in value.as_array().unwrap().iter().enumerate() {
                    valid(value, wanted, &format!("{at}/{index}"))?;
                }
                true
            }
            other => panic!("the schema says `{other}`, which this check does not know"),
        };
        if !holds {
            return Err(format!("`{keyword}` of the schema does not hold at `{at}`"));
        }
    }
    Ok(())
}

fn is(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type `{other}`"),
    }
}

/// The one pattern there is.
fn rule_id(pattern: &Value, text: &str) -> bool {
    assert_eq!(pattern, "^A2T-[LIOMWJ][0-9]{3}$");
    let rest = text.strip_prefix("A2T-").unwrap_or_default();
    let digits = rest.strip_prefix(['L', 'I', 'O', 'M', 'W', 'J']).unwrap_or_default();
    digits.len() == 3 && digits.bytes().all(|byte| byte.is_ascii_digit())
}
