//! The enums of one side of a client: which parameters share one, and how each is called.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use a2t_core::AllowedValue;

use super::called::Called;
use crate::ident::{self, Ident, Scope, ToolName};
use crate::names::{self, Key, Memory, Side};
use crate::overrides::{Applied, Named};
use crate::types::Choice;

/// A parameter that is an enum, and the Rust name of its tool.
pub(super) struct Use<'a> {
    tool: Called<'a>,
    kind: Ident,
    side: Side,
    id: &'a str,
    /// The text that the enum is named for.
    preferred: &'a str,
    values: &'a [AllowedValue],
}

impl<'a> Use<'a> {
    /// Its paths for [`crate::Builder::rename`]: `lookup_weather.inputs.units.enum`.
    fn paths(&self) -> Vec<String> {
        let path = |tool: String| format!("{tool}.{}.{}.enum", self.side.as_str(), self.id);
        self.tool.labels().into_iter().map(path).collect()
    }

    fn set(&self) -> BTreeSet<&'a str> {
        self.values.iter().map(|value| &*value.name).collect()
    }

    fn key(&self) -> (Key, &'a str) {
        (self.tool.key(), self.id)
    }
}

pub(super) fn uses<'a>(tool: &Called<'a>, name: &ToolName, side: Side) -> Vec<Use<'a>> {
    let found = names::enums(tool.signature, side);
    let used = found.map(|(id, values)| {
        let preferred = ident::preferred(id, parameter_name(tool, side, id));
        Use { tool: *tool, kind: name.kind.clone(), side, id, preferred, values }
    });
    used.collect()
}

fn parameter_name<'a>(tool: &Called<'a>, side: Side, id: &'a str) -> &'a str {
    let inputs = tool.signature.input_parameters.iter().filter(|_| side == Side::Inputs);
    let inputs = inputs.map(|input| (&*input.id, &*input.name));
    let outputs = tool.signature.output_parameters.iter().filter(|_| side == Side::Outputs);
    let mut all = inputs.chain(outputs.map(|output| (&*output.id, &*output.name)));
    all.find(|(known, _)| *known == id).map_or(id, |(_, name)| name)
}

pub(super) struct Choices<'a> {
    pub(super) choices: Vec<Choice<'a>>,
    names: HashMap<(Key, &'a str), Ident>,
}

/// The parameters that share an enum, of which the first one names it.
struct Shared<'a> {
    first: Use<'a>,
    others: Vec<Use<'a>>,
    set: BTreeSet<&'a str>,
}

impl<'a> Shared<'a> {
    fn new(first: Use<'a>) -> Self {
        Self { set: first.set(), others: Vec::new(), first }
    }

    fn uses(&self) -> impl Iterator<Item = &Use<'a>> {
        std::iter::once(&self.first).chain(&self.others)
    }

    fn is_picked(&self) -> bool {
        self.uses().any(|used| used.tool.picked)
    }

    /// The paths under which a user knows it.
    fn paths(&self) -> Vec<String> {
        let picked = self.uses().filter(|used| used.tool.picked);
        picked.flat_map(Use::paths).collect()
    }
}

impl<'a> Choices<'a> {
    pub(super) fn name(
        scope: Scope,
        uses: Vec<Use<'a>>,
        memory: Memory<'_>,
        applied: &mut Applied,
    ) -> Self {
        let mut named = named(uses, memory);
        named.retain(|(shared, _)| shared.is_picked());
        let things =
            named.iter().map(|(shared, name)| Named { paths: shared.paths(), name: name.clone() });
        let names = applied.names(Scope::Enum, things.collect());
        let mut found = Self { choices: Vec::new(), names: HashMap::new() };
        for ((shared, _), name) in named.into_iter().zip(names) {
            let keys = shared.uses().map(|used| (used.key(), name.clone()));
            found.names.extend(keys);
            let choice = choice(scope, name, &shared, memory, applied);
            found.choices.push(choice);
        }
        found.choices.sort_by(|a, b| a.name.cmp(&b.name));
        found
    }

