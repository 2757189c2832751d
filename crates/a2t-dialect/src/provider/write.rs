//! Parts that several dialects write alike.

use serde_json::{Map, Value};

pub(super) fn one_or_all(mut messages: Vec<Value>) -> Value {
    match messages.pop() {
        Some(one) if messages.is_empty() => one,
        last => {
            messages.extend(last);
            Value::Array(messages)
        }
    }
}

pub(crate) fn set(object: &mut Value, member: &str, value: impl Into<Value>) {
    if let Value::Object(members) = object {
        members.insert(member.to_owned(), value.into());
    }
}

/// Sets the member at this path, whose steps are separated by `/`; objects on the way are made.
pub(crate) fn set_at(object: &mut Value, path: &str, value: Value) {
    let Value::Object(members) = object else { return };
    match path.split_once('/') {
        None => {
            members.insert(path.to_owned(), value);
        }
        Some((step, rest)) => {
            let inner = members.entry(step).or_insert_with(|| Value::Object(Map::new()));
            set_at(inner, rest, value);
        }
    }
}

/// Takes the list at a JSON pointer out of a value; nothing where there is none.
pub(super) fn take_list(value: &mut Value, pointer: &str) -> Vec<Value> {
    match value.pointer_mut(pointer).map(Value::take) {
        Some(Value::Array(items)) => items,
        _ => Vec::new(),
    }
}

/// Sorts messages by what they answer, in the order of the first of each.
pub(super) fn grouped(
    messages: Vec<Value>,
    answers: impl Fn(&Value) -> Option<Value>,
) -> Vec<Vec<Value>> {
    let mut groups: Vec<(Option<Value>, Vec<Value>)> = Vec::new();
    for message in messages {
        let key = answers(&message);
        let mut known = groups.iter_mut();
        match known.find(|(other, _)| key.is_some() && *other == key) {
            Some((_, group)) => group.push(message),
            None => groups.push((key, vec![message])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}
