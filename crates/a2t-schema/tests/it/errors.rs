//! Errors in `_meta` of a tool: kept in a snapshot, under its digests, and compared with a later listing.
#![allow(clippy::unwrap_used)]

use a2t_core::rule::SchemaChange;
use a2t_schema::evolution::{Change, compare_tools};
use a2t_schema::{Server, Snapshot, Source, Tool};
use serde_json::{Value, json};

fn lent() -> Value {
    json!({
        "name": "ALREADY_LENT", "type": "https://library.example/lent", "status": 409,
        "description": "Somebody has the book.",
        "schema": {"type": "object", "properties": {"until": {"type": "string", "description": "Day."}},
                   "required": ["until"]},
    })
}

fn tool(errors: Value) -> Tool {
    let meta = json!({"dev.a2t/version": 3, "dev.a2t/errors": errors, "other": {"any": "thing"}});
    let listed = json!({"name": "lend", "inputSchema": {"type": "object"}, "_meta": meta});
    Tool::read(&listed, "").unwrap()
}

fn snapshot(tool: Tool) -> Snapshot {
    let source = Source::Http { url: "http://localhost/mcp".to_owned() };
    Snapshot::new(source, vec![tool]).of_server(Server::new("library", "1"), "2026-07-28")
}

fn found(old: Value, new: Value) -> Vec<(SchemaChange, String)> {
    let report = compare_tools(&tool(old), &tool(new));
    let summary = |change: &Change| (change.rule, change.path());
    report.changes().iter().map(summary).collect()
}

#[test]
fn errors_are_read_written_and_digested() {
    let lending = tool(json!([lent()]));
    assert_eq!(lending.errors.len(), 1);
    assert_eq!(lending.to_value()["_meta"], json!({"dev.a2t/errors": [lent()]}));
    assert_eq!(Tool::read(&lending.to_value(), "").unwrap(), lending);
    let text = snapshot(lending.clone()).to_text();
    assert_eq!(Snapshot::parse(text.as_bytes()).unwrap().tools, [lending]);
    let edited = text.replace("409", "404");
    let refused = Snapshot::parse(edited.as_bytes()).unwrap_err().to_string();
    assert!(refused.contains("its content does not match its digest"), "{refused}");
}

#[test]
fn a_list_that_is_not_understood_is_none() {
    for errors in
        [json!("x"), json!([{"name": "ALREADY_LENT"}]), json!([lent(), lent()]), json!(null)]
    {
        assert!(tool(errors.clone()).errors.is_empty(), "{errors}");
    }
    let odd =
        json!({"name": "lend", "inputSchema": {"type": "object"}, "_meta": ["dev.a2t/errors"]});
    assert!(Tool::read(&odd, "").unwrap().errors.is_empty());
}

#[test]
fn a_snapshot_that_knows_of_no_errors_does_not_drift_for_them() {
    let (before, after) = (tool(json!([])), tool(json!([lent()])));
    assert_eq!(before.digest(), after.comparable_to(&before).digest());
    assert!(compare_tools(&before, &after).is_empty());
    assert_ne!(after.digest(), before.comparable_to(&after).digest());
}

#[test]
fn each_change_of_an_error_has_its_rule() {
    let with = |member: &str, value: Value| {
        let mut error = lent();
        error[member] = value;
        json!([error])
    };
    let members = |required: Value, extra: bool| {
        let mut schema = lent()["schema"].clone();
        schema["required"] = required;
        if extra {
            schema["properties"]["queue"] = json!({"type": "integer", "description": ""});
        }
        with("schema", schema)
    };
    let once = || json!([lent()]);
    let other = json!({"name": "GONE", "type": "https://library.example/gone", "status": 410, "description": ""});
    use SchemaChange::*;
    for (old, new, rule, path) in [
        (once(), json!([lent(), other]), ErrorAdded, "errors[1]"),
        (json!([other, lent()]), once(), ErrorRemoved, "errors[0]"),
        (once(), json!([]), ErrorRemoved, "errors[0]"),
        (once(), with("status", json!(423)), ErrorChanged, "errors[0].status"),
        (once(), members(json!([]), false), ErrorChanged, "errors[0].schema"),
        (members(json!([]), false), once(), ErrorExtended, "errors[0].schema"),
        (once(), members(json!(["until"]), true), ErrorExtended, "errors[0].schema"),
        (members(json!(["until"]), true), once(), ErrorChanged, "errors[0].schema"),
        (once(), with("description", json!("Lent.")), TextChanged, "errors[0].description"),
        (once(), with("name", json!("LENT")), TextChanged, "errors[0].name"),
    ] {
        assert_eq!(found(old.clone(), new.clone()), [(rule, path.to_owned())], "{old} {new}");
    }
    let retyped = found(once(), with("type", json!("https://library.example/taken")));
    assert_eq!(
        retyped.iter().map(|(rule, _)| *rule).collect::<Vec<_>>(),
        [ErrorRemoved, ErrorAdded]
    );
}
