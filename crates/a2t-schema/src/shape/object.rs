//! An object's properties, in an order that does not depend on that of its members.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Members, Object, Property, Reason, Rest, Shape};

pub(super) fn object<'v>(view: &mut dyn FnMut(&'v Value) -> Shape, members: &'v Members) -> Object {
    Object {
        name: string(members, "title"),
        description: string(members, "description"),
        properties: properties(view, members),
        rest: rest(view, members),
    }
}

fn properties<'v>(view: &mut dyn FnMut(&'v Value) -> Shape, members: &'v Members) -> Vec<Property> {
    let named = members.get("properties").and_then(Value::as_object);
    let required = members.get("required").and_then(Value::as_array).into_iter().flatten();
    let mut seen = BTreeSet::new();
    let required = required.filter_map(Value::as_str).filter(|name| seen.insert(*name));
    let required: Vec<_> = required.map(|name| (name, true)).collect();
    let others = named.into_iter().flat_map(|named| named.keys().map(String::as_str));
    let mut others: Vec<_> = others.filter(|name| !seen.contains(name)).collect();
    others.sort_unstable();
    let others = others.into_iter().map(|name| (name, false));
    let mut property = |(name, required): (&str, bool)| {
        let schema = named.and_then(|named| named.get(name)).unwrap_or(&Value::Bool(true));
        property(view, name, required, schema)
    };
    required.into_iter().chain(others).map(&mut property).collect()
}

fn property<'v>(
    view: &mut dyn FnMut(&'v Value) -> Shape,
    name: &str,
    required: bool,
    schema: &'v Value,
) -> Property {
    let text = |member: &str| schema.get(member).and_then(Value::as_str).map(str::to_owned);
    let shape = view(schema);
    Property {
        name: name.to_owned(),
        title: text("title"),
        description: text("description").or_else(|| described(&shape)),
        required,
        default: schema.get("default").cloned(),
        deprecated: schema.get("deprecated").and_then(Value::as_bool).unwrap_or_default(),
        shape,
    }
}

/// The description of an object that a property refers to.
fn described(shape: &Shape) -> Option<String> {
    match shape.without_null().0 {
        Shape::Object(object) => object.description.clone(),
        _ => None,
    }
}

fn rest<'v>(view: &mut dyn FnMut(&'v Value) -> Shape, members: &'v Members) -> Rest {
    let patterns = members.get("patternProperties").and_then(Value::as_object);
    let patterned = patterns.is_some_and(|patterns| !patterns.is_empty());
    let additional = members.get("additionalProperties");
    match additional.or_else(|| members.get("unevaluatedProperties")) {
        _ if patterned => Rest::Each(Box::new(Shape::Any(Reason::Union))),
        None => Rest::Unspecified,
        Some(Value::Bool(false)) => Rest::None,
        Some(schema) => match view(schema) {
            // `true` and `{}` mean the same for the other members as an absent keyword.
            Shape::Any(Reason::Unspecified) if is_named(members) => Rest::Unspecified,
            // Members that another keyword evaluates are not of this schema.
            _ if additional.is_none() && has_conditions(members) => {
                Rest::Each(Box::new(Shape::Any(Reason::Combination)))
            }
            shape => Rest::Each(Box::new(shape)),
        },
    }
}

/// Returns whether an object has named properties.
fn is_named(members: &Members) -> bool {
    members.get("properties").and_then(Value::as_object).is_some_and(|named| !named.is_empty())
}

/// Returns whether neighbouring schemas may evaluate members.
fn has_conditions(members: &Members) -> bool {
    let keywords = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas"];
    keywords.iter().any(|keyword| members.contains_key(*keyword))
}

fn string(members: &Members, name: &str) -> Option<String> {
    members.get(name).and_then(Value::as_str).map(str::to_owned)
}
