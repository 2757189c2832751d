//! Shapes of JSON outputs (spec note AMB-46): read, written, checked, compared.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::path::Path;

use a2t_core::evolution::{
    Change, Fingerprint, Profile, Verdict, Witness, changes, diff, diff_values,
};
use a2t_core::invocation::{check_result, read_result};
use a2t_core::signature::{
    Parsed, Reader, SHAPE_DEPTH_MAX, SHAPE_SIZE_MAX, check_value, parse_value,
};
use a2t_core::{JsonShape, OutputType, ToolSignature, Violations};
use serde_json::{Value, json};

fn document(version: u32, schema: &Value) -> Value {
    let mut output = json!({"id": "o1", "name": "days", "type": "json", "description": "Days."});
    if *schema != json!({}) {
        output["schema"] = schema.clone();
    }
    json!({
        "toolId": "5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c91", "name": "forecast", "description": "Forecasts.",
        "version": version, "currentVersion": version, "output_parameters": [output],
    })
}

fn read(schema: &Value) -> Parsed {
    parse_value(&document(1, schema), "").unwrap()
}

fn signature(version: u32, schema: &Value) -> ToolSignature {
    let parsed = parse_value(&document(version, schema), "").unwrap();
    assert!(parsed.unknown.is_empty(), "{schema}: {}", parsed.unknown);
    parsed.signature
}

fn shape(signature: &ToolSignature) -> &JsonShape {
    match &signature.output_parameters[0].kind {
        OutputType::Described { shape } => shape,
        _ => &JsonShape::Any,
    }
}

fn cases() -> Vec<Value> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus/shapes.json");
    let corpus: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    corpus["cases"].as_array().unwrap().clone()
}

fn accepts(shape: &JsonShape, value: &Value) -> bool {
    let mut found = Violations::default();
    check_value(shape, value, "", Reader::Strict, &mut found);
    found.is_empty()
}

#[test]
fn every_case_gets_exactly_its_rules_and_verdicts() {
    let cases = cases();
    assert!(cases.len() >= 60, "{}", cases.len());
    for case in &cases {
        let (old, new) = (document(1, &case["old"]), document(2, &case["new"]));
        let report = diff_values(&old, &new, Profile::Default).unwrap();
        let found: BTreeSet<_> = report.changes().iter().map(|change| change.rule.id()).collect();
        let labelled: BTreeSet<_> =
            case["rules"].as_array().unwrap().iter().map(|rule| rule.as_str().unwrap()).collect();
        assert_eq!(found, labelled, "{}", case["id"]);
        assert_eq!(report.letter().name(), case["verdict_strict"], "{}", case["id"]);
        assert_eq!(report.wire().name(), case["verdict_semantic"], "{}", case["id"]);
    }
}

/// Rules that a change has in one direction and its reverse in the other.
const MIRRORS: [(&[&str], &[&str]); 6] = [
    (&["A2T-O214"], &["A2T-O215"]),
    (&["A2T-O216"], &["A2T-O217"]),
    (&["A2T-O218"], &["A2T-O219"]),
    (&["A2T-O220"], &["A2T-O221"]),
    (&["A2T-O222"], &["A2T-O222"]),
    (&["A2T-O203", "A2T-O204", "A2T-O205"], &["A2T-O203", "A2T-O204", "A2T-O205"]),
];

#[test]
fn what_is_said_of_a_change_is_said_of_its_reverse() {
    for case in cases() {
        let (one, two) = (signature(1, &case["old"]), signature(1, &case["new"]));
        let count = |found: &[Change<'_>], rules: &[&str]| {
            found.iter().filter(|change| rules.contains(&change.rule.id())).count()
        };
        let (there, back) = (changes(&one, &two), changes(&two, &one));
        for (left, right) in MIRRORS {
            assert_eq!(count(&there, left), count(&back, right), "{} {left:?}", case["id"]);
        }
        assert_eq!(there.is_empty(), one == two, "{}", case["id"]);
    }
}

#[test]
fn a_break_is_proved_by_a_value_that_only_the_later_shape_has() {
    let mut proved = 0;
    for case in cases() {
        let (old, new) = (signature(1, &case["old"]), signature(2, &case["new"]));
        let report = diff(&old, &new, Profile::Default);
        for change in report.changes().iter().filter(|change| change.wire == Verdict::Breaking) {
            let witness = change.witness.as_ref().unwrap_or_else(|| panic!("{}", case["id"]));
            let value = &witness["reply"]["days"];
            assert!(accepts(shape(&new), value), "{} gives {value}", case["id"]);
            // An optional member that is gone is missed by a reader, not by its shape.
            let of_optional =
                case["id"] == "optional-member-removed" || case["id"] == "all-of-it-at-once";
            assert!(of_optional || !accepts(shape(&old), value), "{} took {value}", case["id"]);
            proved += 1;
        }
        for change in changes(&old, &new) {
            let shown = matches!(change.witness, Some(Witness::Shape { .. }));
            assert_eq!(
                shown,
                change.rule.wire() == Verdict::Breaking,
                "{} {}",
                case["id"],
                change.rule
            );
        }
    }
    assert!(proved > 30, "{proved}");
}

#[test]
fn locations_are_reported_from_the_output_on() {
    let of = |kind: &str| {
        json!({"type": "array", "items": {"type": "object", "properties": {
            "high": {"type": kind, "description": "Degrees."}}, "required": ["high"]}})
    };
    let report =
        diff(&signature(1, &of("integer")), &signature(2, &of("number")), Profile::Default);
    assert_eq!(
        report.changes()[0].to_string(),
        "error[A2T-O205] outputs[o1].schema[].high.type: \"an integer\", now \"a number\". \
         Keep the old type; add a json output next to it."
    );
}

