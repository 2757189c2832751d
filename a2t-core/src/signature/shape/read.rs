//! A JSON Schema becomes a shape, or the location of the first thing in it that is not of spec note
//! AMB-46.

use serde_json::Value;

use super::rule::broken;
use super::{JsonMember, JsonShape, Nested, SHAPE_DEPTH_MAX, SHAPE_SIZE_MAX};
use crate::json::{segment, shown};
use crate::signature::member::Object;
use crate::signature::{AllowedValue, Text};

/// Location, from the schema on, of what is not understood, and words for it.
pub(in crate::signature) struct Unknown {
    pub(in crate::signature) pointer: String,
    pub(in crate::signature) expected: String,
    pub(in crate::signature) got: String,
}

/// The shape of a schema all of whose rules hold.
pub(in crate::signature) fn read(schema: &Value) -> Result<JsonShape, Unknown> {
    let mut left = SHAPE_SIZE_MAX;
    let (shape, _) = shape(schema, &mut Location::default(), &mut left)?;
    match broken(&shape) {
        None => Ok(shape),
        Some((pointer, violated)) => {
            Err(Unknown { pointer, expected: violated.expected, got: violated.got })
        }
    }
}

#[derive(Default)]
struct Location {
    pointer: String,
    depth: usize,
}

impl Location {
    fn unknown(&self, member: &str, expected: &str, got: impl Into<String>) -> Unknown {
        let pointer = match member {
            "" => self.pointer.clone(),
            member => format!("{}/{}", self.pointer, segment(member)),
        };
        Unknown { pointer, expected: expected.to_owned(), got: got.into() }
    }

    fn within<T>(
        &mut self,
        members: &[&str],
        read: impl FnOnce(&mut Self) -> Result<T, Unknown>,
    ) -> Result<T, Unknown> {
        let length = self.pointer.len();
        for member in members {
            self.pointer.push('/');
            self.pointer.push_str(&segment(member));
        }
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        self.pointer.truncate(length);
        found
    }
}

/// The shape, and its description.
fn shape(value: &Value, at: &mut Location, left: &mut usize) -> Result<(JsonShape, Text), Unknown> {
    let Value::Object(object) = value else {
        return Err(at.unknown("", "an object", shown(value)));
    };
    if at.depth > SHAPE_DEPTH_MAX {
        let expected = format!("at most {SHAPE_DEPTH_MAX} records and lists inside each other");
        return Err(at.unknown("", &expected, "more"));
    }
    *left = left.checked_sub(1).ok_or_else(|| {
        at.unknown("", &format!("at most {SHAPE_SIZE_MAX} shapes in one"), "more")
    })?;
    let description = match object.get("description") {
        None => Text::Borrowed(""),
        Some(Value::String(text)) => text.clone().into(),
        Some(other) => return Err(at.unknown("description", "a string", shown(other))),
    };
    let Some(kind) = object.get("type") else {
        only(object, &[], at)?;
        return Ok((JsonShape::Any, description));
    };
    let (kind, nullable) = kinds(kind, at)?;
    let shape = typed(kind, nullable, object, at, left)?;
    let whole = if nullable { JsonShape::Nullable { shape: shape.into() } } else { shape };
    Ok((whole, description))
}

/// The name of a type, and `true` if the other one is `null`.
fn kinds<'v>(kind: &'v Value, at: &Location) -> Result<(&'v str, bool), Unknown> {
    let both = kind.as_array().map(Vec::as_slice);
    match (kind, both) {
        (Value::String(kind), _) => Ok((kind, false)),
        (_, Some([Value::String(kind), Value::String(null)])) if null == "null" => Ok((kind, true)),
        _ => Err(at.unknown("type", "the name of a type, or it and `null`", shown(kind))),
    }
}

fn typed(
    kind: &str,
    nullable: bool,
    object: &Object,
    at: &mut Location,
    left: &mut usize,
) -> Result<JsonShape, Unknown> {
    let scalar = match kind {
        "string" if object.contains_key("oneOf") => {
            only(object, &["oneOf"], at)?;
            return choices(object, nullable, at);
        }
        "string" => JsonShape::String,
        "integer" => JsonShape::Int,
        "number" => JsonShape::Number,
        "boolean" => JsonShape::Boolean,
        "array" => {
            only(object, &["items"], at)?;
            return list(object, at, left);
        }
        "object" => {
            only(object, &["properties", "required"], at)?;
            return record(object, at, left);
        }
        _ => {
            let expected = "string, integer, number, boolean, array or object";
            return Err(at.unknown("type", expected, shown(&kind.into())));
        }
    };
    only(object, &[], at)?;
    Ok(scalar)
}

