//! One of two schemas that are compared: what it says as a whole, within bounds.

use std::cell::Cell;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::canonical::{Sorted, compact};
use crate::schema::{Form as Kind, form as kind_of, resolve};

/// Bytes of schemas that are compared as a whole, of one tool.
const MEANING_MAX: usize = 8 * 1024 * 1024;
/// Schemas that are looked through, of one tool: alternatives that refer to alternatives multiply.
const LOOKS_MAX: usize = 100_000;

/// One of the two schemas as a whole.
pub(super) struct Document<'v> {
    pub(super) root: &'v Value,
    left: Cell<usize>,
    looks: Cell<usize>,
}

impl<'v> Document<'v> {
    pub(super) fn new(root: &'v Value) -> Self {
        Self { root, left: Cell::new(MEANING_MAX), looks: Cell::new(LOOKS_MAX) }
    }

    /// False if no more schemas may be looked through.
    pub(super) fn look(&self) -> bool {
        self.looks.set(self.looks.get().saturating_sub(1));
        self.looks.get() > 0
    }

    /// Assertions of a schema in one spelling, with those that it refers to.
    pub(super) fn meaning(&self, schema: &Value) -> String {
        if self.left.get() == 0 {
            return String::new();
        }
        let mut text = compact(&Sorted(&stripped(schema)));
        let mut open = references(schema);
        let mut seen = BTreeSet::new();
        while let Some(reference) = open.pop() {
            let target = resolve(self.root, &reference);
            if let Some((pointer, schema)) = target.filter(|_| seen.insert(reference)) {
                text.push_str(&format!("\n{pointer} {}", compact(&Sorted(&stripped(schema)))));
                open.extend(references(schema));
            }
            // A schema too large to compare is like nothing else, not even itself.
            self.left.set(self.left.get().saturating_sub(text.len()));
            if self.left.get() == 0 {
                return String::new();
            }
        }
        text
    }
}

/// A schema without what restricts nothing.
fn stripped(schema: &Value) -> Value {
    let Value::Object(members) = schema else {
        return schema.clone();
    };
    let all = |schemas: &Value| match schemas {
        Value::Array(schemas) => schemas.iter().map(stripped).collect(),
        other => stripped(other),
    };
    let named = |schemas: &Value| match schemas {
        Value::Object(schemas) => {
            let pairs = schemas.iter().map(|(name, schema)| (name.clone(), stripped(schema)));
            Value::Object(pairs.collect())
        }
        other => other.clone(),
    };
    let kept = members.iter().filter(|(name, _)| is_assertion(name));
    let pairs = kept.map(|(name, value)| {
        let value = match kind_of(name) {
            Some(Kind::Same | Kind::Part) => stripped(value),
            Some(Kind::SameList | Kind::PartList | Kind::Items) => all(value),
            Some(Kind::Properties | Kind::SameNamed | Kind::Dependencies) => named(value),
            _ => value.clone(),
        };
        (name.clone(), value)
    });
    Value::Object(pairs.collect::<Map<_, _>>())
}

/// References anywhere inside of a value.
fn references(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => {
                let reference = members.get("$ref").and_then(Value::as_str);
                found.extend(reference.map(str::to_owned));
                open.extend(members.values());
            }
            _ => {}
        }
    }
    found
}

/// Returns whether a keyword restricts the values.
pub(super) fn is_assertion(keyword: &str) -> bool {
    let silent = [
        "$anchor",
        "$comment",
        "$defs",
        "$id",
        "$schema",
        "contentEncoding",
        "contentMediaType",
        "contentSchema",
        "definitions",
        "deprecated",
        "description",
        "readOnly",
        "title",
        "writeOnly",
    ];
    match kind_of(keyword) {
        Some(Kind::Text) => keyword == "format",
        Some(_) => !silent.contains(&keyword),
        None => keyword == "const",
    }
}