#[test]
fn equal_shapes_have_equal_bytes_and_fingerprints() {
    for case in cases() {
        for schema in [&case["old"], &case["new"]] {
            let tool = signature(1, schema);
            let again = a2t_core::signature::parse(&tool.canonical()).unwrap();
            assert_eq!(again.signature, tool, "{schema}");
            let text = a2t_core::published::text(&tool);
            let kept = a2t_core::published::read([("published/forecast/v1.json", text.as_bytes())]);
            assert_eq!(kept.into_result().unwrap().versions, [tool], "{schema}");
        }
        let (old, new) = (signature(1, &case["old"]), signature(1, &case["new"]));
        let [one, two] = [&old, &new].map(|it| Fingerprint::of_output(&it.output_parameters[0]));
        let rules: Vec<_> = changes(&old, &new).iter().map(|change| change.rule).collect();
        let contract = rules.iter().any(|rule| {
            rule.class() == a2t_core::evolution::Class::Contract && rule.id() != "A2T-L002"
        });
        assert_eq!(one.promises(two), !contract, "{} {rules:?}", case["id"]);
    }
}

#[test]
fn an_output_without_a_shape_has_the_bytes_that_it_had() {
    let text = String::from_utf8(signature(1, &json!({})).canonical()).unwrap();
    let output = r#"[{"id":"o1","name":"days","type":"json","description":"Days."}]"#;
    assert!(text.contains(output), "{text}");
}

#[test]
fn what_is_not_understood_is_any_json_with_a_remark() {
    let deep = (0..=SHAPE_DEPTH_MAX)
        .fold(json!({"type": "string"}), |items, _| json!({"type": "array", "items": items}));
    let wide: serde_json::Map<_, _> =
        (0..SHAPE_SIZE_MAX).map(|index| (format!("m{index}"), json!({"type": "string"}))).collect();
    for (schema, pointer) in [
        (json!(7), ""),
        (json!({"type": "text"}), "/type"),
        (json!({"type": ["null", "string"]}), "/type"),
        (json!({"type": "string", "minLength": 3}), "/minLength"),
        (json!({"$ref": "#"}), "/$ref"),
        (json!({"type": "array"}), "/items"),
        (json!({"type": "array", "items": {"type": "array"}}), "/items/items"),
        (json!({"type": "object"}), "/properties"),
        (
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["b"]}),
            "/required",
        ),
        (
            json!({"type": "object", "properties": {"a\u{202e}": {"type": "string"}}}),
            "/properties/a\u{202e}",
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "string", "description": "\u{202e}"}}}),
            "/properties/a/description",
        ),
        (json!({"type": "object", "properties": {"city": {}, "сity": {}}}), "/properties"),
        (
            json!({"type": "object", "properties": {}, "additionalProperties": false}),
            "/additionalProperties",
        ),
        (json!({"type": "string", "oneOf": []}), "/oneOf"),
        (json!({"type": "string", "oneOf": [{"const": "lower"}]}), "/oneOf"),
        (json!({"type": "string", "oneOf": [{"const": "A"}, {"const": "A"}]}), "/oneOf"),
        (json!({"type": ["string", "null"], "oneOf": [{"const": "A"}]}), "/oneOf"),
        (deep, "/items/items/items/items/items/items/items/items/items"),
        (json!({"type": "object", "properties": wide}), "/properties/"),
    ] {
        let parsed = read(&schema);
        assert_eq!(shape(&parsed.signature), &JsonShape::Any, "{schema}");
        let remarks: Vec<_> = parsed.unknown.iter().map(|remark| &*remark.pointer).collect();
        assert_eq!(remarks.len(), 1, "{schema}: {remarks:?}");
        let pointer = format!("/output_parameters/0/schema{pointer}");
        assert!(remarks[0].starts_with(&pointer), "{remarks:?} at {pointer}");
    }
}

#[test]
fn replies_are_checked_strictly_and_read_tolerantly() {
    let tool = signature(
        1,
        &json!({"type": "array", "items": {"type": "object", "properties": {
        "high": {"type": "number"}, "sky": {"type": "string", "oneOf": [{"const": "CLEAR"}]}}, "required": ["high"]}}),
    );
    let reply =
        |days: Value| json!({"output_parameters": [{"name": "days", "value": days}]}).to_string();
    let later = reply(json!([{"high": 1.5, "sky": "FOG", "low": 0}]));
    assert!(read_result(&tool, later.as_bytes()).is_ok());
    let found = check_result(&tool, later.as_bytes()).unwrap_err().to_string();
    assert!(found.contains("/output_parameters/0/value/0/low"), "{found}");
    assert!(found.contains("/output_parameters/0/value/0/sky"), "{found}");
    let wrong = reply(json!([{"sky": "CLEAR"}, {"high": "9"}]));
    let found = read_result(&tool, wrong.as_bytes()).unwrap_err().to_string();
    assert!(found.contains("/output_parameters/0/value/0/high"), "{found}");
    assert!(found.contains("/output_parameters/0/value/1/high"), "{found}");
}

#[test]
fn a_sample_has_its_shape() {
    for case in cases() {
        let tool = signature(1, &case["new"]);
        assert!(accepts(shape(&tool), &shape(&tool).sample()), "{}", case["id"]);
    }
}
