//! Random schemas, random changes of them, and values that are near to valid ones.
#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use serde_json::{Map, Value, json};

/// SplitMix64: the same numbers for the same seed, everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() >> 8).unwrap() % end.max(1)
    }

    pub(crate) fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    pub(crate) fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// The seed of this run: `A2T_SEED`, or always the same.
pub(crate) fn seed() -> u64 {
    std::env::var("A2T_SEED").map_or(2_026, |text| text.parse().unwrap())
}

/// Cases of this run: `A2T_CASES`, or this many.
pub(crate) fn cases(usual: usize) -> usize {
    std::env::var("A2T_CASES").map_or(usual, |text| text.parse().unwrap())
}

/// A schema of an object with definitions.
pub(crate) fn root(random: &mut Random) -> Value {
    let mut schema = object(random, 3);
    let definitions: Map<_, _> =
        ["X", "Y"].into_iter().map(|name| (name.to_owned(), any(random, 1))).collect();
    schema["$defs"] = Value::Object(definitions);
    schema
}

fn any(random: &mut Random, depth: usize) -> Value {
    let deep = usize::from(depth > 0);
    let mut schema = match random.below(8 + 8 * deep) {
        0 => number(random, "integer"),
        1 => number(random, "number"),
        2 | 3 => string(random),
        4 => json!({"type": "boolean"}),
        5 => json!({"enum": values(random)}),
        6 => json!({"const": value(random)}),
        7 => random.pick(&[json!(true), json!({}), json!({"type": "null"}), json!({"minimum": 2})]),
        8 | 9 => object(random, depth - 1),
        10 => array(random, depth - 1),
        11 => json!({"anyOf": [any(random, depth - 1), {"type": "null"}]}),
        12 => {
            let of = random.pick(&["anyOf", "oneOf", "allOf"]);
            json!({of: [any(random, depth - 1), any(random, depth - 1)]})
        }
        13 => union(random, depth - 1),
        14 => random.pick(&[json!({"$ref": "#/$defs/X"}), json!({"$ref": "#/$defs/Y"})]),
        _ => json!({"not": any(random, depth - 1)}),
    };
    if random.one_in(6)
        && let Some(Value::String(name)) = schema.get("type").cloned()
    {
        schema["type"] = json!([name, "null"]);
        if name == "null" {
            schema["type"] = json!(["null", "string"]);
        }
    }
    if random.one_in(12) && schema.is_object() {
        schema["description"] = json!("Words.");
    }
    schema
}

fn number(random: &mut Random, name: &str) -> Value {
    let mut schema = json!({"type": name});
    let keywords = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
    for keyword in keywords {
        if random.one_in(4) {
            let bound =
                random.pick(&[json!(1), json!(2), json!(3), json!(4.5), json!(0.5), json!(6)]);
            schema[keyword] = bound;
        }
    }
    schema
}

fn string(random: &mut Random) -> Value {
    let mut schema = json!({"type": "string"});
    for (keyword, value) in [
        ("minLength", json!(random.below(3))),
        ("maxLength", json!(random.below(4))),
        ("pattern", random.pick(&[json!("^a"), json!("b")])),
    ] {
        if random.one_in(4) {
            schema[keyword] = value;
        }
    }
    schema
}

fn object(random: &mut Random, depth: usize) -> Value {
    let mut properties = Map::new();
    for name in NAMES {
        if random.one_in(2) {
            properties.insert(name.to_owned(), any(random, depth));
        }
    }
    let mut schema = json!({"type": "object", "properties": properties});
    let required: Vec<_> = NAMES.into_iter().filter(|_| random.one_in(4)).collect();
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    match random.below(6) {
        0 | 1 => schema["additionalProperties"] = json!(false),
        2 => schema["additionalProperties"] = any(random, 0),
        _ => {}
    }
    if random.one_in(12) {
        schema["maxProperties"] = json!(random.below(4));
    }
    if random.one_in(20) {
        schema["patternProperties"] = json!({"^a": any(random, 0)});
    }
    schema
}