/// Allows no other keyword, because one that is not read may restrict the value further.
fn only(object: &Object, known: &[&str], at: &Location) -> Result<(), Unknown> {
    let is_known = |name: &str| ["type", "description"].contains(&name) || known.contains(&name);
    match object.keys().find(|name| !is_known(name)) {
        None => Ok(()),
        Some(other) => {
            let got = format!("`{}`", crate::error::inert(other));
            Err(at.unknown(other, "a keyword of spec note AMB-46", got))
        }
    }
}

fn list(object: &Object, at: &mut Location, left: &mut usize) -> Result<JsonShape, Unknown> {
    let Some(items) = object.get("items") else {
        return Err(at.unknown("items", "the shape of the items", "nothing"));
    };
    let (items, description) = at.within(&["items"], |at| shape(items, at, left))?;
    if !description.is_empty() {
        return Err(at.unknown("items", "a list whose items have no description", "one"));
    }
    Ok(JsonShape::List { items: items.into() })
}

fn record(object: &Object, at: &mut Location, left: &mut usize) -> Result<JsonShape, Unknown> {
    let properties = match object.get("properties") {
        Some(Value::Object(properties)) => properties,
        other => {
            let got = other.map_or_else(|| "nothing".to_owned(), shown);
            return Err(at.unknown("properties", "an object", got));
        }
    };
    let required = required(object, properties, at)?;
    let mut members = Vec::new();
    for (name, value) in properties {
        let (shape, description) = at.within(&["properties", name], |at| shape(value, at, left))?;
        let (name, shape) = (Text::Owned(name.clone()), Nested::from(shape));
        let required = required.contains(&&*name);
        members.push(JsonMember { name, description, shape, required });
    }
    // An object has no order.
    members.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(JsonShape::Record { members: members.into() })
}

fn required<'v>(
    object: &'v Object,
    properties: &Object,
    at: &Location,
) -> Result<Vec<&'v str>, Unknown> {
    let names = match object.get("required") {
        None => return Ok(Vec::new()),
        Some(Value::Array(names)) => names,
        Some(other) => return Err(at.unknown("required", "an array of names", shown(other))),
    };
    let mut found = Vec::new();
    for name in names {
        match name.as_str() {
            Some(name) if properties.contains_key(name) && !found.contains(&name) => {
                found.push(name);
            }
            _ => return Err(at.unknown("required", "each the name of a member", shown(name))),
        }
    }
    Ok(found)
}

fn choices(object: &Object, nullable: bool, at: &mut Location) -> Result<JsonShape, Unknown> {
    let listed = object.get("oneOf").and_then(Value::as_array).map(Vec::as_slice);
    let listed = match (listed, nullable) {
        (Some([values @ .., null]), true) if is_null(null) => values,
        (Some(values), false) => values,
        _ => return Err(at.unknown("oneOf", "choices, with `null` if the type has it", "others")),
    };
    let mut values = Vec::new();
    for each in listed {
        let choice = each.as_object().and_then(choice);
        let unknown =
            || at.unknown("oneOf", "{\"const\": …, \"description\": …} each", shown(each));
        values.push(choice.ok_or_else(unknown)?);
    }
    Ok(JsonShape::Enum { allowed_values: values.into() })
}

fn is_null(choice: &Value) -> bool {
    choice.as_object().is_some_and(|it| it.len() == 1 && it.get("const") == Some(&Value::Null))
}

fn choice(choice: &Object) -> Option<AllowedValue> {
    let name = choice.get("const")?.as_str()?;
    let description = choice.get("description").map(Value::as_str);
    let members = 1_usize.saturating_add(usize::from(description.is_some()));
    let description = description.map_or(Some(""), |text| text)?;
    (choice.len() == members).then(|| AllowedValue {
        name: Text::Owned(name.to_owned()),
        description: Text::Owned(description.to_owned()),
    })
}
