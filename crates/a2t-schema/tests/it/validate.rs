//! Values against schemas: every violation at its location, also for schemas that are hard to
//! validate.
#![cfg(feature = "validate")]
#![allow(clippy::unwrap_used)]

use std::time::Instant;

use a2t_schema::Schema;
use a2t_schema::validate::{FAN_OUT_MAX, PATTERNS_SIZE_MAX, VIOLATIONS_MAX, Validator};
use serde_json::{Value, json};

fn validator(schema: &Value) -> Validator {
    Validator::new(&Schema::read(schema, "").unwrap()).unwrap()
}

fn found(schema: &Value, value: &Value) -> Vec<(String, &'static str)> {
    let violations = validator(schema).violations(value, "/arguments");
    violations.iter().map(|found| (found.pointer.clone(), found.code.slug())).collect()
}

#[test]
fn each_violation_has_its_place_and_its_rule() {
    let schema = json!({"type": "object", "required": ["a"], "additionalProperties": false, "properties": {
        "a": {"type": "integer"}, "b": {"maximum": 3}, "c": {"enum": ["x", "y"]},
        "d": {"type": "string", "maxLength": 2}, "e": {"type": "array", "items": {"minLength": 2}},
        "f": {"pattern": "^a+$"}
    }});
    let value = json!({"b": 4, "c": "z", "d": "long", "e": ["ab", "a"], "f": "b", "g": 1});
    let mut found = found(&schema, &value);
    found.sort();
    let expected = [
        ("/arguments", "missing-input"),
        ("/arguments", "unknown-input"),
        ("/arguments/b", "out-of-range"),
        ("/arguments/c", "not-allowed"),
        ("/arguments/d", "too-long"),
        ("/arguments/e/1", "schema-mismatch"),
        ("/arguments/f", "schema-mismatch"),
    ];
    assert_eq!(found, expected.map(|(at, slug)| (at.to_owned(), slug)));
}

#[test]
fn each_rule_has_words_for_what_is_expected_and_what_is_there() {
    for (schema, value, words) in [
        (json!({"type": ["integer", "null"]}), json!("a"), "null or integer, got a string"),
        (json!({"minimum": 3}), json!(1), "at least 3, got a number"),
        (json!({"maximum": 3}), json!(4.5), "at most 3, got a number"),
        (json!({"exclusiveMinimum": 3}), json!(3), "more than 3, got a number"),
        (json!({"exclusiveMaximum": 3}), json!(3), "less than 3, got a number"),
        (json!({"multipleOf": 2}), json!(3), "a multiple of 2, got a number"),
        (json!({"minLength": 2}), json!("a"), "at least 2 characters, got 1 character"),
        (json!({"maxLength": 1}), json!("ab"), "at most 1 character, got 2 characters"),
        (json!({"pattern": "^a+$"}), json!("b"), "text that matches `^a+$`, got a string"),
        (json!({"const": "x"}), json!(1), "\"x\", got a number"),
        (json!({"enum": ["x", 1]}), json!(null), "one of \"x\", 1, got null"),
        (json!({"minItems": 1}), json!([]), "at least 1 item, got 0 items"),
        (json!({"maxItems": 1}), json!([1, 2]), "at most 1 item, got 2 items"),
        (
            json!({"uniqueItems": true}),
            json!([1, 1]),
            "items of which no two are equal, got an array",
        ),
        (
            json!({"contains": {"const": 1}}),
            json!([]),
            "a value that `contains` of the schema takes, got an array",
        ),
        (json!({"minProperties": 1}), json!({}), "at least 1 member, got 0 members"),
        (json!({"maxProperties": 0}), json!({"a": 1}), "at most 0 members, got 1 member"),
        (
            json!({"propertyNames": {"maxLength": 1}}),
            json!({"ab": 1}),
            "a value that `propertyNames` of the schema takes, got an object",
        ),
        (
            json!({"anyOf": [{"type": "null"}]}),
            json!(1),
            "a value that one of the schemas in `anyOf` takes, got a number",
        ),
        (
            json!({"oneOf": [{"type": "null"}]}),
            json!(1),
            "a value that one of the schemas in `oneOf` takes, got a number",
        ),
        (
            json!({"oneOf": [true, true]}),
            json!(1),
            "a value that only one of the schemas in `oneOf` takes, got a number",
        ),
        (json!({"not": {}}), json!(1), "a value that the schema in `not` refuses, got a number"),
        (json!({"items": false}), json!([1]), "no value here, got a number"),
    ] {
        let found = validator(&schema).violations(&value, "/a");
        let message = found.as_slice()[0].message();
        assert_eq!(message, format!("expected {words}"), "{schema}");
    }
}

