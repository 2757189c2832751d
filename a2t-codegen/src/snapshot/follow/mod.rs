//! The client of a new snapshot keeps the names that the client of the old one has.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use a2t_core::error::inert;
use a2t_core::{ToolId, ToolSignature};

use super::Snapshot;
use crate::ident::Ident;
use crate::names::{self, Key, Memory, Side, Table};
use crate::overrides::Applied;
use crate::plan::{self, Plan, called};
use crate::types::Choice;

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
pub(crate) fn follow(old: &Snapshot, new: &Snapshot) -> Table {
    let before = planned(old, &old.names);
    let called = called::whole(&old.tools, &old.selection, &old.names);
    let versions = called::kept(&called, &new.tools, &new.selection);
    let mut kept = versions.clone();
    kept.extend(keepable(table(&before), &before, &planned(new, &versions)));
    let wanted = table(&planned(new, &kept));
    names::recorded(versions, &wanted, |names| table(&planned(new, names)))
}

/// The names that the client of `new` has for what had another one in the client of `old`.
pub(crate) fn renames(old: &Snapshot, new: &Snapshot) -> Vec<Rename> {
    let before = table(&planned(old, &old.names));
    let tools = new.tools.iter().map(|tool| (tool.tool_id.to_string(), tool));
    let tools: BTreeMap<_, _> = tools.collect();
    let now = table(&planned(new, &new.names));
    let renamed = now.into_iter().filter_map(|(path, to)| {
        let from = before.get(&path).or_else(|| numbered(&path, &before));
        let from = from.filter(|from| **from != to)?.clone();
        let path = shown(&path, &tools);
        Some(Rename { path, from, to })
    });
    renamed.collect()
}

/// The name of the newest version, where the tool has its name again after each version had a number.
fn numbered<'a>(path: &str, before: &'a Table) -> Option<&'a String> {
    let id: ToolId = path.parse().ok()?;
    let own = before.range(format!("{id}@")..format!("{id}A"));
    let number = |path: &str| path.rsplit_once('@')?.1.parse::<u32>().ok();
    let own = own.filter_map(|(path, name)| Some((number(path)?, name)));
    own.max_by_key(|(number, _)| *number).map(|(_, name)| name)
}

/// The path as a user writes it.
fn shown(path: &str, tools: &BTreeMap<String, &ToolSignature>) -> String {
    let (key, rest) = path.split_once('/').unwrap_or((path, ""));
    let (id, number) = key.split_once('@').map_or((key, None), |(id, number)| (id, Some(number)));
    let tool = tools.get(id).map_or(id, |tool| &*tool.name);
    let number = number.map(|number| format!("@{number}"));
    let parts = rest.split('/').filter(|part| !part.is_empty() && *part != "type");
    let parts = parts.map(|part| format!(".{}", part.replace("~1", "/").replace("~0", "~")));
    std::iter::once(tool.to_owned()).chain(number).chain(parts).collect()
}

fn planned<'a>(snapshot: &'a Snapshot, names: &Table) -> Plan<'a> {
    let called = called::whole(&snapshot.tools, &snapshot.selection, names);
    plan::plan(called, Memory::new(names), &mut Applied::default())
}

/// Every name that a client has.
fn table(plan: &Plan<'_>) -> Table {
    let mut table = Table::new();
    for planned in &plan.tools {
        let id = planned.key;
        table.insert(names::tool(id), planned.name.method.to_string());
        table.insert(names::kind(id), planned.name.kind.to_string());
        for input in &planned.inputs {
            let parameter = Parameter {
                tool: id,
                side: Side::Inputs,
                id: &input.parameter.id,
                name: &input.name,
                choice: input.choice.as_ref(),
            };
            parameter.list(&plan.inputs, &mut table);
        }
        for output in &planned.outputs {
            let parameter = Parameter {
                tool: id,
                side: Side::Outputs,
                id: &output.parameter.id,
                name: &output.name,
                choice: output.choice.as_ref(),
            };
            parameter.list(&plan.outputs, &mut table);
        }
        for listed in &planned.errors.listed {
            let error = &listed.error.name;
            table.insert(names::parameter(id, Side::Errors, error), listed.name.to_string());
            for member in &listed.members {
                table.insert(names::member(id, error, &member.wire), member.name.to_string());
            }
        }
    }
    table
}

/// A parameter, and its names in the client.
struct Parameter<'a> {
    tool: Key,
    side: Side,
    id: &'a str,
    name: &'a Ident,
    choice: Option<&'a Ident>,
}

impl Parameter<'_> {
    /// Adds the names of the parameter, of its enum and of the values of that.
    fn list(&self, choices: &[Choice<'_>], table: &mut Table) {
        let Self { tool, side, id, name, choice } = *self;
        table.insert(names::parameter(tool, side, id), name.to_string());
        let Some(choice) = choice else { return };
        table.insert(names::choice(tool, side, id), choice.to_string());
        let found = choices.binary_search_by(|other| other.name.cmp(choice));
        let found = found.ok().and_then(|index| choices.get(index));
        for (name, allowed) in found.map_or(&[][..], |choice| &choice.values) {
            table.insert(names::value(tool, side, id, &allowed.name), name.to_string());
        }
    }
}

/// The names that can stay: a tool with another name on the wire is called by that one, and of
/// parameters that shared an enum and whose values differ now, those keep it that did not change.
fn keepable(mut names: Table, old: &Plan<'_>, new: &Plan<'_>) -> Table {
    let before: BTreeMap<_, _> = old.tools.iter().map(|tool| (tool.key, tool.signature)).collect();
    for now in &new.tools {
        if before.get(&now.key).is_some_and(|before| before.name != now.signature.name) {
            names.remove(&names::tool(now.key));
            names.remove(&names::kind(now.key));
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

/// The values of each enum of one side.
fn sets<'a>(plan: &Plan<'a>, side: Side) -> BTreeMap<String, BTreeSet<&'a str>> {
    let sets = plan.tools.iter().flat_map(|tool| {
        names::enums(tool.signature, side).map(|(id, values)| {
            let values = values.iter().map(|value| &*value.name).collect();
            (names::choice(tool.key, side, id), values)
        })
    });
    sets.collect()
}

#[cfg(test)]
mod tests;
