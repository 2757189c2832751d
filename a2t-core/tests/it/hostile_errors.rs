//! Lists of errors that are made to hurt: each is passed by as a whole, with one remark at a location that is
//! there, and no published file has it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::thread;

use a2t_core::evolution::{Profile, Verdict, diff_values};
use a2t_core::published::{Reason, read_version};
use a2t_core::signature::{
    PROBLEM_MEMBERS, PROBLEM_TYPES_MAX, SHAPE_DEPTH_MAX, SHAPE_SIZE_MAX, parse_value,
};
use a2t_core::{catalog, json};
use serde_json::{Map, Value, json};

/// A stack much smaller than that of any thread that a program is given.
const STACK: usize = 256 << 10;

fn document(errors: &Value) -> Value {
    json!({"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "lend", "description": "Lends.",
           "version": 1, "currentVersion": 1, "errors": errors})
}

fn error(name: &str) -> Value {
    json!({"name": name, "status": 409, "description": "Lent."})
}

fn with(member: &str, value: Value) -> Value {
    let mut error = error("LENT");
    error[member] = value;
    json!([error])
}

fn of_members(members: Map<String, Value>) -> Value {
    with("schema", json!({"type": "object", "properties": members}))
}

fn member(name: &str, shape: Value) -> Value {
    of_members([(name.to_owned(), shape)].into_iter().collect())
}

/// Lists in each other, one more than fit into a problem.
fn deep(levels: usize) -> Value {
    (0..levels).fold(json!({"type": "string"}), |items, _| json!({"type": "array", "items": items}))
}

fn wrong_types() -> Vec<Value> {
    let scalars = [json!(7), json!(true), json!("LENT"), json!({}), json!({"name": "LENT"})];
    let mut lists: Vec<_> = scalars.into_iter().collect();
    let odd = [json!(null), json!(1.5), json!(-409), json!([]), json!([[]]), json!({}), json!("")];
    for value in &odd {
        lists.push(json!([value]));
        lists.extend(["name", "status"].map(|name| with(name, value.clone())));
    }
    for value in [json!(7), json!([]), json!({}), json!("no uri"), json!("x:\u{0}"), json!("")] {
        lists.push(with("type", value));
    }
    for value in [json!(7), json!([]), json!({}), json!("string"), json!({"type": ["object"]})] {
        lists.push(with("schema", value));
    }
    lists.extend([null("description"), with("description", json!("\u{202e}"))]);
    lists
}

fn null(member: &str) -> Value {
    with(member, Value::Null)
}

fn duplicates_and_masses() -> Vec<Value> {
    let typed = |name: &str, uri: &str| {
        let mut error = error(name);
        error["type"] = json!(uri);
        error
    };
    let numbered = |count: usize| (0..count).map(|number| error(&format!("E{number}")));
    let own = "urn:uuid:0479a45d-ad0a-49d4-94db-75edf00d2ca4#A";
    let wide = (0..SHAPE_SIZE_MAX).map(|at| (format!("m{at}"), json!({"type": "string"})));
    vec![
        json!([error("A"), error("A")]),
        json!([typed("A", "https://x/"), typed("B", "https://x/")]),
        json!([error("A"), typed("B", own)]),
        Value::from_iter(numbered(PROBLEM_TYPES_MAX + 1)),
        Value::from_iter(numbered(100_000)),
        of_members(wide.collect()),
        of_members((0..100_000).map(|at| (format!("m{at}"), json!({}))).collect()),
        with("name", json!("A".repeat(1_000_000))),
        with("description", json!("x".repeat(1_000_000))),
    ]
}

fn members_of_their_own_kind() -> Vec<Value> {
    let mut lists: Vec<_> =
        PROBLEM_MEMBERS.map(|name| member(name, json!({"type": "string"}))).into();
    lists.extend([
        member("", json!({})),
        member("a\u{202e}", json!({})),
        member("until", json!({"$ref": "#"})),
        member("until", json!({"type": "string", "pattern": "(a+)+$"})),
        member("until", deep(SHAPE_DEPTH_MAX)),
        member("until", deep(20)),
        of_members([("city".into(), json!({})), ("сity".into(), json!({}))].into_iter().collect()),
        with("schema", json!({"type": "object", "properties": {}, "additionalProperties": true})),
    ]);
    lists
}