    pub(super) fn find(&self, tool: Key, id: &'a str) -> Option<Ident> {
        self.names.get(&(tool, id)).cloned()
    }
}

/// The enums, each with its name. Those that have one from before keep it. Of the others,
/// parameters whose ids give one name and whose values have the same names share one; where the
/// values differ, each enum is named for its first tool as well, so that no enum takes over a name
/// that meant another.
fn named<'a>(uses: Vec<Use<'a>>, memory: Memory<'_>) -> Vec<(Shared<'a>, Ident)> {
    let (mut old, uses) = remembered(uses, memory);
    let mut by_base: BTreeMap<String, Vec<Shared<'a>>> = BTreeMap::new();
    for used in uses {
        // What joins an enum changes nothing in it.
        let same = |shared: &&mut Shared<'_>| {
            shared.first.id == used.id && shared.first.values == used.values
        };
        if let Some(shared) = old.values_mut().find(same) {
            shared.others.push(used);
            continue;
        }
        let set = used.set();
        let same_name = by_base.entry(ident::choice_base(used.preferred)).or_default();
        match same_name.iter_mut().find(|shared| shared.set == set) {
            Some(shared) => shared.others.push(used),
            None => same_name.push(Shared::new(used)),
        }
    }
    let mut taken: HashSet<_> = old.keys().map(|name| name.as_str().to_owned()).collect();
    let bases = old.values().map(|shared| ident::choice_base(shared.first.preferred));
    let bases: HashSet<_> = bases.chain(taken.iter().cloned()).collect();
    let mut named: Vec<_> = old.into_iter().map(|(name, shared)| (shared, name)).collect();
    let (alone, several): (Vec<_>, Vec<_>) =
        by_base.into_iter().partition(|(base, shared)| shared.len() == 1 && !bases.contains(base));
    let alone = alone.into_iter().map(|same| (true, same));
    for (alone, (_, same_name)) in alone.chain(several.into_iter().map(|same| (false, same))) {
        for shared in same_name {
            let tool = (!alone).then_some(shared.first.kind.as_str());
            let name = ident::choice(shared.first.preferred, tool, &mut taken);
            named.push((shared, name));
        }
    }
    named
}

/// The enums that had a name before, and the parameters of the others.
fn remembered<'a>(
    uses: Vec<Use<'a>>,
    memory: Memory<'_>,
) -> (BTreeMap<Ident, Shared<'a>>, Vec<Use<'a>>) {
    let mut old: BTreeMap<Ident, Shared<'a>> = BTreeMap::new();
    if memory.is_empty() {
        return (old, uses);
    }
    let mut others = Vec::new();
    for used in uses {
        let path = || names::choice(used.tool.key(), used.side, used.id);
        match memory.get(Scope::Enum, path) {
            None => others.push(used),
            Some(name) => match old.get_mut(&name) {
                None => _ = old.insert(name, Shared::new(used)),
                Some(shared) if shared.set == used.set() => shared.others.push(used),
                Some(_) => others.push(used),
            },
        }
    }
    (old, others)
}

fn choice<'a>(
    scope: Scope,
    name: Ident,
    shared: &Shared<'a>,
    memory: Memory<'_>,
    applied: &mut Applied,
) -> Choice<'a> {
    let values = shared.first.values;
    let wires = || values.iter().map(|value| &*value.name);
    let kept = |value: &str| {
        shared.uses().find_map(|used| {
            let key = used.tool.key();
            memory.get(scope, || names::value(key, used.side, used.id, value))
        })
    };
    let names = ident::members(scope, wires(), "value", kept);
    let enums = if applied.is_empty() { Vec::new() } else { shared.paths() };
    let paths = |value: &str| -> Vec<String> {
        let paths = enums.iter();
        paths.map(|path| format!("{path}.{value}")).collect()
    };
    let names = applied.members(scope, wires().map(paths), names);
    Choice {
        id: shared.first.id,
        name,
        values: names.into_iter().zip(values.iter().map(Cow::Borrowed)).collect(),
        derives: applied.derives(&enums),
    }
}
