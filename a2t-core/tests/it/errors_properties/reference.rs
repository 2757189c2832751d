//! What callers know of errors, read off two documents.

use serde_json::{Value, json};

/// The `type` of its problems.
pub(crate) fn kind(error: &Value) -> Value {
    let own = || json!(format!("urn:uuid:{}#{}", super::ID, error["name"].as_str().unwrap()));
    error.get("type").cloned().unwrap_or_else(own)
}

/// The form that an error of `old` has in `new`.
fn later<'a>(error: &Value, old: &[Value], new: &'a [Value]) -> Option<&'a Value> {
    let known = |other: &Value| old.iter().any(|one| kind(one) == kind(other));
    let same = new.iter().find(|other| kind(other) == kind(error));
    let moved = || new.iter().find(|other| other["name"] == error["name"] && !known(other));
    same.or_else(moved)
}

/// Returns whether `new` has all that `old` has, and perhaps more.
pub(crate) fn only_adds(old: &[Value], new: &[Value]) -> bool {
    old.iter().all(|error| {
        later(error, old, new).is_some_and(|kept| {
            kind(kept) == kind(error)
                && kept["status"] == error["status"]
                && keeps(&schema(error), &schema(kept))
        })
    })
}

/// Returns whether a caller who knows `old` takes some problem of `new` for another, or cannot read it.
pub(crate) fn breaks(old: &[Value], new: &[Value]) -> bool {
    old.iter().any(|error| {
        later(error, old, new).is_some_and(|kept| {
            kind(kept) != kind(error)
                || kept["status"] != error["status"]
                || !reads(&schema(error), &schema(kept))
        })
    })
}

/// Returns whether some error of the list has this problem.
pub(crate) fn gives(list: &[Value], problem: &Value) -> bool {
    list.iter().any(|error| {
        let mut members = problem.clone();
        for own in ["type", "status"] {
            members.as_object_mut().unwrap().remove(own);
        }
        let is_same = kind(error) == problem["type"] && error["status"] == problem["status"];
        is_same && fits(&schema(error), &members)
    })
}

/// The list sorted, in one spelling.
pub(crate) fn ordered(list: &[Value]) -> Vec<Value> {
    let mut list: Vec<_> = list
        .iter()
        .map(|error| {
            json!([
                kind(error),
                error["name"],
                error["status"],
                error["description"],
                sorted(&schema(error)),
            ])
        })
        .collect();
    list.sort_by_key(ToString::to_string);
    list
}

fn sorted(schema: &Value) -> Value {
    let mut schema = schema.clone();
    match &mut schema {
        Value::Object(members) => {
            for (name, value) in members.iter_mut() {
                *value = sorted(value);
                if let (Value::Array(items), "oneOf" | "required") = (&mut *value, name.as_str()) {
                    items.sort_by_key(ToString::to_string);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = sorted(item)),
        _ => {}
    }
    schema
}

fn schema(error: &Value) -> Value {
    let none = || json!({"type": "object", "properties": {}, "required": []});
    error.get("schema").cloned().unwrap_or_else(none)
}

/// `""` for any JSON, `enum` for a choice.
fn name(schema: &Value) -> &str {
    match (&schema["type"], schema.get("oneOf")) {
        (_, Some(_)) => "enum",
        (Value::Array(kinds), None) => kinds[0].as_str().unwrap(),
        (kind, None) => kind.as_str().unwrap_or_default(),
    }
}

fn nullable(schema: &Value) -> bool {
    schema["type"].is_array()
}

fn choices(schema: &Value) -> Vec<&Value> {
    schema["oneOf"].as_array().unwrap().iter().map(|choice| &choice["const"]).collect()
}

fn requires(schema: &Value, member: &str) -> bool {
    schema["required"].as_array().unwrap().iter().any(|required| required == member)
}

/// The members of `old`, each compared with its later form; one that is gone is not kept.
fn members(old: &Value, new: &Value, kept: fn(&Value, &Value) -> bool) -> bool {
    old["properties"].as_object().unwrap().iter().all(|(name, before)| {
        let after = new["properties"].get(name);
        (requires(new, name) || !requires(old, name)) && after.is_some_and(|it| kept(before, it))
    })
}

fn keeps(old: &Value, new: &Value) -> bool {
    if name(old).is_empty() || name(new).is_empty() {
        return name(old).is_empty();
    }
    let null = nullable(old) || !nullable(new);
    null && match (name(old), name(new)) {
        ("object", "object") => members(old, new, keeps),
        ("array", "array") => keeps(&old["items"], &new["items"]),
        ("enum", "enum") => {
            let (old, new) = (choices(old), choices(new));
            old.len() == new.len() && old.iter().all(|choice| new.contains(choice))
        }
        (old, new) => old == new,
    }
}

fn reads(old: &Value, new: &Value) -> bool {
    if name(old).is_empty() || name(new).is_empty() {
        return name(old).is_empty();
    }
    let null = nullable(old) || !nullable(new);
    null && match (name(old), name(new)) {
        ("object", "object") => members(old, new, reads),
        ("array", "array") => reads(&old["items"], &new["items"]),
        ("enum", "enum") => choices(new).iter().all(|choice| choices(old).contains(choice)),
        ("string", "enum") | ("number", "integer") => true,
        (old, new) => old == new,
    }
}

fn fits(schema: &Value, value: &Value) -> bool {
    if value.is_null() && nullable(schema) {
        return true;
    }
    match name(schema) {
        "" => true,
        "string" => value.is_string(),
        "integer" => value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "enum" => choices(schema).contains(&value),
        "array" => {
            value.as_array().is_some_and(|items| items.iter().all(|it| fits(&schema["items"], it)))
        }
        "object" => value.as_object().is_some_and(|members| {
            schema["properties"].as_object().unwrap().iter().all(|(name, shape)| {
                members.get(name).map_or(!requires(schema, name), |value| fits(shape, value))
            })
        }),
        other => panic!("{other}"),
    }
}
