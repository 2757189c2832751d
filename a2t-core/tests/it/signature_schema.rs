//! `docs/signature.schema.json`, by which vendors who do not use Rust check their signatures, against the reader:
//! on the documents of the corpora and on thousands of changes of them, both accept the same, except what
//! `is_beyond_json_schema` and `is_liberal` list.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::sample;

use std::path::Path;

use a2t_core::signature::parse_value;
use a2t_core::{Code, Violation};
use jsonschema::Validator;
use serde_json::{Value, json};

fn read(path: &str) -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap()
}

fn validator() -> Validator {
    jsonschema::validator_for(&read("docs/signature.schema.json")).unwrap()
}

/// A signature with every member that has a meaning.
fn every_member() -> Value {
    let text = |id: &str| json!({"id": id, "name": id, "description": "A text."});
    let choices =
        json!([{"name": "ECONOMY", "description": "Cheap."}, {"name": "FIRST", "description": ""}]);
    let with = |mut base: Value, more: Value| {
        base.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        base
    };
    let shape = json!({"type": "object", "required": ["sky"], "properties": {
        "sky": {"type": "string", "oneOf": [{"const": "CLEAR", "description": "Clear."}, {"const": "RAIN"}], "description": "The sky."},
        "wind": {"type": ["string", "null"], "oneOf": [{"const": "WEST"}, {"const": null}]},
        "hours": {"type": ["array", "null"], "items": {"type": "number"}},
        "any": {}
    }});
    let error = json!({"name": "LENT", "type": "https://x.example/lent", "status": 409, "description": "Lent.",
        "schema": {"type": "object", "properties": {"until": {"type": "string"}}}});
    sample::with(|tool| {
        tool["title"] = json!("Weather");
        tool["deprecated"] = json!({"since": "2026-11-01", "note": "Use version 2."});
        tool["annotations"] = json!({"readOnlyHint": true, "idempotentHint": true, "destructiveHint": false, "longRunningHint": false});
        tool["preconditions"] = json!({"scopes": ["a", "b"], "idempotencyKey": "required"});
        tool["errors"] = json!([error, {"name": "GONE", "status": 410, "description": ""}]);
        tool["input_parameters"] = json!([
            text("bare"),
            with(
                text("day"),
                json!({"type": "string", "max-length": 10, "format": "date", "required": false})
            ),
            with(text("days"), json!({"type": "int", "min": -1, "max": 14})),
            with(text("now"), json!({"type": "boolean", "required": true})),
            with(text("class"), json!({"type": "enum", "allowed-values": choices})),
        ]);
        tool["output_parameters"] = json!([
            text("bare"),
            with(text("n"), json!({"type": "int"})),
            with(text("class"), json!({"type": "enum", "allowed-values": choices})),
            with(text("report"), json!({"type": "json", "schema": shape})),
        ]);
    })
}

/// The signatures of the corpora, each once.
fn corpora() -> Vec<Value> {
    let mut found = vec![sample::tool(), every_member()];
    for file in ["evolution", "errors", "shapes"] {
        let corpus = read(&format!("tests/corpus/{file}.json"));
        let mut open: Vec<&Value> = vec![&corpus];
        while let Some(value) = open.pop() {
            match value {
                Value::Object(object) if object.contains_key("toolId") => found.push(value.clone()),
                Value::Object(object) => open.extend(object.values()),
                Value::Array(array) => open.extend(array),
                _ => {}
            }
        }
    }
    found.sort_by_key(Value::to_string);
    found.dedup();
    found
}

/// The mistakes and the remarks of the reader.
fn remarks(document: &Value) -> Vec<Violation> {
    match parse_value(document, "") {
        Ok(parsed) => parsed.unknown.into_iter().collect(),
        Err(violations) => violations.into_iter().collect(),
    }
}

/// Rules that JSON Schema has no words for.
fn is_beyond_json_schema(violation: &Violation) -> bool {
    let pairs = [
        Code::DuplicateId,
        Code::DuplicateName,
        Code::DuplicateAllowedValue,
        Code::LookAlike,
        Code::EmptyRange,
    ];
    // Invisible characters other than controls, and days such as 30 February.
    let values = [Code::ForbiddenCharacter, Code::BadDeprecation];
    // Names that are required and not there, choices whose last is not `null`, two errors of one name.
    let pointers = ["/schema", "/errors"];
    pairs.contains(&violation.code)
        || values.contains(&violation.code)
        || violation.code == Code::UnknownMember
            && pointers.iter().any(|pointer| violation.pointer.contains(pointer))
}

/// One change of a document: the pointer to the location, and its new value; `None` where it was removed.
struct Change {
    pointer: String,
    value: Option<Value>,
}

