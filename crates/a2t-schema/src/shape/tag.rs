//! Objects that are alternatives, and the property that selects one.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Members;
use crate::limit::REFERENCE_DEPTH_MAX;
use crate::schema::resolve;

/// A property of which each alternative has its own value.
pub(crate) struct Tag<'v> {
    pub(crate) name: &'v str,
    /// The value of each alternative.
    pub(crate) values: Vec<&'v str>,
}

impl<'v> Tag<'v> {
    /// Finds the property that every alternative requires, with one text that no other alternative has: the one
    /// that `discriminator` names in `members`, which have the alternatives, else the first by name.
    pub(crate) fn find(root: &'v Value, members: &Members, schemas: &[&'v Value]) -> Option<Self> {
        let constants: Option<Vec<_>> =
            schemas.iter().map(|schema| object(root, schema).map(constants)).collect();
        let constants = constants?;
        let named = members
            .get("discriminator")
            .and_then(|discriminator| discriminator.get("propertyName"));
        let is_named = |name: &&str| named.is_none_or(|named| named.as_str() == Some(name));
        let names = constants.first()?.keys().copied().filter(is_named);
        let mut tags = names.filter_map(|name| {
            let values = constants.iter().map(|constants| constants.get(name).copied());
            Some(Self { name, values: values.collect::<Option<_>>()? })
        });
        tags.find(|tag| tag.values.iter().collect::<BTreeSet<_>>().len() == tag.values.len())
    }
}

/// Returns whether a schema is that of `null`.
pub(crate) fn is_null(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("null")
        || schema.get("const").is_some_and(Value::is_null)
}

/// The schema with the properties of an alternative, references followed.
fn object<'v>(root: &'v Value, mut schema: &'v Value) -> Option<&'v Members> {
    for _ in 0..REFERENCE_DEPTH_MAX {
        let members = schema.as_object()?;
        if members.contains_key("properties") {
            return Some(members);
        }
        let all = members.get("allOf").and_then(Value::as_array);
        schema = match (members.get("$ref").and_then(Value::as_str), all.map(Vec::as_slice)) {
            (Some(reference), _) => resolve(root, reference)?.1,
            (None, Some([only])) => only,
            _ => return None,
        };
    }
    None
}

/// The required properties that have one value, which is a text.
fn constants(members: &Members) -> BTreeMap<&str, &str> {
    let properties = members.get("properties").and_then(Value::as_object);
    let required = members.get("required").and_then(Value::as_array).into_iter().flatten();
    let required = required.filter_map(Value::as_str);
    required.filter_map(|name| Some((name, constant(properties?.get(name)?)?))).collect()
}

fn constant(schema: &Value) -> Option<&str> {
    let values = schema.get("enum").and_then(Value::as_array).map(Vec::as_slice);
    match (schema.get("const"), values) {
        (Some(value), _) | (None, Some([value])) => value.as_str(),
        _ => None,
    }
}
