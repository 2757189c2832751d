//! The versions that a client calls, and which of a tool's is named for the tool.
//!
//! The one of several versions that a snapshot's tool had before keeps the tool's name. Else the newest
//! has it where the tool was selected by no number, as that one is followed, and the oldest where each
//! was, so that one more number renames none. Each other version has its number in its names.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use a2t_core::{ToolId, ToolSignature};

use crate::Selection;
use crate::names::{self, Key, Table};
use crate::selection::by_id;

/// Value of [`names::plain`] for a tool of which each version has its number in its names.
const NONE: &str = "none";

/// A tool at a version that is called.
#[derive(Clone, Copy)]
pub(crate) struct Called<'a> {
    pub(crate) signature: &'a ToolSignature,
    pub(crate) picked: bool,
    /// The version, where the names have it.
    pub(crate) number: Option<u32>,
    /// The tool has other versions here.
    several: bool,
}

impl Called<'_> {
    pub(crate) fn key(&self) -> Key {
        Key { id: self.signature.tool_id, number: self.number }
    }

    /// The first of [`Self::labels`].
    pub(crate) fn label(&self) -> String {
        let Self { signature, number, .. } = self;
        match number {
            None => signature.name.to_string(),
            Some(number) => format!("{}@{number}", signature.name),
        }
    }

    /// The tool as a user writes it in a path: `lookup`, or `lookup@2` of several versions.
    pub(crate) fn labels(&self) -> Vec<String> {
        let Self { signature, number, several, .. } = self;
        let is_both = *several && number.is_none();
        let numbered = is_both.then(|| format!("{}@{}", signature.name, signature.version));
        [self.label()].into_iter().chain(numbered).collect()
    }
}

/// The versions of each tool that stand side by side; by number, and which is followed as the newest.
#[derive(Default)]
struct Versions<'a> {
    called: BTreeMap<u32, (&'a ToolSignature, bool)>,
    followed: bool,
}

type ByTool<'a> = HashMap<ToolId, Versions<'a>>;

/// The versions that a client of this part of the tools calls, and of a snapshot, which `chosen` selected
/// and whose names are `memory`, those that it could.
///
/// # Errors
/// One sentence for each part of the selection that no tool has.
pub(crate) fn of<'a>(
    tools: &'a [ToolSignature],
    chosen: Option<&Selection>,
    memory: Option<&Table>,
    selection: &Selection,
) -> Result<Vec<Called<'a>>, Vec<String>> {
    let mut known = approved(tools, chosen);
    let everything = Selection::default();
    let asked = if selection.is_of_all_tools() && selection.holds().is_empty() {
        &everything
    } else {
        selection
    };
    let (wanted, mut unmatched) = asked.among(tools, &[]);
    let all = by_id(tools);
    let is_chosen = chosen.is_some_and(|chosen| !chosen.has_all_versions());
    for wanted in wanted {
        let versions = known.entry(wanted.id).or_default();
        if !is_chosen && !wanted.newest {
            // The versions that other clients of this source call are not known.
            *versions = Versions::default();
        }
        let numbers = match wanted.among(&all, false) {
            Ok(found) if !wanted.pins.is_empty() => found,
            Ok(_) => Vec::new(),
            Err(none) => {
                unmatched.push(none);
                continue;
            }
        };
        if wanted.newest {
            versions.called.values_mut().for_each(|(_, picked)| *picked = true);
        }
        for found in numbers.into_iter().filter(|tool| wanted.pins.contains(&tool.version)) {
            versions.called.insert(found.version, (found, true));
        }
    }
    if unmatched.is_empty() { Ok(called(known, memory)) } else { Err(unmatched) }
}

/// All versions that a client of this snapshot could call.
pub(crate) fn whole<'a>(
    tools: &'a [ToolSignature],
    selection: &Selection,
    names: &Table,
) -> Vec<Called<'a>> {
    let mut known = approved(tools, Some(selection));
    for versions in known.values_mut() {
        versions.called.values_mut().for_each(|(_, picked)| *picked = true);
    }
    called(known, Some(names))
}

