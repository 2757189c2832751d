//! The OpenAPI document of a small catalog, as people review it.
#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use a2t_core::ToolSignature;
use a2t_core::signature::parse;
use a2t_core::wire::openapi::{OpenApi, Terms};
use serde_json::{Value, json};

/// Two versions with an input and an output of every type, hints, a remark and markup in texts.
fn booking(version: u32) -> ToolSignature {
    let classes = json!([{"name": "ECONOMY", "description": "The <least>\nexpensive."},
        {"name": "FIRST", "description": "[Lie](down) seating."}]);
    let mut inputs = vec![
        json!({"id": "flight", "name": "Flight", "description": "Its number.", "max-length": 8}),
        json!({"id": "class", "name": "Flight Class", "type": "enum", "description": "`cabin`.",
            "allowed-values": classes}),
    ];
    if version > 1 {
        let bags = json!({"id": "bags", "name": "bags", "type": "int", "description": "Bags.",
            "min": 0, "max": 4, "required": false});
        let window = json!({"id": "window", "name": "window", "type": "boolean",
            "description": "", "required": false});
        inputs.extend([bags, window]);
    }
    let mut text = json!({
        "toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "Book a flight",
        "title": "Flight */ booking", "description": "Books a *seat*. */ <script>let gone = 1;</script> /*", "version": version,
        "currentVersion": 2, "tags": ["travel"], "input_parameters": inputs,
        "annotations": {"idempotentHint": true, "destructiveHint": false},
        "output_parameters": [
            {"id": "seat", "name": "seat", "description": "The seat."},
            {"id": "row", "name": "row", "type": "int", "description": "Its row."},
            {"id": "paid", "name": "paid", "type": "boolean", "description": ""},
            {"id": "class", "name": "class", "type": "enum", "description": "",
                "allowed-values": classes},
            {"id": "rest", "name": "rest", "type": "json", "description": "All else."},
            {"id": "legs", "name": "legs", "type": "json", "description": "", "schema": legs()},
        ],
        "errors": [{"name": "FULL", "status": 409, "description": "No <seat> is [left](down). */",
            "schema": {"type": "object", "properties": {"legs": legs()}}}],
    });
    if version == 1 {
        text["deprecated"] = json!({"since": "2026-11-01", "note": "use version 2"});
    }
    parse(text.to_string().as_bytes()).unwrap().signature
}

/// A list of records, with markup in their texts.
fn legs() -> Value {
    let classes = json!([{"const": "ECONOMY", "description": "The <least>\nexpensive. */"},
        {"const": "FIRST", "description": "[Lie](down) seating."}, {"const": null}]);
    let gate = json!({"type": ["object", "null"], "description": "Its gate.",
        "properties": {"name": {"type": "string"}}, "required": ["name"]});
    let properties = json!({
        "price": {"type": "number", "description": "*Euros*. */ <script>let gone = 1;</script> /*"},
        "class": {"type": ["string", "null"], "description": "Where one [sits](down).",
            "oneOf": classes},
        "gate": gate, "rows": {"type": "array", "items": {"type": "array",
            "items": {"type": ["integer", "null"]}}},
        "remark": {"description": "Of any form."}});
    json!({"type": "array",
        "items": {"type": "object", "properties": properties, "required": ["price", "rows"]}})
}

/// `UPDATE_GOLDEN=1` writes the file again.
#[test]
fn a_document_is_the_golden_one() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/sample/openapi.json");
    let secured = Terms::default().scopes(["travel:book", "travel:read"]).idempotency_key(true);
    let offered = [(&booking(1), Terms::default()), (&booking(2), secured)];
    let document = OpenApi::with_terms(offered).title("Travel").to_value();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let text = serde_json::to_string_pretty(&document).unwrap();
        std::fs::write(path, text + "\n").unwrap();
    }
    let golden: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(document == golden, "{path} differs: run with UPDATE_GOLDEN=1, and read what changed");
}
