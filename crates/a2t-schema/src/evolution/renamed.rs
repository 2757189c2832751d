//! Tools of two snapshots in pairs: by their names, and those that have another name now.

use std::collections::BTreeMap;

use a2t_core::error::nearest;
use a2t_core::evolution::pairs;
use a2t_core::rule::SchemaChange;
use serde_json::Value;

use super::change::Change;
use super::document::Document;
use super::tool;
use crate::{Snapshot, Tool};

/// Every change of tools, by the names that they have now.
pub(super) fn tools(old: &Snapshot, new: &Snapshot) -> Vec<Change> {
    let by_name = |snapshot| -> BTreeMap<&str, &Tool> {
        let snapshot: &Snapshot = snapshot;
        snapshot.tools.iter().map(|tool| (&*tool.name, tool)).collect()
    };
    let (before, after) = (by_name(old), by_name(new));
    let lost: Vec<_> = before.iter().filter(|(name, _)| !after.contains_key(*name)).collect();
    let gained: Vec<_> = after.iter().filter(|(name, _)| !before.contains_key(*name)).collect();
    let mut renamed = became(
        &lost.iter().map(|(_, tool)| **tool).collect::<Vec<_>>(),
        &gained.iter().map(|(_, tool)| **tool).collect::<Vec<_>>(),
    );
    let mut found: BTreeMap<&str, Vec<Change>> = BTreeMap::new();
    for (name, is) in &after {
        let changes = match (before.get(name), renamed.remove(*name)) {
            (Some(was), _) => tool::changes(was, is),
            (None, Some(was)) => {
                let change = Change::new(SchemaChange::ToolRenamed, "/name");
                let change = named(change.from(was.name.as_str()).to(*name), name);
                found.insert(&was.name, Vec::new());
                std::iter::once(change).chain(tool::changes(was, is)).collect()
            }
            (None, None) => vec![named(Change::new(SchemaChange::ToolAdded, ""), name)],
        };
        found.insert(name, changes);
    }
    for (name, _) in lost {
        // Those that were renamed are there, without changes.
        found.entry(name).or_insert_with(|| {
            let asked = new.selection.is_empty() || new.selection.iter().any(|one| one == name);
            let rule = if asked { SchemaChange::ToolRemoved } else { SchemaChange::ToolDeselected };
            vec![named(Change::new(rule, "").gone(), name)]
        });
    }
    found.into_values().flatten().collect()
}

fn named(mut change: Change, name: &str) -> Change {
    change.tool = Some(name.to_owned());
    change
}

/// Tools that are gone, by the names that they have now.
fn became<'t>(lost: &[&'t Tool], gained: &[&'t Tool]) -> BTreeMap<&'t str, &'t Tool> {
    let pairs = pairs(lost, gained, |&tool| Facts::new(tool), Facts::likeness);
    let named = pairs.into_iter().filter_map(|(was, is)| {
        let (was, is): (&&Tool, &&Tool) = (lost.get(was)?, gained.get(is)?);
        Some((&*is.name, *was))
    });
    named.collect()
}

/// Facts by which a tool is known without its name.
struct Facts<'t> {
    name: &'t str,
    description: Option<&'t str>,
    /// Both schemas without words.
    meaning: String,
    inputs: Vec<&'t str>,
}

impl<'t> Facts<'t> {
    fn new(tool: &'t Tool) -> Self {
        let meaning = |schema: &Value| Document::new(schema).meaning(schema);
        let output = tool.output.as_ref().map(|schema| meaning(schema.as_value()));
        let inputs = tool.input.as_value().get("properties").and_then(Value::as_object);
        let inputs = inputs.into_iter().flat_map(|named| named.keys().map(String::as_str));
        let mut inputs: Vec<_> = inputs.collect();
        inputs.sort_unstable();
        Self {
            name: &tool.name,
            description: tool.description.as_deref().filter(|text| !text.trim().is_empty()),
            meaning: format!("{}\n{}", meaning(tool.input.as_value()), output.unwrap_or_default()),
            inputs,
        }
    }

    /// More for tools that are more alike; `None` for those that have too little in common.
    fn likeness(&self, other: &Self) -> Option<usize> {
        let same_words = self.description.is_some() && self.description == other.description;
        let same_meaning = self.meaning == other.meaning;
        let shared = self.inputs.iter().filter(|name| other.inputs.binary_search(name).is_ok());
        let shared = shared.count();
        let most = self.inputs.len().max(other.inputs.len());
        let near = nearest(self.name, [other.name]).is_some();
        let mostly = most > 0 && shared * 2 > most;
        let is_one = same_words && (same_meaning || mostly)
            || same_meaning && (most > 1 || most > 0 && near)
            || near && mostly && shared > 1;
        let points = usize::from(same_words) * 4 + usize::from(same_meaning) * 4;
        is_one.then_some(points + usize::from(near) * 2 + 1)
    }
}
