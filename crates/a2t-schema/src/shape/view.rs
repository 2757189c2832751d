//! A schema becomes its shape: references are resolved, what is too much becomes `Any`.

use serde_json::Value;

use super::tag::{Tag, is_null};
use super::{Array, Members, Reason, Shape, Text, Union, Variant, number, object};
use crate::limit::SHAPES_MAX;
use crate::schema::resolve;

pub(crate) fn of(root: &Value) -> Shape {
    Viewer { root, open: Vec::new(), left: SHAPES_MAX }.shape(root)
}

struct Viewer<'v> {
    root: &'v Value,
    /// Pointers of the references that are being followed.
    open: Vec<String>,
    left: usize,
}

impl<'v> Viewer<'v> {
    fn shape(&mut self, schema: &'v Value) -> Shape {
        let Some(left) = self.left.checked_sub(1) else {
            return Shape::Any(Reason::TooLarge);
        };
        self.left = left;
        match schema {
            Value::Bool(false) => Shape::Any(Reason::Nothing),
            Value::Object(members) => self.members(members),
            _ => Shape::Any(Reason::Unspecified),
        }
    }

    /// All keywords hold at once, so that the shape of any of them fits: the first that is most
    /// specific is taken.
    fn members(&mut self, members: &'v Members) -> Shape {
        if let Some(value) = members.get("const") {
            return constant(value);
        }
        if let Some(Value::Array(values)) = members.get("enum") {
            return one_of(values.iter());
        }
        let elsewhere = ["$ref", "allOf", "anyOf", "oneOf"];
        let is_elsewhere = elsewhere.iter().any(|keyword| members.contains_key(*keyword));
        if members.contains_key("type") && !(is_elsewhere && is_bare_object(members)) {
            return self.typed(members);
        }
        if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
            return self.reference(reference);
        }
        if let Some(Value::Array(schemas)) = members.get("allOf") {
            // Pydantic wraps a reference so, to put a description next to it.
            return match schemas.as_slice() {
                [only] => self.shape(only),
                _ => Shape::Any(Reason::Combination),
            };
        }
        let alternatives = |keyword| members.get(keyword).and_then(Value::as_array);
        match alternatives("anyOf").or_else(|| alternatives("oneOf")) {
            Some(schemas) => self.alternatives(members, schemas),
            None => Shape::Any(unspecified(members)),
        }
    }

    fn reference(&mut self, reference: &str) -> Shape {
        let Some((pointer, schema)) = resolve(self.root, reference) else {
            return Shape::Any(Reason::Reference);
        };
        if pointer.is_empty() || self.open.contains(&pointer) {
            return Shape::Any(Reason::Recursion);
        }
        let name = pointer.rsplit('/').next();
        let name = name.map(|name| name.replace("~1", "/").replace("~0", "~"));
        self.open.push(pointer);
        let mut shape = self.shape(schema);
        self.open.pop();
        named(&mut shape, name);
        shape
    }

    /// A schema or `null`, constants, one schema only, objects with a tag; all else may be anything.
    fn alternatives(&mut self, members: &'v Members, schemas: &'v [Value]) -> Shape {
        let constants: Option<Vec<_>> = schemas.iter().map(|schema| schema.get("const")).collect();
        if let Some(values) = constants {
            return one_of(values.into_iter());
        }
        let rest: Vec<_> = schemas.iter().filter(|schema| !is_null(schema)).collect();
        match rest.as_slice() {
            [] => Shape::Null,
            [only] if rest.len() < schemas.len() => nullable(self.shape(only)),
            [only] => self.shape(only),
            several => {
                let union = self.union(members, several).map(Shape::Union);
                let shape = union.unwrap_or(Shape::Any(Reason::Union));
                if several.len() < schemas.len() { nullable(shape) } else { shape }
            }
        }
    }

    fn union(&mut self, members: &'v Members, schemas: &[&'v Value]) -> Option<Union> {
        let tag = Tag::find(self.root, members, schemas)?;
        let variants = schemas.iter().zip(tag.values).map(|(schema, value)| {
            let Shape::Object(object) = self.shape(schema) else { return None };
            let property = object.property(tag.name).filter(|property| property.required)?;
            let is_own = property.shape.texts() == Some(vec![value]);
            is_own.then(|| Variant { value: value.to_owned(), object })
        });
        Some(Union { tag: tag.name.to_owned(), variants: variants.collect::<Option<_>>()? })
    }

    fn typed(&mut self, members: &'v Members) -> Shape {
        match members.get("type") {
            Some(Value::String(name)) => self.of_type(name, members),
            Some(Value::Array(names)) => {
                let names = names.iter().filter_map(Value::as_str);
                let (nulls, names): (Vec<_>, Vec<_>) = names.partition(|name| *name == "null");
                match names.as_slice() {
                    [] => Shape::Null,
                    [only] if nulls.is_empty() => self.of_type(only, members),
                    [only] => nullable(self.of_type(only, members)),
                    // Every integer is a number.
                    ["integer", "number"] | ["number", "integer"] => {
                        let shape = self.of_type("number", members);
                        if nulls.is_empty() { shape } else { nullable(shape) }
                    }
                    _ => Shape::Any(Reason::Union),
                }
            }
            _ => Shape::Any(Reason::Unspecified),
        }
    }

    fn of_type(&mut self, name: &str, members: &'v Members) -> Shape {
        match name {
            "null" => Shape::Null,
            "boolean" => Shape::Boolean,
            "integer" => number::integer(members),
            "number" => number::number(members),
            "string" => Shape::String(text(members)),
            "array" => self.array(members),
            "object" => Shape::Object(object::object(&mut |schema| self.shape(schema), members)),
            _ => Shape::Any(Reason::Unspecified),
        }
    }

    fn array(&mut self, members: &'v Members) -> Shape {
        let items = match members.get("items") {
            _ if members.contains_key("prefixItems") => Shape::Any(Reason::Tuple),
            None => Shape::Any(Reason::Unspecified),
            Some(Value::Array(_)) => Shape::Any(Reason::Tuple),
            Some(schema) => self.shape(schema),
        };
        Shape::Array(Box::new(Array {
            items,
            min_items: count(members, "minItems"),
            max_items: count(members, "maxItems"),
            unique: members.get("uniqueItems").and_then(Value::as_bool).unwrap_or_default(),
        }))
    }
}

