//! Selection of a catalog's tools by name, id, version and tag.

mod find;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use a2t_core::{ToolId, ToolSignature};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

pub use find::split_version;
#[doc(hidden)]
pub use find::{few, no_tool};
use find::{find, hold, no_tag};
pub(crate) use find::{names, no_version};

/// Selection of a catalog's tools; everything by default.
///
/// A tool is selected if it is named or has one of the tags: at the versions that it is named with,
/// otherwise at its newest. A tool that is held is selected at the versions that it is held at.
///
/// ```
/// use a2t_codegen::Selection;
///
/// let selection = Selection::default().tool("lookup_weather_by_city@2").tag("storms");
/// assert!(!selection.is_everything());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    tools: Vec<String>,
    tags: Vec<String>,
    holds: Vec<String>,
    versions: bool,
}

/// A selected tool and its versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) id: ToolId,
    /// The versions that were asked for by their numbers.
    pub(crate) pins: BTreeSet<u32>,
    /// The newest version was asked for, with any number.
    pub(crate) newest: bool,
}

impl Wanted {
    /// The versions that are called, newest first: those that were asked for, or all where `all` are
    /// asked for and none by its number.
    pub(crate) fn among<'a>(
        &self,
        versions: &Versions<'a>,
        all: bool,
    ) -> Result<Vec<&'a ToolSignature>, String> {
        let mut own = versions.get(&self.id).cloned().unwrap_or_default();
        for pin in &self.pins {
            if !own.iter().any(|tool| tool.version == *pin) {
                return Err(no_version(&own, *pin));
            }
        }
        let newest = own.first().map(|tool| tool.version);
        own.retain(|tool| {
            let is_newest = self.newest && (all || Some(tool.version) == newest);
            is_newest || self.pins.contains(&tool.version)
        });
        own.dedup_by_key(|tool| tool.version);
        Ok(own)
    }
}

/// The versions of each tool, newest first.
pub(crate) type Versions<'a> = BTreeMap<ToolId, Vec<&'a ToolSignature>>;

pub(crate) fn by_id(tools: &[ToolSignature]) -> Versions<'_> {
    let mut found = Versions::new();
    for tool in tools {
        found.entry(tool.tool_id).or_default().push(tool);
    }
    for versions in found.values_mut() {
        versions.sort_by_key(|tool| Reverse(tool.version));
    }
    found
}

/// Parts of a selection that mean one tool.
#[derive(Default)]
struct Asked {
    by_name: bool,
    pins: BTreeSet<u32>,
    holds: BTreeSet<u32>,
}

impl Selection {
    /// Selects a tool by `NAME` or `ID`, or one version of it by `NAME@3`. Several versions are
    /// selected by several of these, `NAME` for the newest.
    #[must_use]
    pub fn tool(mut self, tool: impl Into<String>) -> Self {
        add(&mut self.tools, tool.into());
        self
    }

    /// Selects every tool with this tag, to the letter.
    #[must_use]
    pub fn tag(mut self, tag: impl Into<String>) -> Self {
        add(&mut self.tags, tag.into());
        self
    }

    /// Holds a selected tool at a version, `NAME@3` or `ID@3`, even if newer ones exist; several of
    /// these hold it at several.
    ///
    /// ```
    /// use a2t_codegen::Selection;
    ///
    /// let everything_but = Selection::default().hold("lookup_weather_by_city@2");
    /// assert_eq!(everything_but.holds(), ["lookup_weather_by_city@2"]);
    /// ```
    #[must_use]
    pub fn hold(mut self, tool: impl Into<String>) -> Self {
        add(&mut self.holds, tool.into());
        self
    }

    /// Holds a tool no longer, by the name or id of an `approved` tool.
    #[must_use]
    pub fn release(mut self, tool: &str, approved: &[ToolSignature]) -> Self {
        let id = |text: &str| approved.iter().find(|known| names(text, known)).map(|t| t.tool_id);
        let released = id(tool);
        self.holds.retain(|hold| {
            let held = split_version(hold).0;
            held != tool && (released.is_none() || id(held) != released)
        });
        self
    }

    /// Sets the holds of an `earlier` selection too, of `approved` tools that are selected still,
    /// and not by number.
    #[must_use]
    pub fn holding_as(mut self, earlier: &Self, approved: &[ToolSignature]) -> Self {
        let pinned = |tool: &ToolSignature| {
            self.tools.iter().any(|text| !names(text, tool) && names(split_version(text).0, tool))
        };
        let holds = earlier.holds.iter().filter(|hold| {
            let mut tools = approved.iter().filter(|tool| names(split_version(hold).0, tool));
            tools.any(|tool| self.covers(tool) && !pinned(tool))
        });
        let holds: Vec<_> = holds.cloned().collect();
        holds.into_iter().for_each(|hold| add(&mut self.holds, hold));
        self
    }

    /// Selects every version of each tool, not only the newest.
    #[must_use]
    pub fn all_versions(mut self) -> Self {
        self.versions = true;
        self
    }

