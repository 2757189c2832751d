//! A schema taken apart by the types of its values, if that covers all of its keywords.

use a2t_core::json::segment;
use serde_json::{Map, Value};

use super::document::{Document, is_assertion};
use crate::limit::REFERENCE_DEPTH_MAX;
use crate::schema::resolve;

pub(super) type Members = Map<String, Value>;

/// Types of values, a bit each; a number that need not be whole is both `INTEGER` and `FRACTION`.
pub(super) mod types {
    pub(in super::super) const NULL: u8 = 1;
    pub(in super::super) const BOOLEAN: u8 = 2;
    pub(in super::super) const INTEGER: u8 = 4;
    pub(in super::super) const FRACTION: u8 = 8;
    pub(in super::super) const STRING: u8 = 16;
    pub(in super::super) const ARRAY: u8 = 32;
    pub(in super::super) const OBJECT: u8 = 64;
    pub(in super::super) const ALL: u8 = 127;

    /// The bits of a name in `type`.
    pub(in super::super) fn of_name(name: &str) -> u8 {
        match name {
            "null" => NULL,
            "boolean" => BOOLEAN,
            "integer" => INTEGER,
            "number" => INTEGER | FRACTION,
            "string" => STRING,
            "array" => ARRAY,
            "object" => OBJECT,
            _ => 0,
        }
    }

    /// The bit of a value.
    pub(in super::super) fn of_value(value: &serde_json::Value) -> u8 {
        use serde_json::Value;
        match value {
            Value::Null => NULL,
            Value::Bool(_) => BOOLEAN,
            Value::Number(number) => match number.as_f64() {
                Some(float) if float.fract() != 0.0 => FRACTION,
                _ => INTEGER,
            },
            Value::String(_) => STRING,
            Value::Array(_) => ARRAY,
            Value::Object(_) => OBJECT,
        }
    }
}

/// Members of a schema, and the pointer to them.
#[derive(Clone, Debug)]
pub(super) struct Part<'v> {
    pub(super) members: &'v Members,
    pub(super) at: String,
}

/// A constraint that is only compared as a whole: its pointer, and its meaning in one spelling.
#[derive(Clone, Debug)]
pub(super) struct Opaque {
    pub(super) at: String,
    pub(super) meaning: String,
}

/// All constraints of a schema on its values, which hold at once.
#[derive(Clone, Debug)]
pub(super) struct Form<'v> {
    pub(super) at: String,
    pub(super) types: u8,
    /// The values, where they are listed or few.
    pub(super) values: Option<Vec<Value>>,
    /// Positions of the constraints of numbers, strings, arrays and objects.
    pub(super) number: Option<Part<'v>>,
    pub(super) string: Option<Part<'v>>,
    pub(super) array: Option<Part<'v>>,
    pub(super) object: Option<Part<'v>>,
    pub(super) opaque: Vec<Opaque>,
}

impl<'v> Form<'v> {
    fn of_types(types: u8, at: &str) -> Self {
        Self {
            at: at.to_owned(),
            types,
            values: None,
            number: None,
            string: None,
            array: None,
            object: None,
            opaque: Vec::new(),
        }
    }

    /// `null` and booleans are few enough to be listed.
    fn listed(mut self) -> Self {
        if self.values.is_none() && self.types & !(types::NULL | types::BOOLEAN) == 0 {
            let mut values = Vec::new();
            if self.types & types::NULL != 0 {
                values.push(Value::Null);
            }
            if self.types & types::BOOLEAN != 0 {
                values.extend([Value::Bool(false), Value::Bool(true)]);
            }
            self.values = Some(values);
        }
        if let Some(values) = &mut self.values {
            values.retain(|value| self.types & types::of_value(value) != 0);
            self.types = values.iter().fold(0, |types, value| types | types::of_value(value));
            if self.types & types::FRACTION != 0 {
                self.types |= types::INTEGER;
            }
        }
        self
    }
}

/// Takes a schema apart.
pub(super) fn of<'v>(document: &Document<'v>, schema: &'v Value, at: &str) -> Form<'v> {
    looked_through(document, schema, at, 0).listed()
}

fn looked_through<'v>(
    document: &Document<'v>,
    schema: &'v Value,
    at: &str,
    depth: usize,
) -> Form<'v> {
    let Value::Object(members) = schema else {
        return Form::of_types(if *schema == Value::Bool(false) { 0 } else { types::ALL }, at);
    };
    let mut asserting = members.iter().filter(|(name, _)| is_assertion(name));
    let (first, second) = (asserting.next(), asserting.next());
    let may_look = depth < REFERENCE_DEPTH_MAX && document.look();
    if let (Some((name, value)), None, true) = (first, second, may_look) {
        let inner = format!("{at}/{name}");
        let found = match (name.as_str(), value) {
            ("$ref", Value::String(reference)) => resolve(document.root, reference)
                .map(|(at, schema)| looked_through(document, schema, &at, depth + 1)),
            ("allOf", Value::Array(schemas)) => match schemas.as_slice() {
                [only] => Some(looked_through(document, only, &format!("{inner}/0"), depth + 1)),
                _ => None,
            },
            ("anyOf" | "oneOf", Value::Array(schemas)) => {
                union(document, name == "oneOf", schemas, &inner, depth)
            }
            _ => None,
        };
        if let Some(found) = found {
            return found;
        }
    }
    typed(document, members, at)
}

