//! The remark in `_meta` of a tool that it is deprecated: kept in a snapshot, under its digests, and no change.
#![allow(clippy::unwrap_used)]

use a2t_schema::evolution::compare_tools;
use a2t_schema::{Server, Snapshot, Source, Tool};
use serde_json::{Value, json};

fn tool(meta: Value) -> Tool {
    let listed = json!({"name": "lend", "inputSchema": {"type": "object"}, "_meta": meta});
    Tool::read(&listed, "").unwrap()
}

fn deprecated(since: &str, note: &str) -> Value {
    json!({"dev.a2t/deprecated": {"since": since, "note": note}})
}

#[test]
fn a_remark_is_read_written_and_digested() {
    let mut meta = deprecated("2026-11-01", "use borrow");
    meta["dev.a2t/version"] = json!(1);
    let lending = tool(meta);
    assert_eq!(lending.to_value()["_meta"], deprecated("2026-11-01", "use borrow"));
    assert_eq!(Tool::read(&lending.to_value(), "").unwrap(), lending);
    let source = Source::Http { url: "http://localhost/mcp".to_owned() };
    let server = Server::new("library", "1");
    let text =
        Snapshot::new(source, vec![lending.clone()]).of_server(server, "2026-07-28").to_text();
    assert_eq!(Snapshot::parse(text.as_bytes()).unwrap().tools, [lending]);
    let edited = text.replace("use borrow", "use steal");
    let refused = Snapshot::parse(edited.as_bytes()).unwrap_err().to_string();
    assert!(refused.contains("its content does not match its digest"), "{refused}");
}

#[test]
fn a_remark_that_is_not_understood_is_none() {
    let long = "a".repeat(2_001);
    for meta in [
        json!({"dev.a2t/deprecated": true}),
        json!({"dev.a2t/deprecated": {"since": "2026-11-01"}}),
        deprecated("soon", "use borrow"),
        deprecated("2026-02-30", "use borrow"),
        deprecated("2026-11-01", " "),
        deprecated("2026-11-01", &long),
        json!(["dev.a2t/deprecated"]),
    ] {
        assert_eq!(tool(meta.clone()).deprecated, None, "{meta}");
    }
}

#[test]
fn a_remark_that_comes_changes_or_goes_is_no_drift() {
    let error = json!([{"name": "LENT", "type": "https://library.example/lent", "status": 409,
        "description": "Lent."}]);
    let remarks =
        [json!({}), deprecated("2026-11-01", "use borrow"), deprecated("2026-12-01", "use it")];
    for (before, after) in
        remarks.iter().flat_map(|one| remarks.iter().map(move |other| (one, other)))
    {
        let (before, mut after) = (tool(before.clone()), after.clone());
        // An error without known content does not count, with or without others.
        for errors in [json!([]), error.clone()] {
            after["dev.a2t/errors"] = errors;
            let after = tool(after.clone());
            assert_eq!(before.digest(), after.comparable_to(&before).digest(), "{after:?}");
            assert!(compare_tools(&before, &after).is_empty());
        }
    }
}
