//! Values that are listed: `enum`, `const`, `null` and booleans.

use serde_json::Value;

use super::document::is_assertion;
use super::form::{Form, Part, types};
use super::node::{Direction, Walk};
use super::number::{Bound, End};

impl<'v> Walk<'v> {
    /// Compares listed values; returns whether no other comparison is needed.
    pub(super) fn values(&mut self, old: &Form<'v>, new: &Form<'v>) -> bool {
        let (lost, gained) = match (&old.values, &new.values) {
            (None, None) => return false,
            (old_values, new_values) => {
                (refused(new, old_values.as_deref()), refused(old, new_values.as_deref()))
            }
        };
        let keyword = |form: &Form<'_>, root: &Value| {
            let names = ["enum", "const", "type"];
            let has = |name: &&str| root.pointer(&format!("{}/{name}", form.at)).is_some();
            names
                .into_iter()
                .find(has)
                .map_or(form.at.clone(), |name| format!("{}/{name}", form.at))
        };
        let at = keyword(new, self.new.root);
        let all = |values: &Option<Vec<Value>>| values.clone().map_or(Value::Null, Value::Array);
        if lost.is_all || !lost.values.is_empty() {
            let was = if lost.is_all { Value::Null } else { lost.values.into() };
            let is = if lost.is_all { all(&new.values) } else { Value::Null };
            self.changed(Direction::Narrower, &at, was, is);
        }
        if gained.is_all || !gained.values.is_empty() {
            let was = if gained.is_all { all(&old.values) } else { Value::Null };
            let is = if gained.is_all { Value::Null } else { gained.values.into() };
            self.changed(Direction::Wider, &at, was, is);
        }
        lost.is_decided && gained.is_decided
    }
}

struct RefusedValues {
    /// Every one of more values than are listed.
    is_all: bool,
    values: Vec<Value>,
    /// False if one was not compared.
    is_decided: bool,
}

/// The values that a form does not take; those of no list are more than those of any.
fn refused(form: &Form<'_>, values: Option<&[Value]>) -> RefusedValues {
    let Some(values) = values else {
        // The other of both forms is the one that has a list.
        return RefusedValues { is_all: true, values: Vec::new(), is_decided: true };
    };
    let mut found = RefusedValues { is_all: false, values: Vec::new(), is_decided: true };
    for value in values {
        match takes(form, value) {
            Some(true) => {}
            Some(false) => found.values.push(value.clone()),
            None => found.is_decided = false,
        }
    }
    found
}

/// Returns whether a form takes a value; `None` if that is not known.
fn takes(form: &Form<'_>, value: &Value) -> Option<bool> {
    if form.types & types::of_value(value) == 0 {
        return Some(false);
    }
    if form.values.as_ref().is_some_and(|values| !values.contains(value)) {
        return Some(false);
    }
    if !form.opaque.is_empty() {
        return None;
    }
    match value {
        Value::Null | Value::Bool(_) => Some(true),
        Value::Number(number) => {
            let Some(part) = &form.number else {
                return Some(true);
            };
            let inside =
                |end| Bound::from_members(part.members, end).is_none_or(|b| b.takes(number, end));
            let holds = inside(End::Min) && inside(End::Max);
            if part.members.contains_key("multipleOf") && holds { None } else { Some(holds) }
        }
        Value::String(text) => string(form.string.as_ref(), text),
        Value::Array(_) => unless(form.array.as_ref(), &ARRAYS),
        Value::Object(_) => unless(form.object.as_ref(), &OBJECTS),
    }
}

fn string(part: Option<&Part<'_>>, text: &str) -> Option<bool> {
    let Some(part) = part else {
        return Some(true);
    };
    let length = text.chars().count() as f64;
    let count = |name: &str| part.members.get(name).and_then(Value::as_f64);
    let holds = count("minLength").is_none_or(|least| length >= least)
        && count("maxLength").is_none_or(|most| length <= most);
    if holds { unless(Some(part), &["pattern", "format"]) } else { Some(false) }
}

const ARRAYS: [&str; 6] =
    ["additionalItems", "items", "maxItems", "minItems", "prefixItems", "uniqueItems"];
const OBJECTS: [&str; 6] = [
    "additionalProperties",
    "maxProperties",
    "minProperties",
    "patternProperties",
    "properties",
    "required",
];

/// Returns `true` unless one of the keywords restricts values further.
fn unless(part: Option<&Part<'_>>, keywords: &[&str]) -> Option<bool> {
    let declares = |part: &Part<'_>| {
        let mut names = part.members.keys().filter(|name| is_assertion(name));
        names.any(|name| keywords.contains(&name.as_str()))
    };
    if part.is_some_and(declares) { None } else { Some(true) }
}