/// The versions of a snapshot that were chosen; the newest ones of every other source.
fn approved<'a>(tools: &'a [ToolSignature], selection: Option<&Selection>) -> ByTool<'a> {
    let mut known = ByTool::new();
    let default = Selection::default();
    let selection = selection.unwrap_or(&default);
    let (wanted, _) = selection.among(tools, tools);
    let followed: BTreeSet<_> =
        wanted.iter().filter(|wanted| wanted.newest).map(|wanted| wanted.id).collect();
    let pins: HashMap<_, _> = wanted.iter().map(|wanted| (wanted.id, &wanted.pins)).collect();
    for tool in tools {
        let versions = known.entry(tool.tool_id).or_default();
        versions.followed = followed.contains(&tool.tool_id);
        versions.called.insert(tool.version, (tool, false));
    }
    let every = selection.has_all_versions() || selection.is_everything();
    if every {
        for (id, versions) in &mut known {
            let newest = versions.called.keys().next_back().copied();
            let is_pinned = |number: &u32| pins.get(id).is_some_and(|pins| pins.contains(number));
            let followed = versions.followed;
            let is_newest = |number: &u32| followed && newest == Some(*number);
            versions.called.retain(|number, _| is_newest(number) || is_pinned(number));
        }
    }
    known
}

fn called<'a>(known: ByTool<'a>, memory: Option<&Table>) -> Vec<Called<'a>> {
    let mut found = Vec::new();
    for (id, versions) in known {
        let plain = plain(id, &versions, memory);
        let several = versions.called.len() > 1;
        found.extend(versions.called.into_iter().map(|(version, (signature, picked))| Called {
            signature,
            picked,
            number: (plain != Some(version)).then_some(version),
            several: several || plain != Some(version),
        }));
    }
    found.sort_by(|a, b| {
        let (own, other) = (a.signature, b.signature);
        let by_tool = (&own.name, own.tool_id).cmp(&(&other.name, other.tool_id));
        by_tool.then(other.version.cmp(&own.version))
    });
    found
}

/// The version that is named for the tool.
fn plain(id: ToolId, versions: &Versions<'_>, memory: Option<&Table>) -> Option<u32> {
    let natural = natural(&versions.called, versions.followed);
    match memory.and_then(|names| names.get(&names::plain(id))) {
        Some(known) if known == NONE => None,
        Some(known) => {
            let known = known.parse().ok().filter(|known| versions.called.contains_key(known));
            known.or(natural)
        }
        None => natural,
    }
}

fn natural<T>(versions: &BTreeMap<u32, T>, followed: bool) -> Option<u32> {
    let mut numbers = versions.keys().copied();
    if followed { numbers.next_back() } else { numbers.next() }
}

/// Names that a snapshot of these tools keeps, so that no version from before gets or loses the name of its tool:
/// a version that is new may take it over from one that is gone.
pub(crate) fn kept(before: &[Called<'_>], tools: &[ToolSignature], selection: &Selection) -> Table {
    let mut had: HashMap<ToolId, BTreeMap<u32, Option<u32>>> = HashMap::new();
    for tool in before {
        had.entry(tool.signature.tool_id).or_default().insert(tool.signature.version, tool.number);
    }
    let mut table = Table::new();
    for (id, versions) in approved(tools, Some(selection)) {
        let Some(had) = had.get(&id) else { continue };
        let natural = natural(&versions.called, versions.followed);
        let mut numbers = versions.called.keys().rev();
        let is_plain = |version: &&u32| had.get(version) == Some(&None);
        let is_new = |version: &u32| !had.contains_key(version);
        let plain = numbers.clone().find(is_plain).copied();
        let plain = plain.or(natural.filter(is_new));
        let plain = plain.or_else(|| numbers.find(|version| is_new(version)).copied());
        if plain != natural {
            let name = plain.map_or_else(|| NONE.to_owned(), |version| version.to_string());
            table.insert(names::plain(id), name);
        }
    }
    table
}