/// Alternatives that no value confuses: lists of values, or types that differ.
fn union<'v>(
    document: &Document<'v>,
    exactly_one: bool,
    schemas: &'v [Value],
    at: &str,
    depth: usize,
) -> Option<Form<'v>> {
    let mut all = Form::of_types(0, at);
    let mut listed = Vec::new();
    let mut are_listed = true;
    let forms: Vec<_> = schemas
        .iter()
        .enumerate()
        .map(|(index, schema)| {
            looked_through(document, schema, &format!("{at}/{index}"), depth + 1).listed()
        })
        .collect();
    if forms.iter().any(|form| !form.opaque.is_empty()) {
        return None;
    }
    for form in &forms {
        match &form.values {
            Some(values) if is_plain(form) => {
                for value in values {
                    if !listed.contains(value) {
                        listed.push(value.clone());
                    } else if exactly_one {
                        return None;
                    }
                }
            }
            _ => are_listed = false,
        }
    }
    if are_listed {
        all.types = types::ALL;
        all.values = Some(listed);
        return Some(all);
    }
    for form in forms {
        let few = form.types & !(types::NULL | types::BOOLEAN) == 0;
        let whole = form.values.as_ref().is_none_or(|values| {
            let booleans = values.iter().filter(|value| value.is_boolean()).count();
            few && booleans != 1
        });
        if all.types & form.types != 0 || !whole {
            return None;
        }
        all.types |= form.types;
        let takes = |bits: u8| form.types & bits != 0;
        all.number = all.number.or(form.number.filter(|_| takes(types::INTEGER)));
        all.string = all.string.or(form.string.filter(|_| takes(types::STRING)));
        all.array = all.array.or(form.array.filter(|_| takes(types::ARRAY)));
        all.object = all.object.or(form.object.filter(|_| takes(types::OBJECT)));
    }
    Some(all)
}

/// Returns whether nothing but `type` narrows the listed values further.
fn is_plain(form: &Form<'_>) -> bool {
    let keywords = |part: &Option<Part<'_>>| {
        part.as_ref().is_none_or(|part| {
            part.members
                .keys()
                .filter(|name| is_assertion(name))
                .all(|name| matches!(name.as_str(), "type" | "enum" | "const"))
        })
    };
    [&form.number, &form.string, &form.array, &form.object].into_iter().all(keywords)
}

fn typed<'v>(document: &Document<'v>, members: &'v Members, at: &str) -> Form<'v> {
    let types = match members.get("type") {
        Some(Value::String(name)) => types::of_name(name),
        Some(Value::Array(names)) => {
            let names = names.iter().filter_map(Value::as_str);
            names.fold(0, |all, name| all | types::of_name(name))
        }
        _ => types::ALL,
    };
    let mut form = Form::of_types(types, at);
    let part = || Some(Part { members, at: at.to_owned() });
    (form.number, form.string) = (part(), part());
    (form.array, form.object) = (part(), part());
    form.values = match (members.get("const"), members.get("enum")) {
        (Some(value), Some(Value::Array(values))) => {
            Some(values.iter().filter(|one| *one == value).cloned().collect())
        }
        (Some(value), _) => Some(vec![value.clone()]),
        (None, Some(Value::Array(values))) => Some(values.clone()),
        (None, _) => None,
    };
    form.opaque = opaque(document, members, at);
    form
}

/// Keywords that are compared together, and only as a whole.
const GROUPS: [&[&str]; 12] = [
    &["$ref"],
    &["$dynamicRef"],
    &["$recursiveRef"],
    &["allOf"],
    &["anyOf"],
    &["oneOf"],
    &["not"],
    &["if", "then", "else"],
    &["contains", "minContains", "maxContains"],
    &["propertyNames"],
    &["dependentSchemas"],
    &["dependentRequired"],
];

fn opaque(document: &Document<'_>, members: &Members, at: &str) -> Vec<Opaque> {
    let mut found = Vec::new();
    let mut put = |names: &mut dyn Iterator<Item = &str>, first: &str| {
        let fragment: Members =
            names.filter_map(|name| Some((name.to_owned(), members.get(name)?.clone()))).collect();
        let at = format!("{at}/{}", segment(first));
        found.push(Opaque { at, meaning: document.meaning(&Value::Object(fragment)) });
    };
    for group in GROUPS {
        if let Some(first) = group.first().filter(|first| members.contains_key(**first)) {
            put(&mut group.iter().copied(), first);
        }
    }
    // These depend on all others.
    for first in ["dependencies", "unevaluatedItems", "unevaluatedProperties"] {
        if members.contains_key(first) {
            put(&mut members.keys().map(String::as_str), first);
        }
    }
    found
}