/// Objects that the property `a` selects, most of the time.
fn union(random: &mut Random, depth: usize) -> Value {
    let mut way = |values: &[&str]| {
        let mut way = object(random, depth);
        way["properties"]["a"] = json!({"const": random.pick(values)});
        way["required"] = json!(["a"]);
        way
    };
    let ways = [way(&["a", "ab"]), way(&["abb", "ab"])];
    json!({random.pick(&["anyOf", "oneOf"]): ways})
}

fn array(random: &mut Random, depth: usize) -> Value {
    let mut schema = json!({"type": "array"});
    if !random.one_in(4) {
        schema["items"] = any(random, depth);
    }
    if random.one_in(5) {
        schema["prefixItems"] = json!([any(random, 0)]);
    }
    for (keyword, value) in [
        ("minItems", json!(random.below(3))),
        ("maxItems", json!(random.below(3))),
        ("uniqueItems", json!(true)),
    ] {
        if random.one_in(5) {
            schema[keyword] = value;
        }
    }
    schema
}

/// One of few values, so that schemas that list them meet.
pub(crate) fn value(random: &mut Random) -> Value {
    random.pick(&[
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(1),
        json!(2),
        json!(3),
        json!(0.5),
        json!(4.5),
        json!(6),
        json!(""),
        json!("a"),
        json!("ab"),
        json!("bb"),
        json!("abc"),
        json!([]),
        json!([1]),
        json!(["a", "a"]),
        json!({}),
        json!({"a": 1}),
    ])
}

fn values(random: &mut Random) -> Value {
    let count = 1 + random.below(3);
    let mut found: Vec<Value> = Vec::new();
    for _ in 0..count {
        let value = value(random);
        if !found.contains(&value) {
            found.push(value);
        }
    }
    found.into()
}

/// The schema with a few changes somewhere in it.
pub(crate) fn changed(random: &mut Random, schema: &Value) -> Value {
    let mut changed = schema.clone();
    for _ in 0..=random.below(2) {
        change(random, &mut changed, true);
    }
    changed
}

/// Changes one thing at or below a schema.
fn change(random: &mut Random, schema: &mut Value, is_root: bool) {
    let Value::Object(members) = schema else {
        *schema = any(random, 1);
        return;
    };
    let inner: Vec<String> = members
        .iter()
        .filter(|(_, value)| value.is_object() || value.is_array())
        .map(|(name, _)| name.clone())
        .filter(|name| !matches!(name.as_str(), "type" | "enum" | "const" | "required"))
        .collect();
    if !inner.is_empty() && !random.one_in(3) {
        let name = random.pick(&inner);
        let value = members.get_mut(&name).unwrap();
        return match (name.as_str(), value) {
            ("properties" | "$defs" | "patternProperties", Value::Object(named)) => {
                let names: Vec<_> = named.keys().cloned().collect();
                if names.is_empty() || random.one_in(4) && name == "properties" {
                    named.insert(random.pick(&NAMES).to_owned(), any(random, 1));
                } else if random.one_in(6) && name == "properties" {
                    named.remove(&random.pick(&names));
                } else {
                    let name = random.pick(&names);
                    change(random, named.get_mut(&name).unwrap(), false);
                }
            }
            (_, Value::Array(schemas)) => {
                let at = random.below(schemas.len());
                change(random, &mut schemas[at], false);
            }
            (_, value) => change(random, value, false),
        };
    }
    if is_root {
        return at_root(random, members);
    }
    let names: Vec<_> = members.keys().filter(|name| *name != "type").cloned().collect();
    match random.below(6) {
        0 | 1 if !names.is_empty() => {
            members.remove(&random.pick(&names));
        }
        2 => *schema = any(random, 1),
        3 if members.contains_key("enum") => members["enum"] = values(random),
        _ => {
            let same_type = members.get("type").and_then(Value::as_str).map(str::to_owned);
            let other = match same_type.as_deref() {
                Some("string") => string(random),
                Some(name @ ("integer" | "number")) => {
                    let name = if random.one_in(4) { "number" } else { name };
                    number(random, name)
                }
                Some("object") => object(random, 1),
                Some("array") => array(random, 1),
                _ => any(random, 1),
            };
            match other {
                Value::Object(other) if same_type.is_some() => members.extend(other),
                other => *schema = other,
            }
        }
    }
}

