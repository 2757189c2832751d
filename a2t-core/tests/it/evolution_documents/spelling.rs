//! The many spellings of one document, and what they have in common.

use serde_json::{Map, Value, json};

/// Numbers from a seed (xorshift): which spelling is taken.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    pub(crate) fn below(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    fn yes(&mut self) -> bool {
        self.below(2) == 0
    }
}

/// The document with members written out or left out that mean the same absent.
pub(crate) fn with_defaults(document: &Value, dice: &mut Dice) -> Value {
    let mut document = document.clone();
    let members = document.as_object_mut().unwrap();
    for (member, default) in [
        ("tags", json!([])),
        ("img", json!(null)),
        ("title", json!(null)),
        ("annotations", json!({})),
        ("preconditions", json!({})),
    ] {
        toggle(members, member, default, dice);
    }
    if let Some(hints) = members.get_mut("annotations").and_then(Value::as_object_mut) {
        toggle(hints, "readOnlyHint", json!(false), dice);
        toggle(hints, "idempotentHint", json!(false), dice);
        toggle(hints, "destructiveHint", json!(null), dice);
    }
    if dice.yes() {
        let upper = document["toolId"].as_str().unwrap().to_uppercase();
        document["toolId"] = json!(upper);
    }
    if dice.yes() {
        document["version"] = json!(document["version"].to_string());
    }
    for side in ["input_parameters", "output_parameters"] {
        for parameter in document[side].as_array_mut().unwrap() {
            let members = parameter.as_object_mut().unwrap();
            if side == "input_parameters" {
                toggle(members, "required", json!(true), dice);
                if members.get("type") == Some(&json!("int")) {
                    toggle(members, "max", json!(65_535), dice);
                }
                toggle(members, "min", json!(null), dice);
                toggle(members, "max-length", json!(null), dice);
            }
            toggle(members, "type", json!("string"), dice);
        }
    }
    document
}

fn toggle(members: &mut Map<String, Value>, member: &str, default: Value, dice: &mut Dice) {
    match members.get(member) {
        None if dice.yes() => drop(members.insert(member.to_owned(), default)),
        Some(value) if *value == default && dice.yes() => drop(members.remove(member)),
        _ => {}
    }
}

/// The text of a value with its members in some order, some space and some escapes.
pub(crate) fn spell(value: &Value, dice: &mut Dice) -> String {
    let space = [" ", "", "\n\t", "\r\n"][dice.below(4) as usize];
    let body = match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            for last in (1..members.len()).rev() {
                members.swap(last, dice.below(last as u64 + 1) as usize);
            }
            let spelt = members
                .into_iter()
                .map(|(name, value)| format!("{}:{space}{}", text(name, dice), spell(value, dice)));
            format!("{{{}}}", spelt.collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(|item| spell(item, dice)).collect();
            format!("[{}]", items.join(","))
        }
        Value::String(content) => text(content, dice),
        other => other.to_string(),
    };
    format!("{space}{body}{space}")
}

fn text(content: &str, dice: &mut Dice) -> String {
    let mut spelt = String::from("\"");
    for character in content.chars() {
        let mut units = [0; 2];
        match dice.below(4) {
            0 => {
                for unit in character.encode_utf16(&mut units) {
                    spelt.push_str(&format!("\\u{unit:04X}"));
                }
            }
            1 if character == '/' => spelt.push_str("\\/"),
            _ => spelt.push(character),
        }
    }
    spelt.push('"');
    spelt
}

/// The meaning of a document, in one spelling: equal for documents with the same meaning.
pub(crate) fn meaning(document: &Value) -> Value {
    let mut document = present(document);
    let members = document.as_object_mut().unwrap();
    members.remove("currentVersion");
    if let Some(Value::String(id)) = members.get_mut("toolId") {
        id.make_ascii_lowercase();
    }
    if let Some(Ok(number)) = members.get("version").and_then(Value::as_str).map(str::parse::<u32>)
    {
        members.insert("version".to_owned(), json!(number));
    }
    if let Some(hints) = members.get_mut("annotations").and_then(Value::as_object_mut) {
        let silent = ["readOnlyHint", "idempotentHint", "longRunningHint"];
        hints.retain(|name, value| *value != json!(false) || !silent.contains(&name.as_str()));
    }
    for member in ["annotations", "preconditions"] {
        if members.get(member) == Some(&json!({})) {
            members.remove(member);
        }
    }
    if let Some(Value::Array(tags)) = members.get_mut("tags") {
        tags.sort_by_key(ToString::to_string);
        tags.dedup();
    }
    for side in ["input_parameters", "output_parameters"] {
        let list = members.get_mut(side).and_then(Value::as_array_mut);
        for parameter in list.into_iter().flatten() {
            let Some(parameter) = parameter.as_object_mut() else {
                continue;
            };
            let name = parameter.get("name").cloned().unwrap_or_default();
            let id = parameter.entry("id").or_insert(name);
            if let Value::Number(number) = id {
                *id = json!(number.to_string());
            }
            let values = parameter.get_mut("allowed-values").and_then(Value::as_array_mut);
            for value in values.into_iter().flatten().filter(|value| value.is_string()) {
                *value = json!({"name": value.take(), "description": ""});
            }
            let kind = parameter.entry("type").or_insert(json!("string")).clone();
            if side == "input_parameters" {
                parameter.entry("required").or_insert(json!(true));
                if kind == "int" {
                    parameter.entry("max").or_insert(json!(65_535));
                }
            } else if let Some(Value::String(kind)) = parameter.get_mut("type") {
                kind.make_ascii_lowercase();
            }
            if let Some(schema) = parameter.get_mut("schema") {
                unordered(schema);
            }
            if parameter.get("schema") == Some(&json!({})) {
                parameter.remove("schema");
            }
        }
    }
    let lists = ["tags", "input_parameters", "output_parameters"];
    members.retain(|name, value| *value != json!([]) || !lists.contains(&name.as_str()));
    document
}

/// The names of required members in one order.
fn unordered(schema: &mut Value) {
    let Value::Object(keywords) = schema else { return };
    if let Some(names) = keywords.get_mut("required").and_then(Value::as_array_mut) {
        names.sort_by_key(ToString::to_string);
    }
    if keywords.get("required") == Some(&json!([])) {
        keywords.remove("required");
    }
    let properties = keywords.get_mut("properties").and_then(Value::as_object_mut);
    properties.into_iter().flatten().for_each(|(_, member)| unordered(member));
    keywords.get_mut("items").into_iter().for_each(unordered);
}

/// Without members that are `null`, which have no meaning outside a schema.
fn present(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let filled = members.iter().filter(|(_, value)| !value.is_null());
            let kept = |(name, value): (&String, &Value)| match name.as_str() {
                "schema" => (name.clone(), value.clone()),
                _ => (name.clone(), present(value)),
            };
            filled.map(kept).collect()
        }
        Value::Array(items) => items.iter().map(present).collect(),
        other => other.clone(),
    }
}
