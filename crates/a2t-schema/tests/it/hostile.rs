//! Tools and snapshots made to break a reader: each is refused with a location, or bounded.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::time::{Duration, Instant};

use a2t_core::Code;
use a2t_schema::evolution::compare_tools;
use a2t_schema::shape::Reason;
use a2t_schema::{Listed, Schema, Shape, Snapshot, Tool, limit};
use serde_json::{Value, json};

fn input(properties: Value) -> Value {
    json!({"type": "object", "properties": properties})
}

fn refused(schema: &Value) -> Vec<(Code, String)> {
    let listed = json!({"name": "t", "inputSchema": schema});
    let Err(violations) = Tool::read(&listed, "/tools/0") else { panic!("read: {schema}") };
    violations.iter().map(|found| (found.code, found.pointer.clone())).collect()
}

fn is(code: Code, at: &str) -> Vec<(Code, String)> {
    vec![(code, format!("/tools/0/inputSchema{at}"))]
}

#[test]
fn nothing_is_fetched_for_a_schema() {
    for reference in [
        "https://example.com/a.json",
        "http://127.0.0.1/x#/$defs/a",
        "file:///etc/passwd",
        "other.json",
        "",
        "?#/$defs/a",
        "//example.com/a",
    ] {
        let schema = input(json!({"a": {"$ref": reference}}));
        let found = refused(&schema);
        assert_eq!(found, is(Code::RemoteReference, "/properties/a/$ref"), "{reference}");
    }
    let embedded = input(json!({"a": {"$id": "https://example.com/", "items": {"$ref": "#"}}}));
    assert_eq!(refused(&embedded)[0].0, Code::RemoteReference);
    let dynamic = input(json!({"a": {"$dynamicRef": "https://example.com/"}}));
    assert_eq!(refused(&dynamic)[0].0, Code::RemoteReference);
}

#[test]
fn references_lead_to_schemas_of_the_same_document() {
    for reference in ["#/$defs/none", "#/type", "#/properties", "#anchor", "#/%zz", "#/%"] {
        let found = refused(&input(json!({"a": {"$ref": reference}})));
        let expected = is(Code::DanglingReference, "/properties/a/$ref");
        assert_eq!(found, expected, "{reference}");
    }
    // A value that no rule has checked is not a schema.
    let mut around = input(json!({"a": {"$ref": "#/x-other"}}));
    around["x-other"] = json!({"$ref": "https://example.com/"});
    assert_eq!(refused(&around), is(Code::DanglingReference, "/properties/a/$ref"));
    let spelt = json!({
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/a%20b~1c~0"}},
        "$defs": {"a b/c~": {"type": "integer"}},
    });
    let Shape::Object(object) = Schema::read(&spelt, "").unwrap().shape() else { panic!() };
    assert_eq!(object.properties[0].shape, Shape::integer(None, None));
}

