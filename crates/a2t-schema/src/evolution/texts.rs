//! Texts of a schema: they restrict no value but guide its readers.

use std::collections::BTreeMap;

use a2t_core::json::segment;
use a2t_core::rule::SchemaChange;
use serde_json::{Map, Value};

use super::change::Change;
use super::document::is_assertion;
use super::node::Side;
use crate::schema::children;

/// Every word that differs between schemas that stand at the same location in both.
pub(super) fn changes(side: Side, old: &Value, new: &Value) -> Vec<Change> {
    let (before, after) = (schemas(old), schemas(new));
    let mut found = Vec::new();
    for (at, new) in &after {
        let Some(old) = before.get(at) else {
            continue;
        };
        let both = old.keys().chain(new.keys().filter(|name| !old.contains_key(*name)));
        for name in both.filter(|name| is_word(name)) {
            let (was, is) = (old.get(name), new.get(name));
            if was != is {
                let rule = match (side, name.as_str()) {
                    (Side::Inputs, "default") => SchemaChange::InputDefaultChanged,
                    _ => SchemaChange::TextChanged,
                };
                let pointer = format!("{}{at}/{}", side.at(), segment(name));
                let change = Change::new(rule, pointer).from(was.cloned().unwrap_or_default());
                let change = change.to(is.cloned().unwrap_or_default());
                found.push(if is.is_none() { change.gone() } else { change });
            }
        }
    }
    found
}

/// Schemas within a schema that are objects, by their JSON pointers.
fn schemas(root: &Value) -> BTreeMap<String, &Map<String, Value>> {
    let mut found = BTreeMap::new();
    let mut open = vec![(String::new(), root)];
    while let Some((at, schema)) = open.pop() {
        let inner = children(schema).into_iter();
        open.extend(inner.map(|child| (format!("{at}{}", child.pointer), child.schema)));
        if let Value::Object(members) = schema {
            found.insert(at, members);
        }
    }
    found
}

fn is_word(keyword: &str) -> bool {
    !is_assertion(keyword) && !matches!(keyword, "$defs" | "definitions" | "contentSchema")
}
