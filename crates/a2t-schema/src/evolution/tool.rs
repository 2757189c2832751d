//! One tool in two snapshots.

use a2t_core::rule::SchemaChange;
use serde_json::Value;

use super::change::Change;
use super::node::{Node, Side, Walk};
use super::{errors, texts};
use crate::{Annotations, Schema, Tool};

/// Every change, in the order of a tool's members.
pub(super) fn changes(old: &Tool, new: &Tool) -> Vec<Change> {
    let mut found = Vec::new();
    let title = |annotations: &Annotations| annotations.title.clone();
    for (at, was, is) in [
        ("/title", &old.title, &new.title),
        ("/description", &old.description, &new.description),
        ("/annotations/title", &title(&old.annotations), &title(&new.annotations)),
    ] {
        if was != is {
            let change = Change::new(SchemaChange::ToolTextChanged, at);
            found.push(change.from(was.clone()).to(is.clone()));
        }
    }
    hints(&old.annotations, &new.annotations, &mut found);
    found.extend(schemas(Side::Inputs, &old.input, &new.input));
    match (&old.output, &new.output) {
        (Some(old), Some(new)) => found.extend(schemas(Side::Outputs, old, new)),
        (Some(_), None) => {
            found.push(Change::new(SchemaChange::OutputWithdrawn, "/outputSchema").gone());
        }
        (None, Some(_)) => found.push(Change::new(SchemaChange::OutputPromised, "/outputSchema")),
        (None, None) => {}
    }
    found.extend(errors::changes(&old.errors, &new.errors));
    for change in &mut found {
        change.tool = Some(if change.gone { &old.name } else { &new.name }.clone());
    }
    found
}

fn schemas(side: Side, old: &Schema, new: &Schema) -> Vec<Change> {
    if old == new {
        return Vec::new();
    }
    let (old, new) = (old.as_value(), new.as_value());
    let mut found = Vec::new();
    if is_comparable(old, new) {
        let mut walk = Walk::new(side, old, new);
        walk.nodes(&Node::new(old, ""), &Node::new(new, ""));
        found = walk.found;
    } else {
        let rule = match side {
            Side::Inputs => SchemaChange::InputNotCompared,
            Side::Outputs => SchemaChange::OutputNotCompared,
        };
        let dialect = |schema: &Value| schema.get("$schema").cloned().unwrap_or_default();
        let at = format!("{}/$schema", side.at());
        found.push(Change::new(rule, at).from(dialect(old)).to(dialect(new)));
    }
    found.extend(texts::changes(side, old, new));
    if found.is_empty() {
        // It means the same and reads otherwise, as where a definition was moved.
        found.push(Change::new(SchemaChange::TextChanged, side.at()));
    }
    found
}

/// Drafts whose keywords mean what they mean in draft 2020-12, except for those that [`is_plain`] refuses.
const DIALECTS: [&str; 4] = ["draft-06", "draft-07", "draft/2019-09", "draft/2020-12"];

fn is_comparable(old: &Value, new: &Value) -> bool {
    let dialect = |schema: &Value| match schema.get("$schema").and_then(Value::as_str) {
        None => Some("draft/2020-12"),
        Some(address) => DIALECTS.into_iter().find(|name| address.contains(*name)),
    };
    match (dialect(old), dialect(new)) {
        (Some(a), Some(b)) if a == b => true,
        (Some(_), Some(_)) => is_plain(old) && is_plain(new),
        _ => false,
    }
}

/// Returns whether a schema has no keyword that another draft reads in another way.
fn is_plain(schema: &Value) -> bool {
    const OTHERWISE: [&str; 14] = [
        "$dynamicRef",
        "$recursiveRef",
        "additionalItems",
        "contains",
        "dependencies",
        "dependentRequired",
        "dependentSchemas",
        "maxContains",
        "minContains",
        "prefixItems",
        "propertyNames",
        "unevaluatedItems",
        "unevaluatedProperties",
        "if",
    ];
    let mut open = vec![schema];
    while let Some(schema) = open.pop() {
        open.extend(crate::schema::children(schema).into_iter().map(|child| child.schema));
        let Value::Object(members) = schema else {
            continue;
        };
        let has_others =
            members.keys().filter(|name| super::document::is_assertion(name)).count() > 1;
        let is_read_otherwise = OTHERWISE.iter().any(|name| members.contains_key(*name))
            || has_others && members.contains_key("$ref")
            || members.get("items").is_some_and(Value::is_array);
        if is_read_otherwise {
            return false;
        }
    }
    true
}

/// Hints with what MCP takes their absence for, and the value that is harmless.
fn hints(old: &Annotations, new: &Annotations, found: &mut Vec<Change>) {
    let harmless = [true, false, true, false];
    for (((name, was), (_, is)), harmless) in old.hints().into_iter().zip(new.hints()).zip(harmless)
    {
        if was == is {
            continue;
        }
        let is_harmless = |hint: Option<bool>| hint == Some(harmless);
        let rule = match (is_harmless(was), is_harmless(is)) {
            (true, _) => SchemaChange::HintWeakened,
            (false, true) => SchemaChange::HintStrengthened,
            // A default was written, or is no longer written.
            (false, false) => SchemaChange::ToolTextChanged,
        };
        let change = Change::new(rule, format!("/annotations/{name}"));
        found.push(change.from(was).to(is));
    }
}