#[test]
fn nothing_of_a_value_is_reported() {
    let schema = json!({"type": "object", "properties": {
        "a": {"const": 1}, "b": {"pattern": "^x$"}, "c": {"anyOf": [{"type": "null"}]},
        "d": {"minLength": 99}, "e": {"not": {}}}});
    let secret = json!({"a": "s3cret", "b": "s3cret", "c": "s3cret", "d": "s3cret", "e": "s3cret"});
    let violations = validator(&schema).violations(&secret, "");
    assert_eq!(violations.len(), 5, "{violations}");
    assert!(!violations.to_string().contains("s3cret"), "{violations}");
}

#[test]
fn alternatives_that_multiply_with_depth_are_refused_at_once() {
    let again = json!({"$ref": "#/$defs/more"});
    let more = json!({"anyOf": [{"type": "string"}, {"type": "array", "items": {"anyOf": vec![again.clone(); 50]}}]});
    let schema = json!({"type": "object", "properties": {"a": again}, "$defs": {"more": more}});
    let validator = validator(&schema);
    let start = Instant::now();
    let found = validator.violations(&json!({"a": [[[[[[["x", 1]]]]]]]}), "");
    assert!(start.elapsed().as_secs() < 2, "{:?}", start.elapsed());
    assert_eq!(found.len(), 1, "{found}");
    assert!(validator.violations(&json!({"a": [["x"]]}), "").is_empty());
}

#[test]
fn no_more_violations_are_reported_than_the_bound_says() {
    let schema = json!({"type": "object", "additionalProperties": {"type": "null"}});
    let value: Value = (0..10_000).map(|number| (format!("m{number}"), json!(1))).collect();
    assert!(validator(&schema).violations(&value, "").len() <= VIOLATIONS_MAX);
}

#[test]
fn a_pattern_that_explodes_elsewhere_takes_linear_time() {
    let schema = json!({"type": "object", "properties": {"a": {"pattern": "^(a+)+$"}}});
    let begun = Instant::now();
    assert_eq!(found(&schema, &json!({"a": "a".repeat(50_000) + "!"})).len(), 1);
    assert!(begun.elapsed().as_secs() < 30, "exponential time would take forever");
}

#[test]
fn patterns_that_no_linear_matcher_takes_are_left_to_the_server() {
    for pattern in ["(?=a)b", r"(a)\1", "(a{1000}){1000}"] {
        let member = json!({"type": "string", "maxLength": 60_000, "pattern": pattern});
        let schema = json!({"type": "object", "properties": {"a": member}});
        assert_eq!(found(&schema, &json!({"a": "a".repeat(50_000) + "!"})), [], "{pattern}");
        let long = found(&schema, &json!({"a": "a".repeat(60_001)}));
        assert_eq!(long, [("/arguments/a".to_owned(), "too-long")], "{pattern}");
        let turned = json!({"type": "object", "properties": {"a": {"not": {"pattern": pattern}}}});
        assert_eq!(found(&turned, &json!({"a": "!"})), [], "{pattern}");
    }
}

#[test]
fn references_that_double_at_each_step_are_refused() {
    let mut definitions = serde_json::Map::new();
    for step in 0..30 {
        let next = json!({"$ref": format!("#/$defs/d{}", step + 1)});
        definitions.insert(format!("d{step}"), json!({"allOf": [next, next]}));
    }
    definitions.insert("d30".to_owned(), json!({"type": "object"}));
    let schema = json!({"type": "object", "$defs": definitions, "$ref": "#/$defs/d0"});
    let error = Validator::new(&Schema::read(&schema, "").unwrap()).unwrap_err();
    assert!(error.to_string().contains(&FAN_OUT_MAX.to_string()), "{error}");
}

