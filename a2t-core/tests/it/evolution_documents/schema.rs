//! Schemas that outputs of type `json` may have (spec note AMB-46), and every step from one to
//! another with the rule that it meets.

use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};

const SCALARS: [&str; 4] = ["string", "integer", "number", "boolean"];

/// One change of a schema: the rule of it, and the schema after it.
pub(crate) type Step = (&'static str, Value);

/// Rules of steps that a later version may take; all others are errors.
pub(crate) const ALLOWED: [&str; 7] =
    ["A2T-O212", "A2T-O213", "A2T-O214", "A2T-O216", "A2T-O219", "A2T-O221", "A2T-O222"];

/// A schema of records and lists in each other; `{}` is any JSON.
pub(crate) fn schema() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        1 => Just(json!({})),
        4 => select(&SCALARS[..]).prop_map(|kind| json!({"type": kind})),
        2 => choice(),
    ];
    let nested = leaf.prop_recursive(3, 10, 3, |inner| {
        prop_oneof![
            3 => record(inner.clone()),
            2 => inner.clone().prop_map(|items| json!({"type": "array", "items": items})),
            1 => inner.prop_map(|schema| nullable(&schema)),
        ]
    });
    nested.boxed()
}

fn choice() -> impl Strategy<Value = Value> {
    let names = subsequence(vec!["A", "BB", "CCC"], 1..=3).prop_shuffle();
    (names, option::of(text())).prop_map(|(names, text)| {
        let one = |name| described(json!({"const": name}), text.map(Value::from).as_ref());
        json!({"type": "string", "oneOf": names.into_iter().map(one).collect::<Vec<_>>()})
    })
}

fn text() -> impl Strategy<Value = &'static str> {
    select(vec!["In cents.", "In euros."])
}

fn record(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    let member = (inner, any::<bool>(), option::of(text()));
    let members = proptest::collection::vec(member, 3);
    (subsequence(vec!["p", "q", "r"], 0..=3), members).prop_map(|(names, members)| {
        let (mut properties, mut required) = (Map::new(), Vec::new());
        for (name, (schema, always, text)) in names.into_iter().zip(members) {
            properties.insert(name.to_owned(), described(schema, text.map(Value::from).as_ref()));
            required.extend(always.then_some(name));
        }
        object(properties, required)
    })
}

fn object(properties: Map<String, Value>, required: Vec<&str>) -> Value {
    let mut object = json!({"type": "object", "properties": properties});
    if !required.is_empty() {
        object["required"] = json!(required);
    }
    object
}

fn described(mut schema: Value, text: Option<&Value>) -> Value {
    if let Some(text) = text {
        schema["description"] = text.clone();
    }
    schema
}

/// The type that the values have which are not `null`; `None` of any JSON.
pub(crate) fn kind(schema: &Value) -> Option<&str> {
    schema["type"].as_str().or_else(|| schema["type"][0].as_str())
}

pub(crate) fn takes_null(schema: &Value) -> bool {
    schema["type"].is_array() || kind(schema).is_none()
}

pub(crate) fn members(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema["properties"].as_object().into_iter().flatten()
}

pub(crate) fn requires(schema: &Value, name: &str) -> bool {
    schema["required"].as_array().into_iter().flatten().any(|required| required == name)
}

/// The schema with `null` among its values.
fn nullable(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if takes_null(&schema) {
        return schema;
    }
    schema["type"] = json!([schema["type"], "null"]);
    if let Some(choices) = schema.get_mut("oneOf").and_then(Value::as_array_mut) {
        choices.push(json!({"const": null}));
    }
    schema
}

/// The schema without `null` among its values.
fn bare(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if schema["type"].is_array() {
        schema["type"] = schema["type"][0].take();
        if let Some(choices) = schema.get_mut("oneOf").and_then(Value::as_array_mut) {
            choices.pop();
        }
    }
    schema
}

/// Whether the later schema only adds to the earlier one, by the letter.
pub(crate) fn only_adds(old: &Value, new: &Value) -> bool {
    let (Some(before), Some(after)) = (kind(old), kind(new)) else {
        return kind(old).is_none();
    };
    let null = takes_null(old) || !takes_null(new);
    null && before == after
        && sorted(old) == sorted(new)
        && old.get("items").is_none_or(|items| only_adds(items, &new["items"]))
        && members(old).all(|(name, member)| {
            let there = new["properties"].get(name);
            let required = !requires(old, name) || requires(new, name);
            let later = |later: &Value| {
                later.get("description") == member.get("description") && only_adds(member, later)
            };
            required && there.is_some_and(later)
        })
}

/// The choices of a schema in one order.
fn sorted(schema: &Value) -> Vec<String> {
    let schema = bare(schema);
    let choices = schema["oneOf"].as_array().into_iter().flatten();
    let mut choices: Vec<_> = choices.map(Value::to_string).collect();
    choices.sort();
    choices
}