fn at_root(random: &mut Random, members: &mut Map<String, Value>) {
    match random.below(4) {
        0 => {
            let required: Vec<_> = NAMES.into_iter().filter(|_| random.one_in(3)).collect();
            members.insert("required".to_owned(), json!(required));
        }
        1 => {
            members.remove("required");
        }
        2 => {
            members.insert("additionalProperties".to_owned(), json!(random.one_in(2)));
        }
        _ => {
            members.remove("additionalProperties");
        }
    }
}

/// A value that a schema may take: it follows the schema, now and then not.
pub(crate) fn instance(random: &mut Random, root: &Value, schema: &Value, depth: usize) -> Value {
    if depth == 0 || random.one_in(12) {
        return value(random);
    }
    let Value::Object(members) = schema else {
        return value(random);
    };
    if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
        let target = root.pointer(reference.trim_start_matches('#')).unwrap_or(&Value::Bool(true));
        return instance(random, root, target, depth - 1);
    }
    if let Some(value) = members.get("const") {
        return value.clone();
    }
    if let Some(Value::Array(values)) = members.get("enum") {
        return random.pick(values);
    }
    for of in ["anyOf", "oneOf", "allOf"] {
        if let Some(Value::Array(schemas)) = members.get(of) {
            let schema = random.pick(schemas);
            return instance(random, root, &schema, depth - 1);
        }
    }
    let name = match members.get("type") {
        Some(Value::String(name)) => name.clone(),
        Some(Value::Array(names)) => random.pick(names).as_str().unwrap().to_owned(),
        _ => return value(random),
    };
    match name.as_str() {
        "object" => of_object(random, root, members, depth),
        "array" => {
            let count = random.below(4);
            let any = Value::Bool(true);
            let first = members.get("prefixItems").and_then(|list| list.get(0));
            let items = members.get("items").unwrap_or(&any);
            let schema = |index| first.filter(|_| index == 0).unwrap_or(items);
            (0..count).map(|index| instance(random, root, schema(index), depth - 1)).collect()
        }
        "integer" => json!(random.below(8)),
        "number" => random.pick(&[json!(0.5), json!(1), json!(2.5), json!(4.5), json!(6)]),
        "string" => random.pick(&[json!(""), json!("a"), json!("b"), json!("ab"), json!("abb")]),
        "boolean" => json!(random.one_in(2)),
        _ => Value::Null,
    }
}

fn of_object(
    random: &mut Random,
    root: &Value,
    members: &Map<String, Value>,
    depth: usize,
) -> Value {
    let any = Value::Bool(true);
    let mut found = Map::new();
    let required = members.get("required").and_then(Value::as_array);
    let required: Vec<_> = required.into_iter().flatten().filter_map(Value::as_str).collect();
    let named = members.get("properties").and_then(Value::as_object);
    let rest = members.get("additionalProperties").unwrap_or(&any);
    for name in NAMES {
        let property = named.and_then(|named| named.get(name));
        let chances = if property.is_some() { 2 } else { 6 };
        if required.contains(&name) || random.one_in(chances) {
            let schema = property.unwrap_or(rest);
            found.insert(name.to_owned(), instance(random, root, schema, depth - 1));
        }
    }
    if random.one_in(6) {
        found.insert("other".to_owned(), instance(random, root, rest, depth - 1));
    }
    Value::Object(found)
}
