//! What a version takes and gives, read off its document: a validator that shares no code with the
//! library, and a search for one call or reply that breaks.

use serde_json::{Map, Value, json};

use super::schema::{kind, members, requires, takes_null};

pub(crate) type Call = Map<String, Value>;

/// Whether the tool answers this call.
pub(crate) fn takes(tool: &Value, call: &Call) -> bool {
    let inputs = parameters(tool, "input_parameters");
    let given = |input: &&Value| call.contains_key(input["name"].as_str().unwrap());
    let complete = inputs.iter().filter(|i| required(i)).all(given);
    let fits_one = |(name, value): (&String, &Value)| {
        inputs.iter().any(|i| i["name"] == **name && fits(i, value))
    };
    complete && call.iter().all(fits_one)
}

/// Whether a reply may carry this output with this value.
pub(crate) fn gives(tool: &Value, name: &str, value: &Value) -> bool {
    let mut outputs = parameters(tool, "output_parameters").into_iter();
    outputs.any(|output| output["name"] == name && is(output, value))
}

/// Whether a schema has this value; members that it does not declare are passed by.
fn has(schema: &Value, value: &Value) -> bool {
    match (kind(schema), value) {
        (None, _) => true,
        (_, Value::Null) => takes_null(schema),
        (Some("string"), Value::String(_)) => match schema["oneOf"].as_array() {
            Some(choices) => choices.iter().any(|choice| choice["const"] == *value),
            None => true,
        },
        (Some("integer"), value) => value.is_i64(),
        (Some("number"), value) => value.is_number(),
        (Some("boolean"), value) => value.is_boolean(),
        (Some("array"), Value::Array(items)) => items.iter().all(|it| has(&schema["items"], it)),
        (Some("object"), Value::Object(values)) => members(schema).all(|(name, member)| {
            values.get(name).map_or(!requires(schema, name), |value| has(member, value))
        }),
        _ => false,
    }
}

/// Values of a schema that differ in one place from the first, which has every member.
pub(crate) fn values_of(schema: &Value) -> Vec<Value> {
    let Some(kind) = kind(schema) else {
        return vec![
            json!({"p": 1}),
            json!("x"),
            json!(7),
            json!(1.5),
            json!(true),
            json!([1]),
            json!(null),
        ];
    };
    let mut values = match kind {
        "string" => match schema["oneOf"].as_array() {
            Some(choices) => choices.iter().map(|choice| choice["const"].clone()).collect(),
            None => vec![json!("x"), json!("")],
        },
        "integer" => vec![json!(7)],
        "number" => vec![json!(1.5), json!(7)],
        "boolean" => vec![json!(true)],
        "array" => {
            let items = values_of(&schema["items"]);
            let alone: Vec<_> = items.iter().map(|item| json!([item])).collect();
            [alone, vec![json!([]), json!(items)]].concat()
        }
        "object" => records_of(schema),
        other => panic!("{other}"),
    };
    values.retain(|value| !value.is_null());
    values.extend(takes_null(schema).then_some(Value::Null));
    values
}

fn records_of(schema: &Value) -> Vec<Value> {
    let all: Vec<_> = members(schema).map(|(name, member)| (name, values_of(member))).collect();
    let full: Map<_, _> =
        all.iter().map(|(name, them)| ((*name).clone(), them[0].clone())).collect();
    let mut records = vec![Value::Object(full.clone())];
    for (name, values) in all {
        for value in &values[1..] {
            let mut record = full.clone();
            record.insert(name.clone(), value.clone());
            records.push(Value::Object(record));
        }
        if !requires(schema, name) {
            let mut record = full.clone();
            record.remove(name);
            records.push(Value::Object(record));
        }
    }
    records
}

/// Whether an output lacks a member of a record that readers of it look for.
pub(crate) fn loses_members(old: &Value, new: &Value) -> bool {
    old.get("schema").zip(new.get("schema")).is_some_and(|(old, new)| loses(old, new))
}

/// Whether a record lacks a member that readers of it look for, always there or not.
fn loses(old: &Value, new: &Value) -> bool {
    match (kind(old), kind(new)) {
        (Some("object"), Some("object")) => members(old).any(|(name, member)| {
            new["properties"].get(name).is_none_or(|later| loses(member, later))
        }),
        (Some("array"), Some("array")) => loses(&old["items"], &new["items"]),
        _ => false,
    }
}

fn required(input: &Value) -> bool {
    input["required"].as_bool().unwrap_or(true)
}

fn fits(input: &Value, value: &Value) -> bool {
    is(input, value)
        && match value {
            Value::String(text) => {
                let most = input["max-length"].as_u64().unwrap_or(u64::MAX);
                text.chars().count() as u64 <= most
            }
            Value::Number(number) => {
                let (least, most) = (input["min"].as_i64(), input["max"].as_i64());
                let range = least.unwrap_or(i64::MIN)..=most.unwrap_or(65_535);
                number.as_i64().is_some_and(|number| range.contains(&number))
            }
            _ => true,
        }
}

