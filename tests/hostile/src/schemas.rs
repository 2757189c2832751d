//! The same names and texts as tools of MCP, wherever JSON Schema takes one, and schemas that are
//! made to break code that follows them: snapshots in, each a client.

use std::collections::BTreeSet;

use a2t_schema::{Listed, Server, Snapshot, Source};
use serde_json::{Map, Value, json};

use crate::{Case, accepted, cut};

/// Tools of one snapshot.
const TOOLS: usize = 30;

/// Snapshots of tools that keep every rule, and attack in other ways: each becomes a client.
pub fn snapshots() -> Vec<Case> {
    let mut tools: Vec<_> = accepted().iter().flat_map(|case| of_catalog(&case.document)).collect();
    let mut names = BTreeSet::new();
    tools.retain(|tool| names.insert(tool["name"].to_string()));
    let kept = Listed::read(&tools, "").tools;
    let shared = kept.chunks(TOOLS).map(<[_]>::to_vec);
    let alone = structures().into_iter().map(|tool| {
        let listed = Listed::read(std::slice::from_ref(&tool), "");
        assert!(listed.rejected.is_empty(), "{tool}: {}", listed.violations());
        listed.tools
    });
    let snapshot = |(index, tools): (usize, Vec<_>)| {
        let text = match accepted().get(index) {
            Some(case) => cut(&case.module, 20),
            None => "server".to_owned(),
        };
        let source = Source::Stdio { command: vec!["*/ }".to_owned(), "`".to_owned()] };
        let snapshot = Snapshot::new(source, tools).of_server(Server::new(text, "1"), "2026-07-28");
        Case { module: format!("mcp_{index:03}"), document: snapshot.to_text() }
    };
    shared.chain(alone).enumerate().map(snapshot).collect()
}

/// The tools of a hostile catalog of A2T, with what they have at as many places as a schema has.
fn of_catalog(document: &str) -> Vec<Value> {
    let document: Value = serde_json::from_str(document).unwrap_or_default();
    let tools = document.get("items").unwrap_or(&document).as_array().cloned();
    // Wide tools add nothing here to narrow ones.
    let tools = tools.unwrap_or_default().into_iter().take(12);
    tools.map(|tool| of_tool(&tool)).collect()
}

fn of_tool(tool: &Value) -> Value {
    let text = cut(tool["description"].as_str().unwrap_or_default(), 2_000);
    let side = |name: &str| -> Map<String, Value> {
        let parameters = tool[name].as_array().into_iter().flatten().take(14);
        let named = parameters.filter_map(|parameter| Some((parameter["id"].as_str()?, parameter)));
        let named = named.enumerate().map(|(index, (id, parameter))| {
            (
                cut(id, 255),
                property(index, id, parameter["description"].as_str().unwrap_or_default()),
            )
        });
        named.collect()
    };
    let (inputs, outputs) = (side("input_parameters"), side("output_parameters"));
    let required =
        |members: &Map<String, Value>| -> Vec<_> { members.keys().step_by(3).cloned().collect() };
    let name = cut(tool["name"].as_str().unwrap_or_default(), 128);
    json!({
        "name": name, "title": cut(&text, 200), "description": text,
        "annotations": {"title": cut(&text, 100), "readOnlyHint": true, "idempotentHint": true},
        "inputSchema": {"type": "object", "required": required(&inputs), "properties": inputs, "title": name},
        "outputSchema": {"type": "object", "required": required(&outputs), "properties": outputs,
            "description": text},
    })
}

/// A property of the shape at this place, counted round, in which the name and the text stand as well.
fn property(index: usize, name: &str, text: &str) -> Value {
    let (name, text) = (cut(name, 100), cut(text, 300));
    let inner = json!({"type": "object", "additionalProperties": false, "description": text,
    "required": [name], "properties": {
        name.clone(): {"type": "string", "description": text, "default": text},
        format!("{name}_"): {"type": "array", "items": {"enum": [name, text, "Unknown"]}},
        name.to_uppercase(): {"type": ["string", "null"], "format": text, "pattern": "^$"},
    }});
    let mut shape = match index % 9 {
        0 => json!({"enum": [name, text, name.to_uppercase(), format!("{name}!")]}),
        1 => inner,
        2 => json!({"type": "array", "items": inner, "minItems": 1}),
        3 => json!({"anyOf": [inner, {"type": "null"}], "default": null}),
        4 => json!({"const": text}),
        5 => json!({"type": "integer", "minimum": -9, "maximum": 9, "default": text}),
        6 => {
            json!({"type": "object", "additionalProperties": inner, "propertyNames": {"pattern": "^$"}})
        }
        7 => {
            let tag = cut(&format!("tag {text}"), 100);
            let way = |value: &str| {
                let mut way = inner.clone();
                way["properties"][&tag] = json!({"const": value});
                way["required"] = json!([name, tag]);
                way
            };
            json!({"oneOf": [way(&name), way(&text), way("Unknown"), way("")]})
        }
        _ => json!({"oneOf": [{"title": text}, {"type": "boolean"}], "examples": [text]}),
    };
    if let Some(members) = shape.as_object_mut() {
        members.insert("description".to_owned(), text.into());
    }
    shape
}

