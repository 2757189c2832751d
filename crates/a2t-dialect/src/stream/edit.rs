//! Changes of values, which report how many bytes they added.

use std::iter::Sum;

use serde_json::Value;

/// Bytes that a change added and removed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Grown {
    pub(super) added: usize,
    pub(super) removed: usize,
}

impl Grown {
    pub(super) fn by(added: usize) -> Self {
        Self { added, removed: 0 }
    }
}

impl Sum for Grown {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |all, one| Self {
            added: all.added.saturating_add(one.added),
            removed: all.removed.saturating_add(one.removed),
        })
    }
}

/// Adds to the text of a member.
pub(super) fn append(object: &mut Value, member: &str, text: &str) -> Grown {
    if let Some(members) = object.as_object_mut() {
        match members.get_mut(member) {
            Some(Value::String(known)) => known.push_str(text),
            _ => {
                members.insert(member.to_owned(), Value::String(text.to_owned()));
            }
        }
    }
    Grown::by(text.len())
}

/// Adds to the list of a member.
pub(super) fn push(object: &mut Value, member: &str, value: &Value) -> Grown {
    if let Some(members) = object.as_object_mut() {
        match members.get_mut(member) {
            Some(Value::Array(items)) => items.push(value.clone()),
            _ => {
                members.insert(member.to_owned(), Value::Array(vec![value.clone()]));
            }
        }
    }
    Grown::by(size(value))
}

/// Sets a member; objects are merged, and `null` replaces nothing.
pub(super) fn merge(object: &mut Value, member: &str, value: &Value) -> Grown {
    let Some(members) = object.as_object_mut() else { return Grown::default() };
    match (members.get_mut(member), value) {
        (Some(_), Value::Null) => Grown::default(),
        (Some(known @ Value::Object(_)), Value::Object(inner)) => {
            inner.iter().map(|(name, value)| merge(known, name, value)).sum()
        }
        (known, value) => {
            let removed = known.map_or(0, |known| size(known) + member.len());
            members.insert(member.to_owned(), value.clone());
            Grown { added: size(value) + member.len(), removed }
        }
    }
}

/// Bytes that a value takes, roughly.
pub(super) fn size(value: &Value) -> usize {
    const EACH: usize = 16;
    let inner = match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| name.len() + size(value)).sum()
        }
        _ => 0,
    };
    inner + EACH
}

/// Sets a member, and replaces the value that it had.
pub(super) fn set(object: &mut Value, member: &str, value: Value) {
    if let Some(members) = object.as_object_mut() {
        members.insert(member.to_owned(), value);
    }
}

/// Sets a member to the arguments, unless none came.
pub(super) fn fill(item: &mut Value, member: &str, arguments: &str) {
    if !arguments.trim().is_empty() {
        set(item, member, parsed(arguments));
    }
}

/// Arguments as an object, or as the text that they are.
pub(super) fn parsed(arguments: &str) -> Value {
    let parsed = a2t_core::json::parse(arguments.as_bytes());
    parsed.unwrap_or_else(|_| Value::String(arguments.to_owned()))
}

/// The text of a member; empty if there is none.
pub(super) fn text<'a>(value: &'a Value, member: &str) -> &'a str {
    value.get(member).and_then(Value::as_str).unwrap_or_default()
}