#[test]
fn circles_that_never_reach_a_schema_are_refused() {
    let with = |definitions: Value| json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": definitions});
    for definitions in [
        json!({"a": {"$ref": "#/$defs/a"}}),
        json!({"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}),
        json!({"a": {"allOf": [{"$ref": "#/$defs/a"}]}}),
        json!({"a": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/a"}]}}),
        json!({"a": {"not": {"if": {"$ref": "#/$defs/a"}}}}),
    ] {
        let found = refused(&with(definitions.clone()));
        assert_eq!(found[0].0, Code::ReferenceCycle, "{definitions}");
    }
    let chain: Value = (0..200)
        .map(|index| (index.to_string(), json!({"$ref": format!("#/$defs/{}", index + 1)})))
        .chain([
            ("200".to_owned(), json!({"type": "null"})),
            ("a".to_owned(), json!({"$ref": "#/$defs/0"})),
        ])
        .collect::<serde_json::Map<_, _>>()
        .into();
    assert_eq!(refused(&with(chain))[0].0, Code::SchemaTooLarge);
    let tree =
        with(json!({"a": {"type": "object", "properties": {"left": {"$ref": "#/$defs/a"}}}}));
    let Shape::Object(object) = Schema::read(&tree, "").unwrap().shape() else { panic!() };
    let Shape::Object(node) = &object.properties[0].shape else { panic!() };
    assert_eq!(node.properties[0].shape, Shape::Any(Reason::Recursion));
}

#[test]
fn sizes_are_bounded() {
    let many = |count: usize, value: Value| -> Value {
        let named = (0..count).map(|index| (format!("p{index}"), value.clone()));
        Value::Object(named.collect())
    };
    let too_large = |schema: &Value| assert_eq!(refused(schema)[0].0, Code::SchemaTooLarge);
    too_large(&input(many(10_000, json!({}))));
    too_large(&input(many(limit::PROPERTIES_MAX + 1, json!({}))));
    assert!(Schema::read(&input(many(limit::PROPERTIES_MAX, json!({}))), "").is_ok());
    too_large(&input(many(40, input(many(40, json!({}))))));
    too_large(&input(json!({"a": {"pattern": "a".repeat(limit::PATTERN_MAX + 1)}})));
    too_large(&input(json!({"a": {"const": "a".repeat(limit::SCHEMA_BYTES_MAX)}})));
    let mut deep = json!({});
    for _ in 0..100 {
        deep = json!({"items": deep});
    }
    too_large(&input(json!({"a": deep})));
    let long: Vec<_> = (0..=limit::ENUM_VALUES_MAX).collect();
    assert_eq!(refused(&input(json!({"a": {"enum": long}})))[0].0, Code::TooMany);
    let text = json!({"a": {"description": "a".repeat(limit::TEXT_MAX + 1)}});
    assert_eq!(refused(&input(text))[0].0, Code::DescriptionTooLong);
    let name = json!({"a".repeat(limit::PROPERTY_NAME_MAX + 1): {}});
    assert_eq!(refused(&input(name))[0].0, Code::NameTooLong);
}

#[test]
fn keywords_have_values_of_their_types() {
    for (schema, at) in [
        (json!({"type": "text"}), "/type"),
        (json!({"type": []}), "/type"),
        (json!({"type": ["string", "string"]}), "/type"),
        (json!({"required": true}), "/required"),
        (json!({"required": [1]}), "/required/0"),
        (json!({"properties": []}), "/properties"),
        (json!({"properties": {"x": 1}}), "/properties/x"),
        (json!({"minimum": "1"}), "/minimum"),
        (json!({"exclusiveMinimum": true}), "/exclusiveMinimum"),
        (json!({"minLength": -1}), "/minLength"),
        (json!({"minLength": 1.5}), "/minLength"),
        (json!({"multipleOf": 0}), "/multipleOf"),
        (json!({"anyOf": []}), "/anyOf"),
        (json!({"anyOf": [null]}), "/anyOf/0"),
        (json!({"items": "x"}), "/items"),
        (json!({"enum": "x"}), "/enum"),
        (json!({"description": 1}), "/description"),
        (json!({"$ref": 1}), "/$ref"),
        (json!({"uniqueItems": "yes"}), "/uniqueItems"),
        (json!({"pattern": 1}), "/pattern"),
        (json!({"$defs": {"x": []}}), "/$defs/x"),
    ] {
        let found = refused(&input(json!({"a": schema})));
        assert_eq!(found, is(Code::MalformedSchema, &format!("/properties/a{at}")), "{schema}");
    }
}

#[test]
fn the_root_of_inputs_is_an_object() {
    let none = [json!({}), json!(true), json!({"type": ["object"]}), json!({"type": "string"})];
    for schema in none {
        assert_eq!(refused(&schema)[0].0, Code::NotAnObject, "{schema}");
    }
    let without = Tool::read(&json!({"name": "t"}), "").unwrap_err();
    assert_eq!(without.as_slice()[0].code, Code::MissingMember);
}

/// The first character of each range that `a2t-core` refuses, but those that descriptions on Windows have.
#[test]
fn nothing_is_hidden_in_any_text() {
    let list = include_str!("../../../../a2t-core/tests/forbidden_characters.txt").lines();
    let codes = list.filter_map(|line| u32::from_str_radix(line.split("..").next()?, 16).ok());
    for hidden in codes.filter_map(char::from_u32) {
        refused_everywhere(&format!("a{hidden}b"));
    }
    refused_everywhere("a\u{e0041}\u{202e}");
    refused_everywhere(&"\u{26a0}\u{26a0}\u{fe0f}".repeat(9));
}

#[test]
fn properties_that_look_alike_are_refused_at_the_second() {
    for (one, other) in [("amount", "am\u{43e}unt"), ("to", "to "), ("caf\u{e9}", "cafe\u{301}")] {
        let nested = json!({"a": {"type": "object", "properties": {one: {}, other: {}}}});
        assert_eq!(refused(&input(nested))[0].0, Code::LookAlike, "{one} {other}");
    }
    assert!(Schema::read(&input(json!({"x1": {}, "xl": {}, "to": {}, "To": {}})), "").is_ok());
}

#[test]
fn the_address_of_a_draft_is_no_text_and_any_other_is() {
    let texts = |url: &str| {
        let schema = json!({"$schema": url, "type": "object"});
        Schema::read(&schema, "").unwrap().texts("").len()
    };
    assert_eq!(texts("http://json-schema.org/draft-07/schema#"), 0);
    assert_eq!(texts("https://json-schema.org/draft/2020-12/schema"), 0);
    for other in [
        "https://evil.example/schema",
        "https://json-schema.org/ obey the server",
        "https://json-schema.org.evil.example/",
    ] {
        assert_eq!(texts(other), 1, "{other}");
    }
}

fn refused_everywhere(hidden: &str) {
    let tool = |member: &str, value: Value| {
        let mut tool = json!({"name": "t", "inputSchema": {"type": "object"}});
        tool[member] = value;
        tool
    };
    let mut tools = vec![
        tool("name", json!(hidden)),
        tool("title", json!(hidden)),
        tool("description", json!(hidden)),
        tool("annotations", json!({"title": hidden})),
        tool("outputSchema", json!({"properties": {"a": {"title": hidden}}})),
    ];
    for schema in [
        json!({hidden: {}}),
        json!({"a": {"description": hidden}}),
        json!({"a": {"enum": ["x", hidden]}}),
        json!({"a": {"const": {"deep": [hidden]}}}),
        json!({"a": {"default": hidden}}),
        json!({"a": {"examples": [hidden]}}),
        json!({"a": {"$comment": hidden}}),
        json!({"a": {"x-unknown": {hidden: 1}}}),
        json!({"a": {"items": {"properties": {"b": {"title": hidden}}}}}),
        json!({"a": {"pattern": hidden}}),
    ] {
        tools.push(tool("inputSchema", input(schema)));
    }
    for tool in tools {
        let found = Tool::read(&tool, "").unwrap_err();
        assert_eq!(found.as_slice()[0].code, Code::ForbiddenCharacter, "{tool}");
        assert!(!found.to_string().contains(hidden), "{found}");
    }
    // Servers on Windows, and people who write Persian or like emoji.
    let fine = tool("description", json!("Does it.\r\n\tWell \u{2602}\u{fe0f}"));
    assert!(Tool::read(&fine, "").is_ok());
    for name in ["", "two\nlines", "tab\there", &"a".repeat(129)] {
        assert!(Tool::read(&tool("name", json!(name)), "").is_err(), "{name}");
    }
}

/// Definitions that double with each step: two to the sixtieth objects, written out.
fn doubling(leaf: &Value) -> Value {
    let mut definitions = serde_json::Map::new();
    for index in 0..60 {
        let next = json!({"$ref": format!("#/$defs/d{}", index + 1)});
        definitions.insert(format!("d{index}"), input(json!({"l": next, "r": next})));
    }
    definitions.insert("d60".to_owned(), leaf.clone());
    let mut schema = input(json!({"a": {"$ref": "#/$defs/d0"}}));
    schema["$defs"] = Value::Object(definitions);
    schema
}

/// The same with alternatives, which stand for one value and are looked through.
fn alternatives(leaf: &Value) -> Value {
    let mut definitions = serde_json::Map::new();
    for index in 0..30 {
        let next = json!({"$ref": format!("#/$defs/d{}", index + 1)});
        definitions.insert(format!("d{index}"), json!({"anyOf": [next, next, {"enum": [index]}]}));
    }
    definitions.insert("d30".to_owned(), leaf.clone());
    let mut schema = input(json!({"a": {"$ref": "#/$defs/d0"}}));
    schema["$defs"] = Value::Object(definitions);
    schema
}

#[test]
fn schemas_that_double_are_shown_and_compared_in_bounded_time() {
    let start = Instant::now();
    for make in [doubling, alternatives] {
        let (old, new) = (make(&json!({"type": "integer"})), make(&json!({"type": "string"})));
        let read = |value: &Value| Tool::new("t", Schema::read(value, "").unwrap());
        let (old, new) = (read(&old), read(&new));
        let Shape::Object(_) = old.input.shape() else { panic!() };
        let report = compare_tools(&old, &new);
        assert_eq!(report.wire(), a2t_core::rule::Verdict::Breaking, "{report:#?}");
        assert!(report.changes().len() < 1_000);
    }
    // No measurement: forty years would pass otherwise.
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_shape_is_no_larger_than_its_limit() {
    fn size(shape: &Shape) -> usize {
        1 + match shape {
            Shape::Object(object) => object.properties.iter().map(|one| size(&one.shape)).sum(),
            Shape::Array(array) => size(&array.items),
            Shape::Nullable(inner) => size(inner),
            _ => 0,
        }
    }
    let shape = Schema::read(&doubling(&json!({})), "").unwrap().shape();
    let size = size(&shape);
    assert!(size > 1_000 && size < 2 * limit::SHAPES_MAX, "{size}");
    assert!(format!("{shape:?}").contains("TooLarge"));
}

#[test]
fn a_small_stack_is_enough() {
    let run = || {
        let mut deep = json!({"type": "integer"});
        for _ in 0..8 {
            deep = json!({"type": "object", "properties": {"a": {"items": deep}}});
        }
        let tool = |schema: &Value| Tool::new("t", Schema::read(schema, "").unwrap());
        let read = tool(&deep);
        deep["properties"]["a"]["items"]["required"] = json!(["a"]);
        assert_eq!(compare_tools(&read, &tool(&deep)).changes().len(), 1);
        let mut bomb = json!([]);
        for _ in 0..120 {
            bomb = json!([bomb]);
        }
        assert!(Schema::read(&json!({"const": bomb}), "").is_err());
        let text = format!("{{\"a2t\": \"snapshot\", \"tools\": {}", "[".repeat(100_000));
        assert!(Snapshot::parse(text.as_bytes()).is_err());
    };
    let small = std::thread::Builder::new().stack_size(256 * 1024).spawn(run).unwrap();
    small.join().unwrap();
}

#[test]
fn snapshots_that_are_none_are_refused_with_a_place() {
    for (text, expected) in [
        ("", "1:1: not valid JSON"),
        ("[]", "1:1: not a snapshot: expected an object"),
        ("{}", "expected `\"a2t\": \"snapshot\"`, got nothing"),
        (r#"{"a2t": "snapshot", "format": 3}"#, "1:31: expected snapshot format 2, got 3"),
        (r#"{"a2t": "snapshot", "a2t": "x"}"#, "duplicate member `a2t`"),
        (r#"{"a2t": "snapshot", "format": 2}"#, "the member `tools`"),
        (r#"{"a2t": "snapshot", "format": 2, "protocol": "x"}"#, "1:46: /protocol"),
        (
            r#"{"a2t": "snapshot", "format": 2, "protocol": "mcp", "source": {"file": "x"}}"#,
            "1:63: /source",
        ),
        (r#"{"a2t": "snapshot", "format": 2, "evil": 1}"#, "1:42: /evil"),
        (r#"{"a2t": "mcp-snapshot", "format": 2}"#, "expected snapshot format 1, got 2"),
        (r#"{"a2t": "mcp-snapshot", "format": 1, "evil": 1}"#, "1:46: /evil"),
        (r#"{"a2t": "mcp-snapshot", "format": 1, "source": {"rap": 1}}"#, "/source"),
    ] {
        let refused = Snapshot::parse(text.as_bytes()).unwrap_err();
        assert!(refused.to_string().contains(expected), "{text}: {refused}");
    }
    let huge = vec![b' '; a2t_core::wire::page::DOCUMENT_MAX + 1];
    let refused = Snapshot::parse(&huge).unwrap_err();
    assert!(refused.to_string().contains("8388608"), "{refused}");
}

#[test]
fn tools_that_look_like_others_are_left_out() {
    let tool = |name: &str| json!({"name": name, "inputSchema": {"type": "object"}});
    let items = [tool("city"), tool("c\u{456}ty"), tool("City"), tool("city"), json!(7)];
    let listed = Listed::read(&items, "/tools");
    let kept: Vec<_> = listed.tools.iter().map(|tool| &*tool.name).collect();
    assert_eq!(kept, ["city", "City"]);
    let codes: Vec<_> =
        listed.rejected.iter().map(|rejected| rejected.violations.as_slice()[0].code).collect();
    assert_eq!(codes, [Code::LookAlike, Code::DuplicateTool, Code::WrongMemberType]);
    let many: Vec<_> = (0..=limit::TOOLS_MAX).map(|index| tool(&format!("t{index}"))).collect();
    let listed = Listed::read(&many, "/tools");
    assert_eq!((listed.tools.len(), listed.rejected.len()), (limit::TOOLS_MAX, 1));
}