    /// Returns `true` if every tool is selected, at its newest version.
    pub fn is_everything(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the arguments of [`Selection::tool`], sorted.
    pub fn tools(&self) -> &[String] {
        &self.tools
    }

    /// Returns the arguments of [`Selection::tag`], sorted.
    pub fn tags(&self) -> &[String] {
        &self.tags
    }

    /// Returns the arguments of [`Selection::hold`], sorted.
    pub fn holds(&self) -> &[String] {
        &self.holds
    }

    /// Returns `true` if every version of a tool is selected.
    pub fn has_all_versions(&self) -> bool {
        self.versions
    }

    /// Every tool is selected, at whichever versions.
    pub(crate) fn is_of_all_tools(&self) -> bool {
        self.tools.is_empty() && self.tags.is_empty()
    }

    pub(crate) fn covers(&self, tool: &ToolSignature) -> bool {
        let tagged = |tag: &String| tool.tags.iter().any(|own| *own == **tag);
        let named = |text: &String| names(text, tool) || names(split_version(text).0, tool);
        self.is_of_all_tools() || self.tools.iter().any(named) || self.tags.iter().any(tagged)
    }

    /// Selects among `tools`, in their order; the second list has a sentence for each part of the
    /// selection that means none of them. A name may be one that a tool had when it was `approved`.
    pub(crate) fn among(
        &self,
        tools: &[ToolSignature],
        approved: &[ToolSignature],
    ) -> (Vec<Wanted>, Vec<String>) {
        let mut unmatched = Vec::new();
        let mut asked: BTreeMap<ToolId, Asked> = BTreeMap::new();
        for tag in &self.tags {
            let tagged = tools.iter().filter(|tool| tool.tags.iter().any(|own| own == tag));
            let before = asked.len();
            asked.extend(tagged.clone().map(|tool| (tool.tool_id, Asked::default())));
            if asked.len() == before && tagged.count() == 0 {
                unmatched.push(no_tag(tag, tools));
            }
        }
        if self.is_of_all_tools() {
            asked.extend(tools.iter().map(|tool| (tool.tool_id, Asked::default())));
        }
        for text in &self.tools {
            match find(text, tools, approved) {
                Some((id, Some(pin))) => _ = asked.entry(id).or_default().pins.insert(pin),
                Some((id, None)) => asked.entry(id).or_default().by_name = true,
                None => unmatched.push(no_tool(text, tools.iter().map(|tool| &*tool.name))),
            }
        }
        let holds = self.holds.iter();
        unmatched.extend(holds.filter_map(|text| hold(text, tools, approved, &mut asked).err()));
        let mut seen = HashSet::new();
        let first = tools.iter().map(|tool| tool.tool_id).filter(|id| seen.insert(*id));
        let wanted = first.filter_map(|id| {
            let Asked { by_name, pins, holds } = asked.remove(&id)?;
            let newest = holds.is_empty() && (by_name || pins.is_empty());
            Some(Wanted { id, pins: if holds.is_empty() { pins } else { holds }, newest })
        });
        (wanted.collect(), unmatched)
    }

    /// Returns the selected signatures, each at its versions; all versions of what is selected by
    /// no number.
    ///
    /// # Errors
    /// One sentence for each part of the selection that `tools` do not have.
    pub fn pick(&self, tools: &[ToolSignature]) -> Result<Vec<ToolSignature>, Vec<String>> {
        self.chosen(tools, true)
    }

    /// Returns the selected signatures, each tool at its newest version, at those that it is
    /// selected at by their numbers, or at all versions if [`Selection::all_versions`] is set.
    ///
    /// # Errors
    /// Those of [`Selection::pick`].
    pub fn called(&self, tools: &[ToolSignature]) -> Result<Vec<ToolSignature>, Vec<String>> {
        self.chosen(tools, self.versions)
    }

    fn chosen(
        &self,
        tools: &[ToolSignature],
        all: bool,
    ) -> Result<Vec<ToolSignature>, Vec<String>> {
        if self.is_everything() && all {
            return Ok(tools.to_vec());
        }
        let (wanted, mut unmatched) = self.among(tools, &[]);
        let (versions, mut chosen) = (by_id(tools), Vec::new());
        for wanted in wanted {
            match wanted.among(&versions, all) {
                Ok(versions) => chosen.extend(versions.into_iter().cloned()),
                Err(none) => unmatched.push(none),
            }
        }
        if unmatched.is_empty() { Ok(chosen) } else { Err(unmatched) }
    }

    /// Reads what [`Serialize`] writes, and nothing else.
    pub(crate) fn from_json(value: &Value) -> Option<Self> {
        let texts = |name: &str| match value.get(name) {
            None => Some(Vec::new()),
            Some(Value::Array(texts)) => {
                texts.iter().map(|text| text.as_str().map(str::to_owned)).collect()
            }
            Some(_) => None,
        };
        let selection = Self {
            tools: texts("tools")?,
            tags: texts("tags")?,
            holds: texts("holds")?,
            versions: value.get("versions").is_some(),
        };
        let same = serde_json::to_value(&selection).is_ok_and(|again| again == *value);
        (same && !selection.is_everything()).then_some(selection)
    }
}

impl Serialize for Selection {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, texts) in [("tools", &self.tools), ("tags", &self.tags), ("holds", &self.holds)]
        {
            if !texts.is_empty() {
                map.serialize_entry(name, texts)?;
            }
        }
        if self.versions {
            map.serialize_entry("versions", "all")?;
        }
        map.end()
    }
}

fn add(texts: &mut Vec<String>, text: String) {
    if !texts.contains(&text) {
        texts.push(text);
        texts.sort_unstable();
    }
}
