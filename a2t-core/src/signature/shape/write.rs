//! A shape becomes its JSON Schema, members in one order, so that equal shapes have equal bytes.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};

use super::{JsonMember, JsonShape};
use crate::signature::AllowedValue;

impl Serialize for JsonShape {
    /// The JSON Schema (2020-12) of the values: `{"type":"array","items":{"type":"integer"}}`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Described { shape: self, description: "" }.serialize(serializer)
    }
}

struct Described<'a> {
    shape: &'a JsonShape,
    description: &'a str,
}

impl Serialize for Described<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let nullable = matches!(self.shape, JsonShape::Nullable { .. });
        if let Some(kind) = kind(self.shape.bare()) {
            let kind = if nullable { json!([kind, "null"]) } else { json!(kind) };
            map.serialize_entry("type", &kind)?;
        }
        if !self.description.is_empty() {
            map.serialize_entry("description", self.description)?;
        }
        match self.shape.bare() {
            JsonShape::Enum { allowed_values } => {
                map.serialize_entry("oneOf", &choices(allowed_values, nullable))?;
            }
            JsonShape::Record { members } => {
                map.serialize_entry("properties", &Properties(members))?;
                let required = members.iter().filter(|member| member.required);
                let required: Vec<_> = required.map(|member| &*member.name).collect();
                if !required.is_empty() {
                    map.serialize_entry("required", &required)?;
                }
            }
            JsonShape::List { items } => map.serialize_entry("items", items.get())?,
            _ => {}
        }
        map.end()
    }
}

fn kind(shape: &JsonShape) -> Option<&'static str> {
    Some(match shape {
        JsonShape::Any | JsonShape::Nullable { .. } => return None,
        JsonShape::String | JsonShape::Enum { .. } => "string",
        JsonShape::Int => "integer",
        JsonShape::Number => "number",
        JsonShape::Boolean => "boolean",
        JsonShape::Record { .. } => "object",
        JsonShape::List { .. } => "array",
    })
}

fn choices(values: &[AllowedValue], nullable: bool) -> Vec<Value> {
    let choice = |value: &AllowedValue| match &*value.description {
        "" => json!({ "const": value.name }),
        description => json!({ "const": value.name, "description": description }),
    };
    let null = nullable.then(|| json!({ "const": null }));
    values.iter().map(choice).chain(null).collect()
}

struct Properties<'a>(&'a [JsonMember]);

impl Serialize for Properties<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for JsonMember { name, description, shape, .. } in self.0 {
            map.serialize_entry(name, &Described { shape, description })?;
        }
        map.end()
    }
}
