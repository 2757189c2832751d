//! The client of a new snapshot keeps the names that the client of the old one has.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use a2t_core::error::inert;
use a2t_core::{ToolId, ToolSignature};

use crate::ident::Ident;
use crate::names::{self, Memory, Side, Table};
use crate::overrides::Applied;
use crate::plan::{self, Catalog, Choice, Plan};

/// A name in the generated client that cannot stay; it prints as one line, safe for a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rename {
    /// The thing, by a path of [`crate::Builder::rename`], such as
    /// `lookup_weather.inputs.units.enum`.
    pub path: String,
    /// Its name in the client of the old snapshot.
    pub from: String,
    /// Its name in the client of the new one.
    pub to: String,
}

impl fmt::Display for Rename {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, from, to } = self;
        let path = inert(path);
        write!(f, "generated for `{path}`: `{to}`, until now `{from}`; rename it in your code")
    }
}

/// The names to remember for the client of `new`, so that it keeps those of the client of `old`.
pub(crate) fn follow((old, old_names): (&[ToolSignature], &Table), new: &[ToolSignature]) -> Table {
    let before = table(&planned(old, old_names));
    let kept = keepable(before, old, new);
    let wanted = table(&planned(new, &kept));
    let mut recorded = Table::new();
    loop {
        let now = table(&planned(new, &recorded));
        let other = wanted.iter().filter(|(path, name)| now.get(*path) != Some(name));
        let other: Vec<_> = other.map(|(path, name)| (path.clone(), name.clone())).collect();
        let known = recorded.len();
        recorded.extend(other);
        if recorded.len() == known {
            return recorded;
        }
    }
}

/// The names that the client of `new` has for what had another one in the client of `old`.
pub(crate) fn renames(
    (old, old_names): (&[ToolSignature], &Table),
    (new, new_names): (&[ToolSignature], &Table),
) -> Vec<Rename> {
    let before = table(&planned(old, old_names));
    let tools: BTreeMap<_, _> = new.iter().map(|tool| (tool.tool_id.to_string(), tool)).collect();
    let now = table(&planned(new, new_names));
    let renamed = now.into_iter().filter_map(|(path, to)| {
        let from = before.get(&path).filter(|from| **from != to)?.clone();
        let path = shown(&path, &tools);
        Some(Rename { path, from, to })
    });
    renamed.collect()
}

/// The path as a user writes it.
fn shown(path: &str, tools: &BTreeMap<String, &ToolSignature>) -> String {
    let (id, rest) = path.split_once('/').unwrap_or((path, ""));
    let tool = tools.get(id).map_or(id, |tool| &*tool.name);
    let parts = rest.split('/').filter(|part| !part.is_empty() && *part != "type");
    let parts = parts.map(|part| format!(".{}", part.replace("~1", "/").replace("~0", "~")));
    std::iter::once(tool.to_owned()).chain(parts).collect()
}

fn planned<'a>(tools: &'a [ToolSignature], names: &'a Table) -> Plan<'a> {
    plan::plan(Catalog::whole(tools, Memory::new(names)), &mut Applied::default())
}

/// Every name that a client has.
fn table(plan: &Plan<'_>) -> Table {
    let mut table = Table::new();
    for planned in &plan.tools {
        let id = planned.signature.tool_id;
        table.insert(names::tool(id), planned.name.method.to_string());
        table.insert(names::kind(id), planned.name.kind.to_string());
        for input in &planned.inputs {
            let name = (&input.name, &*input.parameter.id, input.choice.as_ref());
            list(&mut table, (id, Side::Inputs), name, &plan.inputs);
        }
        for output in &planned.outputs {
            let name = (&output.name, &*output.parameter.id, output.choice.as_ref());
            list(&mut table, (id, Side::Outputs), name, &plan.outputs);
        }
    }
    table
}

fn list(
    table: &mut Table,
    (tool, side): (ToolId, Side),
    (name, id, used): (&Ident, &str, Option<&Ident>),
    choices: &[Choice<'_>],
) {
    table.insert(names::parameter(tool, side, id), name.to_string());
    let Some(used) = used else { return };
    table.insert(names::choice(tool, side, id), used.to_string());
    let found = choices.binary_search_by(|choice| choice.name.cmp(used));
    let found = found.ok().and_then(|index| choices.get(index));
    for (name, allowed) in found.map_or(&[][..], |choice| &choice.values) {
        table.insert(names::value(tool, side, id, &allowed.name), name.to_string());
    }
}

/// The names that can stay: a tool with another name on the wire is called by that one, and of
/// parameters that shared an enum and whose values differ now, those keep it that did not change.
fn keepable(mut names: Table, old: &[ToolSignature], new: &[ToolSignature]) -> Table {
    let before: BTreeMap<_, _> = old.iter().map(|tool| (tool.tool_id, tool)).collect();
    for now in new {
        let id = now.tool_id;
        if before.get(&id).is_some_and(|before| before.name != now.name) {
            names.remove(&names::tool(id));
            names.remove(&names::kind(id));
        }
    }
    for side in [Side::Inputs, Side::Outputs] {
        let (before, now) = (sets(old, side), sets(new, side));
        let mut shared: BTreeMap<String, Vec<&String>> = BTreeMap::new();
        for path in now.keys() {
            if let Some(name) = names.get(path) {
                shared.entry(name.clone()).or_default().push(path);
            }
        }
        for paths in shared.into_values() {
            let unchanged = paths.iter().find(|path| before.get(**path) == now.get(**path));
            let keeper = unchanged.or(paths.first()).and_then(|path| now.get(*path));
            for path in paths.iter().filter(|path| now.get(**path) != keeper) {
                names.remove(*path);
            }
        }
    }
    names
}

/// The values of each enum of one side; of a tool with several versions, those of the newest.
fn sets(tools: &[ToolSignature], side: Side) -> BTreeMap<String, BTreeSet<&str>> {
    let mut tools: Vec<_> = tools.iter().collect();
    tools.sort_by_key(|tool| tool.version);
    let mut newest: BTreeMap<ToolId, _> = BTreeMap::new();
    newest.extend(tools.into_iter().map(|tool| (tool.tool_id, tool)));
    let sets = newest.into_values().flat_map(|tool| {
        names::enums(tool, side).map(|(id, values)| {
            let values = values.iter().map(|value| &*value.name).collect();
            (names::choice(tool.tool_id, side, id), values)
        })
    });
    sets.collect()
}

#[cfg(test)]
mod tests;
