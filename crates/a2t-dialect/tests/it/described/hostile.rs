//! Schemas made to cost: references that double, chains, breadth, patterns, depths. Each is shown
//! in bounded size, and each call of it is checked or refused, within a bounded time.

use std::time::{Duration, Instant};

use a2t_dialect::{Anthropic, Dialect, Mode};
use a2t_schema::Tool;
use serde_json::{Map, Value, json};

use super::tool;

/// Definitions where each refers twice to the next.
fn doubling(count: usize) -> Value {
    let each = |index: usize| {
        let next = json!({"$ref": format!("#/$defs/d{}", index + 1)});
        let schema = json!({"type": "object", "properties": {"a": next, "b": next}, "description": "x".repeat(500)});
        (format!("d{index}"), schema)
    };
    let mut all: Map<_, _> = (0..count).map(each).collect();
    all.insert(format!("d{count}"), json!({"type": "string"}));
    json!({"type": "object", "properties": {"root": {"$ref": "#/$defs/d0"}}, "$defs": all})
}

fn chain(count: usize) -> Value {
    let each = |index: usize| {
        let schema = json!({"type": "object", "properties": {"next": {"$ref": format!("#/$defs/d{}", index + 1)}}});
        (format!("d{index}"), schema)
    };
    let mut all: Map<_, _> = (0..count).map(each).collect();
    all.insert(format!("d{count}"), json!({"type": "string"}));
    json!({"type": "object", "properties": {"root": {"$ref": "#/$defs/d0"}}, "$defs": all})
}

fn wide() -> Value {
    let properties: Map<_, _> = (0..1_000)
        .map(|index| {
            (format!("p{index}"), json!({"type": "string", "description": "d".repeat(200)}))
        })
        .collect();
    json!({"type": "object", "properties": properties})
}

fn alternatives() -> Value {
    let one = |_| json!({"$ref": "#/$defs/more"});
    json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/more"}}, "$defs": {
        "more": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"anyOf": (0..50).map(one).collect::<Vec<_>>()}}]}}})
}

#[test]
fn hostile_schemas_are_shown_and_validated_within_bounds() {
    let patterns =
        json!({"type": "object", "properties": {"p": {"type": "string", "pattern": "^(a+)+$"}}});
    for schema in [doubling(30), chain(300), wide(), alternatives(), patterns] {
        let listed = json!({"name": "probe", "inputSchema": schema});
        let Ok(_) = Tool::read(&listed, "") else {
            continue; // refused before anybody sees it
        };
        let tools = tool(&schema);
        let start = Instant::now();
        for dialect in Dialect::ALL {
            for mode in [Mode::Open, Mode::Strict] {
                let export = dialect.export(&tools, mode).unwrap();
                let size = export.value.to_string().len();
                assert!(size < 4 << 20, "{dialect} {mode:?}: {size} bytes");
                assert!(export.notes.len() <= 20_000, "{}", export.notes.len());
            }
        }
        let evil = "a".repeat(5_000) + "!";
        let given = json!({"p": evil, "root": {"a": {"b": 1}}, "a": [[[[[["x", 1]]]]]]});
        let message = json!({"type": "tool_use", "id": "t", "name": "probe", "input": given});
        let call = Anthropic::calls(&message).unwrap().remove(0);
        let refusal = tools.validate(&call).err().map(|refusal| refusal.to_string());
        assert!(refusal.is_none_or(|words| words.len() < 100_000));
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    }
}

#[test]
fn an_unsupported_schema_is_shown_and_never_called() {
    // More schemas for one value than a validator takes.
    let each = |step: usize| {
        let next = json!({"$ref": format!("#/$defs/d{}", step + 1)});
        (format!("d{step}"), json!({"allOf": [next, next]}))
    };
    let mut all: Map<_, _> = (0..30).map(each).collect();
    all.insert("d30".to_owned(), json!({"type": "string"}));
    let tools =
        tool(&json!({"type": "object", "properties": {"p": {"$ref": "#/$defs/d0"}}, "$defs": all}));
    let message = json!({"type": "tool_use", "id": "t", "name": "probe", "input": {"p": "a"}});
    let call = Anthropic::calls(&message).unwrap().remove(0);
    let error = tools.validate(&call).unwrap_err().to_string();
    assert!(
        error.starts_with("`probe` cannot be called:") && error.ends_with("Go on without it."),
        "{message}"
    );
}

#[test]
fn a_pattern_that_looks_around_is_left_to_the_server() {
    let tools = tool(
        &json!({"type": "object", "properties": {"p": {"type": "string", "pattern": "^(?=a)a$"}}}),
    );
    let validated = |input| {
        let message = json!({"type": "tool_use", "id": "t", "name": "probe", "input": input});
        let call = Anthropic::calls(&message).unwrap().remove(0);
        tools.validate(&call).is_ok()
    };
    assert!(validated(json!({"p": "b"})) && !validated(json!({"p": 7})));
}

#[test]
fn a_deep_value_is_validated_as_it_is() {
    let tools = tool(&json!({"type": "object", "properties": {"a": {}}}));
    let mut deep = json!(1);
    // As deep as `serde_json` reads.
    for _ in 0..120 {
        deep = json!([deep]);
    }
    let message = json!({"type": "tool_use", "id": "t", "name": "probe", "input": {"a": deep}});
    let call = Anthropic::calls(&message).unwrap().remove(0);
    assert!(tools.validate(&call).is_ok());
}