fn is(parameter: &Value, value: &Value) -> bool {
    let choices = names(parameter);
    match parameter["type"].as_str().unwrap_or("string") {
        "string" => value.is_string(),
        "int" => value.is_i64(),
        "boolean" => value.is_boolean(),
        "enum" => value.is_string() && (choices.is_empty() || choices.contains(value)),
        "json" => parameter.get("schema").is_none_or(|schema| has(schema, value)),
        other => panic!("{other}"),
    }
}

pub(crate) fn parameters<'a>(tool: &'a Value, side: &str) -> Vec<&'a Value> {
    tool[side].as_array().into_iter().flatten().collect()
}

fn names(parameter: &Value) -> Vec<Value> {
    let values = parameter["allowed-values"].as_array().into_iter().flatten();
    values.map(|value| value["name"].clone()).collect()
}

/// What one who knows `old` meets at `new`: a call refused or misunderstood, a reply not expected.
pub(crate) fn breaks(old: &Value, new: &Value) -> Option<Value> {
    if old["toolId"] != new["toolId"] {
        return Some(json!("the tool"));
    }
    let mut calls = calls(old, new).into_iter();
    let refused = |call: &Call| !takes(new, call) || call.keys().any(|name| moved(old, new, name));
    if let Some(call) = calls.find(refused) {
        return Some(json!({ "call": call }));
    }
    let outputs = parameters(old, "output_parameters");
    outputs.into_iter().find_map(|output| reply(output, old, new))
}

/// Whether the input of this name has another id.
fn moved(old: &Value, new: &Value, name: &str) -> bool {
    let id = |tool| {
        let mut inputs = parameters(tool, "input_parameters").into_iter();
        inputs.find(|i| i["name"] == name).map(|i| i["id"].clone())
    };
    id(old) != id(new)
}

fn reply(output: &Value, old: &Value, new: &Value) -> Option<Value> {
    let name = output["name"].as_str().unwrap();
    let mut outputs = parameters(new, "output_parameters").into_iter();
    let same = |new: &&Value| new["name"] == output["name"] && new["id"] == output["id"];
    let Some(kept) = outputs.find(same) else {
        return Some(json!({"lacks": name}));
    };
    let mut values = boundaries(&[output, kept]).into_iter();
    let unknown = |value: &Value| gives(new, name, value) && !gives(old, name, value);
    if let Some(value) = values.find(unknown) {
        return Some(json!({"reply": {name: value}}));
    }
    loses_members(output, kept).then(|| json!({"loses": name}))
}

/// Calls that `old` takes: without optional inputs, and each input at each boundary.
pub(crate) fn calls(old: &Value, new: &Value) -> Vec<Call> {
    let inputs = parameters(old, "input_parameters");
    let later = parameters(new, "input_parameters");
    let name = |input: &Value| input["name"].as_str().unwrap().to_owned();
    let values = |input: &Value| {
        let mut shapes = vec![input];
        let kept = |i: &&&Value| i["id"] == input["id"] || i["name"] == input["name"];
        shapes.extend(later.iter().filter(kept).copied());
        let mut values = boundaries(&shapes);
        values.retain(|value| fits(input, value));
        values
    };
    let least = inputs.iter().filter(|input| required(input));
    let least: Call = least.map(|i| (name(i), values(i).remove(0))).collect();
    let mut calls = vec![least.clone()];
    for input in inputs {
        for value in values(input) {
            let mut call = least.clone();
            call.insert(name(input), value);
            calls.push(call);
        }
    }
    calls
}

/// A value of each kind, and those next to each limit of these parameters.
fn boundaries(parameters: &[&Value]) -> Vec<Value> {
    let mut values = vec![json!(""), json!(true), json!(null), json!([1]), json!({"a": 1})];
    values.extend([json!(1.5), json!([]), json!({})]);
    let mut limits = vec![0, 65_535];
    let mut lengths = vec![1];
    for parameter in parameters {
        limits.extend([&parameter["min"], &parameter["max"]].iter().filter_map(|v| v.as_i64()));
        lengths.extend(parameter["max-length"].as_u64());
        values.extend(names(parameter));
        values.extend(parameter.get("schema").into_iter().flat_map(values_of));
    }
    let beside = |limit: i64| [limit.saturating_sub(1), limit, limit.saturating_add(1)];
    values.extend(limits.into_iter().flat_map(beside).map(Value::from));
    let letters = |length: u64| ["😀".repeat(length as usize), "é".repeat(length as usize + 1)];
    values.extend(lengths.into_iter().flat_map(letters).map(Value::from));
    values
}