#[test]
fn a_tree_is_checked_however_it_refers_to_itself() {
    let node = json!({"type": "object", "properties": {
        "left": {"$ref": "#/$defs/node"}, "right": {"$ref": "#/$defs/node"}, "n": {"type": "integer"}}});
    let schema = json!({"type": "object", "$defs": {"node": node}, "$ref": "#/$defs/node"});
    let value = json!({"left": {"right": {"n": "1"}}, "n": 1});
    assert_eq!(found(&schema, &value), [("/arguments/left/right/n".to_owned(), "wrong-type")]);
}

#[test]
fn patterns_are_bounded_by_their_sum_wherever_they_stand() {
    let pattern = |number| format!("^\\p{{L}}{{8}}x{number}$");
    let member = |number| json!({"type": "string", "pattern": pattern(number)});
    let numbers = || 0..900;
    let properties: Value =
        numbers().map(|number| (format!("p{number}"), member(number))).collect();
    let names: Value = numbers().map(|number| (pattern(number), json!(true))).collect();
    for schema in [
        json!({"type": "object", "properties": properties}),
        json!({"type": "object", "patternProperties": names}),
        json!({"type": "object", "properties": {"a": {"allOf": numbers().map(member).collect::<Vec<_>>()}}}),
        json!({"type": "object", "$defs": properties, "properties": {"a": {"$ref": "#/$defs/p899"}}}),
    ] {
        let validator = validator(&schema);
        assert!(validator.size() <= PATTERNS_SIZE_MAX, "{}", validator.size());
        assert!(validator.size() > 0);
    }
}

#[test]
fn members_and_patterns_multiply_up_to_a_bound() {
    let patterns: Value =
        (0..500).map(|number| (format!("^a.*b{number}c$"), json!({"type": "null"}))).collect();
    let members = |count: usize| -> Value {
        (0..count).map(|number| (format!("a{number}"), json!(1))).collect()
    };
    let names = json!({"pattern": "^a+$", "propertyNames": {"anyOf": vec![json!({"pattern": "^a.*b$"}); 500]}});
    for (schema, value) in [
        (json!({"type": "object", "patternProperties": patterns}), members(100_000)),
        (names, members(100_000)),
        (
            json!({"items": {"required": (0..1_000).map(|n| n.to_string()).collect::<Vec<_>>()}}),
            json!(vec![json!({}); 200_000]),
        ),
        (json!({"items": {"enum": (0..1_000).collect::<Vec<_>>()}}), json!(vec![7; 200_000])),
        (json!({"pattern": "^(\\p{L}+ )*$"}), json!("a ".repeat(4_000_000))),
    ] {
        let found = validator(&schema).violations(&value, "");
        assert_eq!(found.len(), 1, "{found}");
        assert!(found.to_string().contains("fewer steps"), "{found}");
    }
    let few = validator(&json!({"type": "object", "patternProperties": patterns}));
    assert!(few.violations(&members(1_000), "").is_empty());
}

#[test]
fn a_value_of_many_parts_is_checked_whole() {
    let row = json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}, "b": {"pattern": "^x"}}});
    let validator = validator(&json!({"type": "array", "items": row}));
    let mut rows = vec![json!({"a": 1, "b": "xyz"}); 100_000];
    assert!(validator.violations(&json!(rows), "").is_empty());
    assert!(!validator.is_light(&json!(rows)) && validator.is_light(&json!(rows[..10])));
    rows.fill(json!({"a": "1"}));
    assert_eq!(validator.violations(&json!(rows), "").len(), 1);
    let words = validator.violations(&json!([{"a": "1"}, {}]), "");
    assert_eq!(words.len(), 2, "{words}");
}

#[test]
fn references_that_double_with_each_level_of_a_value_are_prepared_at_once() {
    let mut definitions = serde_json::Map::new();
    for step in 0..30 {
        let next = json!({"$ref": format!("#/$defs/d{}", step + 1)});
        definitions.insert(format!("d{step}"), json!({"properties": {"l": next, "r": next}}));
    }
    definitions.insert("d30".to_owned(), json!({"type": "object"}));
    let schema = json!({"type": "object", "$defs": definitions, "$ref": "#/$defs/d0"});
    assert!(validator(&schema).violations(&json!({"l": {"r": {"l": {}}}}), "").is_empty());
}
