//! A schema with its references written out, within bounds: what is beyond them becomes anything.

use std::collections::BTreeSet;

use a2t_schema::Schema;
use serde_json::{Value, json};

use super::{Members, required};

/// Maximum number of bytes that the schema may have once its references are written out.
const BYTES_MAX: usize = 256 * 1024;
/// The deepest nesting of its schemas.
const DEPTH_MAX: usize = 24;

/// A schema of arguments without references, one object at its root.
#[derive(Debug, Default)]
pub(crate) struct Inlined {
    pub(crate) root: Members,
    /// Facts of the schema that are not shown.
    pub(crate) losses: BTreeSet<&'static str>,
}

const RECURSIVE: &str =
    "its schema leads back to itself: shown is the first round, the rest as anything";
const LARGE: &str = "its schema is too large to be shown whole: the rest is shown as anything";
const DEEP: &str = "its schema is nested too deep to be shown whole: the rest is shown as anything";
const DYNAMIC: &str = "references that only a validator follows are shown as anything";
const ALTERNATIVES: &str =
    "its arguments are alternatives: shown as one object, with what all of them require";
const CONDITIONS: &str = "conditions on all arguments together are left out";

/// Keywords without a meaning for who fills arguments in.
const SILENT: [&str; 8] = [
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicAnchor",
    "$id",
    "$schema",
    "$vocabulary",
    "definitions",
];
/// Keywords whose value is a schema, a list of schemas, or schemas by name.
const ONE: [&str; 12] = [
    "additionalItems",
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];
const LIST: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
const NAMED: [&str; 3] = ["dependentSchemas", "patternProperties", "properties"];

impl Inlined {
    pub(crate) fn new(schema: &Schema) -> Self {
        let mut inliner =
            Inliner { schema, open: Vec::new(), left: BYTES_MAX, losses: BTreeSet::new() };
        let written = inliner.schema(schema.as_value(), 0);
        let mut losses = inliner.losses;
        let members = match written {
            Value::Object(members) => members,
            _ => Members::new(),
        };
        Self { root: one_object(members, &mut losses), losses }
    }
}

struct Inliner<'v> {
    schema: &'v Schema,
    /// Pointers of the references that are being followed.
    open: Vec<String>,
    left: usize,
    losses: BTreeSet<&'static str>,
}

impl<'v> Inliner<'v> {
    fn schema(&mut self, schema: &'v Value, depth: usize) -> Value {
        if depth > DEPTH_MAX {
            self.losses.insert(DEEP);
            return json!({});
        }
        let Value::Object(members) = schema else {
            return schema.clone();
        };
        let mut written = match members.get("$ref").and_then(Value::as_str) {
            Some(reference) => self.target(reference, depth),
            None => Members::new(),
        };
        for (keyword, value) in members {
            if let Some(value) = self.value(keyword, value, depth) {
                written.insert(keyword.clone(), value);
            }
        }
        Value::Object(written)
    }

    fn target(&mut self, reference: &str, depth: usize) -> Members {
        let Some((pointer, target)) = self.schema.resolve(reference) else {
            self.losses.insert(DYNAMIC);
            return Members::new();
        };
        if pointer.is_empty() || self.open.contains(&pointer) {
            self.losses.insert(RECURSIVE);
            let description = target.get("description").filter(|_| self.left > 0);
            return description
                .map(|text| ("description".to_owned(), text.clone()))
                .into_iter()
                .collect();
        }
        self.open.push(pointer);
        // A chain of references is nested, too, for who follows it.
        let written = self.schema(target, depth + 1);
        self.open.pop();
        match written {
            Value::Object(members) => members,
            // `true` allows every value, and nothing fits `false`.
            Value::Bool(false) => Members::from_iter([("not".to_owned(), json!({}))]),
            _ => Members::new(),
        }
    }

    fn value(&mut self, keyword: &str, value: &'v Value, depth: usize) -> Option<Value> {
        if keyword == "$ref" || SILENT.contains(&keyword) {
            return None;
        }
        if keyword == "dependencies" {
            self.losses.insert(CONDITIONS);
            return None;
        }
        if ["$dynamicRef", "$recursiveRef"].contains(&keyword) {
            self.losses.insert(DYNAMIC);
            return None;
        }
        let written = match value {
            Value::Object(_) | Value::Bool(_) if ONE.contains(&keyword) => {
                self.paid(keyword.len() + 4)?;
                self.schema(value, depth + 1)
            }
            Value::Array(items) if LIST.contains(&keyword) || keyword == "items" => {
                self.paid(keyword.len() + 4)?;
                items.iter().map(|item| self.schema(item, depth + 1)).collect()
            }
            Value::Object(named) if NAMED.contains(&keyword) => {
                let mut all = Members::new();
                for (name, schema) in named {
                    self.paid(name.len() + 8)?;
                    all.insert(name.clone(), self.schema(schema, depth + 1));
                }
                Value::Object(all)
            }
            value => {
                self.paid(keyword.len() + value.to_string().len())?;
                value.clone()
            }
        };
        Some(written)
    }

    /// Takes so many bytes from what is left; `None` where they are not there.
    fn paid(&mut self, bytes: usize) -> Option<()> {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Some(())
            }
            None => {
                self.left = 0;
                self.losses.insert(LARGE);
                None
            }
        }
    }
}

/// The root as one object: what holds at once is merged, and of alternatives all properties are there.
fn one_object(mut root: Members, losses: &mut BTreeSet<&'static str>) -> Members {
    if let Some(Value::Array(all)) = root.remove("allOf") {
        for part in all {
            let part = match part {
                Value::Object(part) => one_object(part, losses),
                _ => continue,
            };
            merge(&mut root, part);
        }
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(alternatives)) = root.remove(keyword) {
            losses.insert(ALTERNATIVES);
            alternative(&mut root, alternatives, losses);
        }
    }
    for keyword in [
        "const",
        "dependentRequired",
        "dependentSchemas",
        "dependencies",
        "else",
        "enum",
        "if",
        "not",
        "then",
    ] {
        if root.remove(keyword).is_some() {
            losses.insert(CONDITIONS);
        }
    }
    root
}

fn alternative(root: &mut Members, alternatives: Vec<Value>, losses: &mut BTreeSet<&'static str>) {
    let mut common: Option<Vec<String>> = None;
    for part in alternatives {
        let Value::Object(part) = part else {
            continue;
        };
        let mut part = one_object(part, losses);
        let own: Vec<_> = required(&part).into_iter().map(str::to_owned).collect();
        part.remove("required");
        // Other alternatives may have a member that this one forbids.
        part.remove("additionalProperties");
        common = Some(match common {
            None => own,
            Some(common) => common.into_iter().filter(|name| own.contains(name)).collect(),
        });
        merge(root, part);
    }
    let common = common.unwrap_or_default();
    merge(root, Members::from_iter([("required".to_owned(), common.into())]));
}

/// Adds a schema that holds as well; of two values of one keyword the first stays.
pub(super) fn merge(root: &mut Members, part: Members) {
    for (keyword, value) in part {
        match (root.get_mut(&keyword), value) {
            (Some(Value::Object(own)), Value::Object(more)) if keyword == "properties" => {
                for (name, schema) in more {
                    own.entry(name).or_insert(schema);
                }
            }
            (Some(Value::Array(own)), Value::Array(more)) if keyword == "required" => {
                for name in more {
                    if !own.contains(&name) {
                        own.push(name);
                    }
                }
            }
            (None, value) => {
                root.insert(keyword, value);
            }
            (Some(_), _) => {}
        }
    }
}