/// An object that only other keywords restrict.
fn is_bare_object(members: &Members) -> bool {
    members.get("type").and_then(Value::as_str) == Some("object")
        && !members.contains_key("properties")
        && !members.contains_key("additionalProperties")
}

/// Why a schema without a type has no shape.
fn unspecified(members: &Members) -> Reason {
    let has = |keywords: &[&str]| keywords.iter().any(|keyword| members.contains_key(*keyword));
    if has(&["$dynamicRef", "$recursiveRef"]) {
        Reason::Reference
    } else if has(&["not", "if", "dependentSchemas", "dependencies"]) {
        Reason::Combination
    } else {
        Reason::Unspecified
    }
}

fn named(shape: &mut Shape, name: Option<String>) {
    match shape {
        Shape::Object(object) => object.name = name,
        Shape::Nullable(inner) => named(inner, name),
        _ => {}
    }
}

fn nullable(shape: Shape) -> Shape {
    match shape {
        Shape::Null | Shape::Nullable(_) | Shape::Any(_) => shape,
        shape => Shape::Nullable(Box::new(shape)),
    }
}

fn constant(value: &Value) -> Shape {
    if value.is_null() { Shape::Null } else { Shape::Const(value.clone()) }
}

fn one_of<'v>(values: impl Iterator<Item = &'v Value>) -> Shape {
    let mut kept: Vec<Value> = Vec::new();
    let mut has_null = false;
    for value in values {
        if value.is_null() {
            has_null = true;
        } else if !kept.contains(value) {
            kept.push(value.clone());
        }
    }
    match (kept.is_empty(), has_null) {
        (true, _) => Shape::Null,
        (false, true) => nullable(Shape::Enum(kept)),
        (false, false) => Shape::Enum(kept),
    }
}

fn text(members: &Members) -> Text {
    let string = |name: &str| members.get(name).and_then(Value::as_str).map(str::to_owned);
    Text {
        min_length: count(members, "minLength").filter(|least| *least > 0),
        max_length: count(members, "maxLength"),
        format: string("format"),
        pattern: string("pattern"),
    }
}

pub(super) fn count(members: &Members, name: &str) -> Option<u64> {
    members.get(name).and_then(Value::as_u64)
}
