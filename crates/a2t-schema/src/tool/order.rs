//! The order in which an author lists the properties of a schema. Schemas are kept with sorted members, so that equal
//! ones are one text; some providers ask models for arguments in a given order.

use std::collections::BTreeMap;

use a2t_core::json::segment;
use serde_json::{Map, Value, json};

use crate::Schema;

const PROPERTIES: &str = "properties";

/// Names of properties that are not in the order of their names, by the JSON pointer of their object.
#[derive(Clone, Debug, Default)]
pub(super) struct Order(BTreeMap<String, Vec<String>>);

impl Order {
    /// The order of a schema's own members, if this build keeps one.
    pub(super) fn new(schema: &Value) -> Self {
        let mut order = Self::default();
        order.collect(schema, &mut String::new());
        order
    }

    pub(super) fn read(value: &Value) -> Option<Self> {
        let names = |names: &Value| {
            let names = names.as_array()?.iter().map(|name| Some(name.as_str()?.to_owned()));
            names.collect::<Option<Vec<_>>>()
        };
        let orders = value.as_object()?.iter();
        let orders = orders.map(|(at, list)| Some((at.clone(), names(list)?)));
        orders.collect::<Option<_>>().map(Self)
    }

    pub(super) fn to_value(&self) -> Value {
        json!(self.0)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Leaves out what is not about this schema.
    pub(super) fn of_schema(mut self, schema: &Value) -> Self {
        self.0.retain(|at, names| {
            let members = schema.pointer(at).and_then(Value::as_object);
            members.is_some_and(|members| is_order_of(names, members))
        });
        self
    }

    /// Returns the schema with its properties in this order.
    pub(super) fn applied(&self, schema: &Schema) -> Schema {
        let mut ordered = schema.as_value().clone();
        for (at, names) in &self.0 {
            let Some(Value::Object(members)) = ordered.pointer_mut(at) else { continue };
            if is_order_of(names, members) {
                let taken = names.iter().filter_map(|name| members.remove_entry(name));
                *members = taken.collect();
            }
        }
        Schema::ordered(ordered)
    }

    fn collect(&mut self, value: &Value, at: &mut String) {
        let length = at.len();
        match value {
            Value::Object(members) => {
                for (name, value) in members {
                    at.push('/');
                    at.push_str(&segment(name));
                    if let (PROPERTIES, Value::Object(properties)) = (name.as_str(), value)
                        && !properties.keys().is_sorted()
                    {
                        self.0.insert(at.clone(), properties.keys().cloned().collect());
                    }
                    self.collect(value, at);
                    at.truncate(length);
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    at.push_str(&format!("/{index}"));
                    self.collect(item, at);
                    at.truncate(length);
                }
            }
            _ => {}
        }
    }
}

/// Returns whether these are the names of these members, each once.
fn is_order_of(names: &[String], members: &Map<String, Value>) -> bool {
    let mut sorted: Vec<_> = names.iter().collect();
    sorted.sort_unstable();
    sorted.is_sorted_by(|one, other| one < other)
        && names.len() == members.len()
        && names.iter().all(|name| members.contains_key(name))
}