/// Returns `true` for what the reader takes without a remark, and a vendor should not write.
fn is_liberal(change: &Change) -> bool {
    let Change { pointer, value } = change;
    match value {
        // An optional member that is `null` is absent (spec note AMB-28).
        Some(Value::Null) => true,
        // Spec note AMB-1.
        Some(Value::String(_)) => pointer.ends_with("ersion"),
        // Errors and choices of a shape may have members that are not read.
        Some(_) => pointer.starts_with("/errors/") && pointer.ends_with("/strange"),
        None => false,
    }
}

/// Values that a member should not have, or may have.
fn values() -> Vec<Value> {
    let texts = ["", "x", " ", "WORD", "12", "two\nlines", "a\u{7}", "int", "json", "2026-13-01"];
    let long = [255, 256, 2_001, 10_001].map(|length| json!("X".repeat(length)));
    let others = [json!(null), json!(true), json!(0), json!(-1), json!(1.5), json!(404)];
    let more = [json!([]), json!({}), json!(["x", "x"]), json!([{}]), json!({"type": "string"})];
    texts.iter().map(|text| json!(text)).chain(long).chain(others).chain(more).collect()
}

/// Every change of one place of a document: another value, no value, a member too many, an item twice.
fn changes(document: &Value) -> Vec<(Change, Value)> {
    let mut found = Vec::new();
    let mut open = vec![String::new()];
    while let Some(pointer) = open.pop() {
        let mut change = |pointer: &str, value: Option<Value>, edit: &dyn Fn(&mut Value)| {
            let mut changed = document.clone();
            edit(&mut changed);
            found.push((Change { pointer: pointer.to_owned(), value }, changed));
        };
        let here = document.pointer(&pointer).unwrap();
        for value in values() {
            let put = |changed: &mut Value| *changed.pointer_mut(&pointer).unwrap() = value.clone();
            change(&pointer, Some(value.clone()), &put);
        }
        match here {
            Value::Object(object) => {
                for member in object.keys() {
                    let at = format!("{pointer}/{member}");
                    let without = |changed: &mut Value| {
                        let here = changed.pointer_mut(&pointer).unwrap();
                        here.as_object_mut().unwrap().remove(member);
                    };
                    change(&at, None, &without);
                    open.push(at);
                }
                let strange = |changed: &mut Value| {
                    changed.pointer_mut(&pointer).unwrap()["strange"] = json!(1);
                };
                change(&format!("{pointer}/strange"), Some(json!(1)), &strange);
            }
            Value::Array(items) => {
                open.extend((0..items.len()).map(|index| format!("{pointer}/{index}")));
                let again = |changed: &mut Value| {
                    let items = changed.pointer_mut(&pointer).unwrap().as_array_mut().unwrap();
                    items.extend(items.first().cloned());
                };
                change(&pointer, Some(json!([])), &again);
            }
            _ => {}
        }
    }
    found
}

#[test]
fn the_schema_accepts_what_the_reader_has_no_remark_on() {
    let validator = validator();
    let documents = corpora();
    let (mut accepted, mut refused) = (0, 0);
    for document in &documents {
        let found = remarks(document);
        let is_read = found.is_empty();
        if is_read {
            accepted += 1;
            assert!(validator.is_valid(document), "{document:#}");
        } else if !found.iter().all(is_beyond_json_schema) {
            refused += 1;
            assert!(!validator.is_valid(document), "{found:?} {document:#}");
        }
    }
    assert!(accepted > 150 && refused > 5, "{accepted} {refused}");
}

#[test]
fn what_servers_write_is_valid() {
    let validator = validator();
    for document in corpora() {
        if let Ok(parsed) = parse_value(&document, "") {
            let written: Value = serde_json::from_slice(&parsed.signature.canonical()).unwrap();
            assert!(validator.is_valid(&written), "{written:#}");
        }
    }
}

#[test]
fn a_changed_signature_is_valid_exactly_if_the_reader_has_no_remark() {
    let validator = validator();
    let clean = corpora().into_iter().filter(|document| remarks(document).is_empty());
    let samples = clean.step_by(40).chain([every_member()]);
    let (mut valid, mut invalid) = (0, 0);
    for (change, document) in samples.flat_map(|sample| changes(&sample)) {
        let found = remarks(&document);
        let at = &change.pointer;
        if validator.is_valid(&document) {
            valid += 1;
            assert!(found.iter().all(is_beyond_json_schema), "{at}: {found:?} {document:#}");
        } else {
            invalid += 1;
            assert!(!found.is_empty() || is_liberal(&change), "{at}: no remark: {document:#}");
        }
    }
    println!("{valid} valid, {invalid} invalid");
    assert!(valid > 1_000 && invalid > 5_000, "{valid} {invalid}");
}