/// Structures at the edges of what is read.
fn structures() -> Vec<Value> {
    let tool = |name: &str, properties: Value, more: Value| {
        let mut input = json!({"type": "object", "properties": properties});
        let more = more.as_object().cloned().unwrap_or_default();
        if let Some(members) = input.as_object_mut() {
            members.extend(more);
        }
        json!({"name": name, "inputSchema": input.clone(), "outputSchema": input})
    };
    let to = |name: &str| json!({"$ref": format!("#/$defs/{name}")});
    let doubled: Map<String, Value> = (0..30)
        .map(|level| {
            let next = to(&format!("d{}", level + 1));
            (format!("d{level}"), json!({"type": "object", "properties": {"a": next, "b": next}}))
        })
        .chain([("d30".to_owned(), json!({"type": "string"}))])
        .collect();
    let many = |count: usize| -> Map<String, Value> {
        (0..count).map(|index| (format!("p{index}"), json!({"type": "string"}))).collect()
    };
    let twins: Map<String, Value> = ["a_b", "aB", "AB", "A B", "a-b", "a.b", "ab", "A_b"]
        .into_iter()
        .map(|name| {
            (name.to_owned(), json!({"type": "object", "properties": {name: {"enum": [name]}}}))
        })
        .chain([("a".to_owned(), json!({"type": "object", "properties": {"b": {"enum": ["c"]}}}))])
        .collect();
    let deep = (0..8).fold(
        json!({"enum": ["leaf"]}),
        |inner, _| json!({"type": "object", "properties": {"self": inner}, "required": ["self"]}),
    );
    let words = ["self", "Self", "super", "crate", "_", "type", "r#type", "t", "String", "Option"];
    let words = words.map(|word| (word.to_owned(), json!({"enum": [word, "Value", "None", ""]})));
    vec![
        tool(
            "loop",
            json!({"a": to("a")}),
            json!({"$defs": {"a": {"type": "object",
            "properties": {"a": to("a"), "b": {"type": "array", "items": to("a")}}}}}),
        ),
        tool("doubling", json!({"d": to("d0")}), json!({"$defs": doubled})),
        tool("wide", json!({"inner": {"type": "object", "properties": many(400)}}), json!({})),
        tool("wider", Value::Object(many(900)), json!({})),
        tool(
            "all_required",
            Value::Object(many(120)),
            json!({"required": many(120).keys().collect::<Vec<_>>()}),
        ),
        tool("twins", Value::Object(twins), json!({"required": ["a_b", "aB", "AB"]})),
        tool("deep", json!({"d": deep}), json!({})),
        tool("words", Value::Object(words.into_iter().collect()), json!({})),
        tool(
            "type",
            json!({"": {"type": "object", "properties": {"": {"enum": ["", " "]}}}}),
            json!({}),
        ),
        tool(
            "values",
            json!({"v": {"enum": (0..900).map(|value| format!("v{value}")).collect::<Vec<_>>()}}),
            json!({}),
        ),
        tool(
            "pattern",
            json!({"p": {"type": "string", "pattern": "^((a+)+)+$"},
            "q": {"type": "string", "pattern": "(?=a)\\p{L}{1000}{1000}"}}),
            json!({}),
        ),
        tool(
            "bounds",
            json!({"i": {"type": "integer", "minimum": -1e300, "maximum": 1e300},
            "j": {"type": "integer", "minimum": 5, "maximum": 4},
            "k": {"type": "integer", "minimum": 9_223_372_036_854_775_807_i64},
            "l": {"type": "integer", "maximum": -9_223_372_036_854_775_808_i64},
            "n": {"type": "string", "minLength": 9, "maxLength": 0}}),
            json!({}),
        ),
    ]
}