/// Every step from a schema, at its root and within.
pub(crate) fn steps(schema: &Value) -> Vec<Step> {
    let mut found = at_the_root(schema);
    if let Some(items) = schema.get("items") {
        found.extend(steps(items).into_iter().map(|(rule, to)| (rule, with(schema, "/items", to))));
    }
    for (name, member) in members(schema) {
        let (mut plain, at) = (member.clone(), format!("/properties/{name}"));
        let text = plain.as_object_mut().unwrap().remove("description");
        for (rule, to) in steps(&plain) {
            found.push((rule, with(schema, &at, described(to, text.as_ref()))));
        }
    }
    found
}

fn with(schema: &Value, pointer: &str, to: Value) -> Value {
    let mut schema = schema.clone();
    *schema.pointer_mut(pointer).unwrap() = to;
    schema
}

fn at_the_root(schema: &Value) -> Vec<Step> {
    let Some(kind) = kind(schema) else {
        let mut shapes: Vec<_> = SCALARS.iter().map(|kind| json!({"type": kind})).collect();
        shapes.push(json!({"type": "array", "items": {}}));
        shapes.push(json!({"type": ["object", "null"], "properties": {"p": {}}}));
        return shapes.into_iter().map(|to| ("A2T-O214", to)).collect();
    };
    let inner = bare(schema);
    let is_null = takes_null(schema);
    let mut found = of_kind(&inner, kind);
    found.extend(match kind {
        "object" => of_record(&inner),
        "string" if inner["oneOf"].is_array() => of_choices(&inner),
        _ => Vec::new(),
    });
    if is_null {
        found.iter_mut().for_each(|(_, to)| *to = nullable(to));
        found.push(("A2T-O221", inner));
    } else {
        found.push(("A2T-O220", nullable(&inner)));
    }
    found.push(("A2T-O215", json!({})));
    found
}

fn of_kind(schema: &Value, kind: &str) -> Vec<Step> {
    let choice = json!({"type": "string", "oneOf": [{"const": "A"}]});
    let of = |kind: &str| json!({ "type": kind });
    match kind {
        "string" if schema["oneOf"].is_array() => {
            vec![("A2T-O205", of("string")), ("A2T-O203", of("integer"))]
        }
        "string" => vec![("A2T-O204", choice), ("A2T-O203", of("boolean"))],
        "integer" => vec![("A2T-O205", of("number")), ("A2T-O203", of("string"))],
        "number" => vec![("A2T-O204", of("integer")), ("A2T-O203", choice)],
        "boolean" => vec![("A2T-O203", of("integer"))],
        "object" => vec![("A2T-O203", json!({"type": "array", "items": schema}))],
        "array" => vec![("A2T-O203", schema["items"].clone())],
        other => panic!("{other}"),
    }
    .into_iter()
    // What the items are may be any JSON, which is another step.
    .filter(|(_, to)| *to != json!({}) && self::kind(to) != Some("array") || kind == "object")
    .map(|(rule, to)| (rule, bare(&to)))
    .collect()
}

fn of_record(schema: &Value) -> Vec<Step> {
    let properties = schema["properties"].as_object().unwrap();
    let required: Vec<&str> = properties.keys().map(String::as_str).collect();
    let required: Vec<&str> = required.into_iter().filter(|name| requires(schema, name)).collect();
    let mut found = Vec::new();
    let free = ["z", "y", "x", "w"].into_iter().find(|name| !properties.contains_key(*name));
    let choice = json!({"type": "string", "oneOf": [{"const": "D"}]});
    for (name, added) in free.into_iter().cycle().zip([json!({"type": "integer"}), choice]) {
        let mut more = properties.clone();
        more.insert(name.to_owned(), added);
        found.push(("A2T-O216", object(more.clone(), required.clone())));
        found.push(("A2T-O216", object(more, [&*required, &[name]].concat())));
    }
    for name in properties.keys() {
        let others: Vec<_> = required.iter().copied().filter(|other| other != name).collect();
        let mut fewer = properties.clone();
        fewer.remove(name);
        found.push(("A2T-O217", object(fewer, others.clone())));
        found.push(if requires(schema, name) {
            ("A2T-O218", object(properties.clone(), others))
        } else {
            ("A2T-O219", object(properties.clone(), [&*others, &[name]].concat()))
        });
        let mut described = properties.clone();
        described[name]["description"] = json!("In another unit.");
        found.push(("A2T-O222", object(described, required.clone())));
    }
    found
}

fn of_choices(schema: &Value) -> Vec<Step> {
    let choices = schema["oneOf"].as_array().unwrap();
    let of = |choices: Vec<Value>| json!({"type": "string", "oneOf": choices});
    let mut found = Vec::new();
    let known = |name: &&str| choices.iter().any(|choice| choice["const"] == **name);
    if let Some(name) = ["D", "E"].into_iter().find(|name| !known(name)) {
        found.push(("A2T-O210", of([&**choices, &[json!({ "const": name })]].concat())));
    }
    let mut described = choices.clone();
    described[0]["description"] = json!("Another meaning.");
    found.push(("A2T-O212", of(described)));
    if choices.len() > 1 {
        found.push(("A2T-O211", of(choices[1..].to_vec())));
        let mut turned = choices.clone();
        turned.swap(0, 1);
        found.push(("A2T-O213", of(turned)));
    }
    found
}