#[test]
fn what_is_not_a_list_of_errors_is_passed_by_with_one_remark() {
    let lists = [wrong_types(), duplicates_and_masses(), members_of_their_own_kind()].concat();
    let count = lists.len();
    let checked = thread::Builder::new().stack_size(STACK).spawn(move || {
        for errors in &lists {
            let start: String = errors.to_string().chars().take(90).collect();
            let document = document(errors);
            let parsed = parse_value(&document, "").unwrap();
            assert!(parsed.signature.errors.is_empty(), "{start}");
            assert_eq!(parsed.unknown.len(), 1, "{start}: {}", parsed.unknown);
            let remark = &parsed.unknown.as_slice()[0];
            assert!(remark.pointer.starts_with("/errors"), "{start}: {remark}");
            assert!(remark.to_string().len() < 1_000, "{start}");
            refused_elsewhere(&document, &start);
        }
    });
    checked.unwrap().join().unwrap();
    assert!(count > 50, "{count}");
}

/// A catalog has the tool without them, a published file is refused, and a comparison fails closed.
fn refused_elsewhere(document: &Value, start: &str) {
    let text = document.to_string();
    assert_eq!(catalog::parse(text.as_bytes()).unwrap().tools.len(), 1, "{start}");
    let mut file = document.clone();
    file.as_object_mut().unwrap().remove("currentVersion");
    let file = serde_json::to_string_pretty(&file).unwrap() + "\n";
    let refused = read_version(file.as_bytes()).unwrap_err();
    assert!(matches!(refused, Reason::Unknown(_)), "{start}: {refused}");
    let plain = parse_value(document, "").unwrap().signature;
    let plain = serde_json::to_value(&plain).unwrap();
    for (old, new) in [(document, &plain), (&plain, document)] {
        let report = diff_values(old, new, Profile::Default).unwrap();
        assert_eq!(report.wire(), Verdict::Breaking, "{start}");
        assert!(report.changes().iter().all(|change| change.rule.id() == "A2T-W409"), "{start}");
    }
}

#[test]
fn a_list_that_is_as_long_and_as_deep_as_can_be_is_read_and_compared() {
    let members = |kind: &str| -> Map<_, _> {
        (0..SHAPE_SIZE_MAX - 1).map(|at| (format!("m{at}"), json!({"type": kind}))).collect()
    };
    let list = |kind: &str| {
        let schema = json!({"type": "object", "properties": members(kind)});
        Value::from_iter((0..PROBLEM_TYPES_MAX).map(|number| {
            let mut error = error(&format!("E{number}"));
            error["schema"] = schema.clone();
            error
        }))
    };
    let read = |errors: &Value| {
        let parsed = parse_value(&document(errors), "").unwrap();
        assert!(parsed.unknown.is_empty(), "{}", parsed.unknown);
        parsed.signature
    };
    let tool = read(&list("string"));
    assert_eq!(json::parse(&tool.canonical()).unwrap(), serde_json::to_value(&tool).unwrap());
    let report =
        diff_values(&document(&list("string")), &document(&list("string")), Profile::Default);
    assert!(report.unwrap().changes().is_empty());
    let deepest = |kind: &str| {
        let items = (1..SHAPE_DEPTH_MAX)
            .fold(json!({"type": kind}), |items, _| json!({"type": "array", "items": items}));
        member("until", items)
    };
    let (old, new) = (document(&deepest("string")), document(&deepest("integer")));
    let report = diff_values(&old, &new, Profile::Default).unwrap();
    let path = format!("errors[LENT].schema.until{}.type", "[]".repeat(SHAPE_DEPTH_MAX - 1));
    assert_eq!(report.changes()[0].path, path);
    assert_eq!(read(&deepest("string")).errors.len(), 1);
}
