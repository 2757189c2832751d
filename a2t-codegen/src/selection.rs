//! Selection of a catalog's tools by name, id, version and tag.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use a2t_core::error::{inert, nearest};
use a2t_core::{ToolId, ToolSignature};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

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
    /// The newest version was asked for, whatever its number.
    pub(crate) newest: bool,
}

impl Wanted {
    /// The versions that are called, newest first: those that were asked for, or all where `all` are
    /// asked for and none by its number.
    pub(crate) fn among<'a>(
        &self,
        tools: &'a [ToolSignature],
        all: bool,
    ) -> Result<Vec<&'a ToolSignature>, String> {
        let mut own: Vec<_> = tools.iter().filter(|tool| tool.tool_id == self.id).collect();
        own.sort_by_key(|tool| Reverse(tool.version));
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

/// What was said of a tool.
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

    /// Holds a selected tool at a version, `NAME@3` or `ID@3`, whatever newer ones there are; several of
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
            let held = split(hold).0;
            held != tool && (released.is_none() || id(held) != released)
        });
        self
    }

    /// The holds of an `earlier` selection too, of `approved` tools that are selected still, and not by
    /// number.
    #[must_use]
    pub fn holding_as(mut self, earlier: &Self, approved: &[ToolSignature]) -> Self {
        let pinned = |tool: &ToolSignature| {
            self.tools.iter().any(|text| !names(text, tool) && names(split(text).0, tool))
        };
        let holds = earlier.holds.iter().filter(|hold| {
            let mut tools = approved.iter().filter(|tool| names(split(hold).0, tool));
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

    /// Tells if every tool is selected, at its newest version.
    pub fn is_everything(&self) -> bool {
        *self == Self::default()
    }

    /// Arguments of [`Selection::tool`], sorted.
    pub fn tools(&self) -> &[String] {
        &self.tools
    }

    /// Arguments of [`Selection::tag`], sorted.
    pub fn tags(&self) -> &[String] {
        &self.tags
    }

    /// Arguments of [`Selection::hold`], sorted.
    pub fn holds(&self) -> &[String] {
        &self.holds
    }

    /// Tells if every version of a tool is selected.
    pub fn has_all_versions(&self) -> bool {
        self.versions
    }

    /// Every tool is selected, at whichever versions.
    pub(crate) fn is_of_all_tools(&self) -> bool {
        self.tools.is_empty() && self.tags.is_empty()
    }

    pub(crate) fn covers(&self, tool: &ToolSignature) -> bool {
        let tagged = |tag: &String| tool.tags.iter().any(|own| *own == **tag);
        let named = |text: &String| names(text, tool) || names(split(text).0, tool);
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
                None => unmatched.push(no_tool(text, tools)),
            }
        }
        let holds = self.holds.iter();
        unmatched.extend(holds.filter_map(|text| hold(text, (tools, approved), &mut asked).err()));
        let mut seen = HashSet::new();
        let first = tools.iter().map(|tool| tool.tool_id).filter(|id| seen.insert(*id));
        let wanted = first.filter_map(|id| {
            let Asked { by_name, pins, holds } = asked.remove(&id)?;
            let newest = holds.is_empty() && (by_name || pins.is_empty());
            Some(Wanted { id, pins: if holds.is_empty() { pins } else { holds }, newest })
        });
        (wanted.collect(), unmatched)
    }

    /// Selected signatures, each at its versions; all versions of what is selected by no number.
    ///
    /// # Errors
    /// One sentence for each part of the selection that `tools` do not have.
    pub fn pick(&self, tools: &[ToolSignature]) -> Result<Vec<ToolSignature>, Vec<String>> {
        self.chosen(tools, true)
    }

    /// Selected signatures, each tool at its newest version, at those that it is selected at by their
    /// numbers, or at all where [`Selection::all_versions`] says so.
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
        let mut chosen = Vec::new();
        for wanted in wanted {
            match wanted.among(tools, all) {
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

/// `NAME@3` in its parts; a name with another ending has no version.
pub(crate) fn split(text: &str) -> (&str, Option<u32>) {
    let parts = text.rsplit_once('@').and_then(|(name, version)| {
        let number: u32 = version.parse().ok()?;
        (number > 0 && number.to_string() == version).then_some((name, Some(number)))
    });
    parts.unwrap_or((text, None))
}

pub(crate) fn names(text: &str, tool: &ToolSignature) -> bool {
    tool.name == text || text.parse().is_ok_and(|id: ToolId| id == tool.tool_id)
}

type Found = (ToolId, Option<u32>);

fn find(text: &str, tools: &[ToolSignature], approved: &[ToolSignature]) -> Option<Found> {
    let (name, version) = split(text);
    let mut meant = [(text, None), (name, version)].into_iter();
    meant.find_map(|(name, pin)| Some((find_tool(name, tools, approved)?, pin)))
}

fn find_tool(name: &str, tools: &[ToolSignature], approved: &[ToolSignature]) -> Option<ToolId> {
    let now = tools.iter().find(|tool| names(name, tool));
    let then = || {
        let known = approved.iter().find(|tool| names(name, tool))?;
        tools.iter().find(|tool| tool.tool_id == known.tool_id)
    };
    Some(now.or_else(then)?.tool_id)
}

/// Holds one of the tools that were asked for; an error is a sentence.
fn hold(
    text: &str,
    (tools, approved): (&[ToolSignature], &[ToolSignature]),
    asked: &mut BTreeMap<ToolId, Asked>,
) -> Result<(), String> {
    let shown = inert(text);
    let (name, Some(version)) = split(text) else {
        return Err(format!("`{shown}` cannot be held without a version; say `{shown}@3`"));
    };
    let Some(id) = find_tool(name, tools, approved) else {
        return Err(no_tool(text, tools));
    };
    match asked.get_mut(&id) {
        Some(asked) if asked.pins.is_empty() => _ = asked.holds.insert(version),
        Some(_) => {
            return Err(format!(
                "`{shown}` is held, and the tool is selected by a version; leave one of the two"
            ));
        }
        None => {
            return Err(format!("`{shown}` is held but not selected; select it, or release it"));
        }
    }
    Ok(())
}

fn no_tool(text: &str, tools: &[ToolSignature]) -> String {
    let names = tools.iter().map(|tool| &*tool.name);
    let (meant, name) = (asked(nearest(split(text).0, names)), inert(text));
    format!("no tool is called `{name}`{meant}; `cargo a2t list` shows what there is")
}

fn no_tag(tag: &str, tools: &[ToolSignature]) -> String {
    let tags = tools.iter().flat_map(|tool| tool.tags.iter());
    let (meant, tag) = (asked(nearest(tag, tags.map(|tag| &**tag))), inert(tag));
    format!("no tool has the tag `{tag}`{meant}; `cargo a2t show` tells the tags of a tool")
}

fn asked(meant: Option<&str>) -> String {
    let asked = meant.map(|meant| format!("; did you mean `{}`?", inert(meant)));
    asked.unwrap_or_default()
}

pub(crate) fn no_version(versions: &[&ToolSignature], pin: u32) -> String {
    let name = versions.first().map(|tool| inert(&tool.name));
    let (name, numbers) = (name.unwrap_or_default(), versions.iter().map(|tool| tool.version));
    let numbers: Vec<_> = numbers.map(|version| version.to_string()).collect();
    format!("`{name}` has no version {pin} here; expected {}", numbers.join(", "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn tool(number: u128, name: &str, version: u32, tags: &[&str]) -> ToolSignature {
        let value = json!({"toolId": ToolId::from_u128(number).to_string(), "name": name, "description": "",
            "version": version, "currentVersion": 3, "tags": tags});
        a2t_core::signature::parse_value(&value, "").unwrap().signature
    }

    fn tools() -> Vec<ToolSignature> {
        vec![
            tool(1, "add", 3, &["math"]),
            tool(2, "sky", 3, &["weather", "light"]),
            tool(2, "sky", 2, &["weather"]),
            tool(3, "storm@2", 3, &["weather"]),
        ]
    }

    fn picked(selection: &Selection) -> Result<Vec<String>, Vec<String>> {
        let shown = |tool: &ToolSignature| format!("{} {}", tool.name, tool.version);
        Ok(selection.pick(&tools())?.iter().map(shown).collect())
    }

    #[test]
    fn tools_are_picked_by_name_id_version_and_tag() {
        let all = Selection::default();
        let cases = [
            (all.clone(), &["add 3", "sky 3", "sky 2", "storm@2 3"] as &[_]),
            (all.clone().tool("add"), &["add 3"]),
            (all.clone().tool(ToolId::from_u128(1).to_string()), &["add 3"]),
            (all.clone().tool(format!("{}@2", ToolId::from_u128(2)).to_uppercase()), &["sky 2"]),
            // A name that looks like a pin is a name first.
            (all.clone().tool("storm@2"), &["storm@2 3"]),
            (all.clone().tag("light"), &["sky 3", "sky 2"]),
            (all.clone().tag("math").tag("light").tool("sky@3"), &["add 3", "sky 3"]),
        ];
        for (selection, wanted) in cases {
            assert_eq!(picked(&selection).unwrap(), wanted, "{selection:?}");
        }
    }

    #[test]
    fn what_means_nothing_is_told_all_at_once_with_what_was_meant() {
        let selection = Selection::default().tool("ad").tag("wether").tool("sky@7");
        let told = picked(&selection.tool("storm@2@1")).unwrap_err();
        assert_eq!(
            told,
            [
                "no tool has the tag `wether`; did you mean `weather`?; `cargo a2t show` tells the tags of a tool",
                "no tool is called `ad`; did you mean `add`?; `cargo a2t list` shows what there is",
                "`sky` has no version 7 here; expected 3, 2",
                "`storm@2` has no version 1 here; expected 3",
            ]
        );
    }

    #[test]
    fn versions_stand_side_by_side() {
        let all = Selection::default();
        let called = |selection: &Selection| {
            let shown = |tool: &ToolSignature| format!("{} {}", tool.name, tool.version);
            selection.called(&tools()).map(|tools| tools.iter().map(shown).collect::<Vec<_>>())
        };
        let cases = [
            (all.clone(), &["add 3", "sky 3", "storm@2 3"] as &[_]),
            (all.clone().all_versions(), &["add 3", "sky 3", "sky 2", "storm@2 3"]),
            (all.clone().tool("sky@2").tool("sky@3"), &["sky 3", "sky 2"]),
            (all.clone().tool("sky@2").tool("sky"), &["sky 3", "sky 2"]),
            (all.clone().tool("sky@2").tag("weather"), &["sky 2", "storm@2 3"]),
            (all.clone().hold("sky@2"), &["add 3", "sky 2", "storm@2 3"]),
            (all.clone().hold("sky@2").hold("sky@3"), &["add 3", "sky 3", "sky 2", "storm@2 3"]),
            (all.clone().tool("sky").hold("sky@2"), &["sky 2"]),
            (
                all.clone().hold("storm@2@3").tag("math").tag("weather"),
                &["add 3", "sky 3", "storm@2 3"],
            ),
        ];
        for (selection, wanted) in cases {
            assert_eq!(called(&selection).unwrap(), wanted, "{selection:?}");
        }
        for (selection, wanted) in [
            (all.clone().hold("sky"), "cannot be held without a version"),
            (all.clone().hold("sky@7"), "`sky` has no version 7 here; expected 3, 2"),
            (all.clone().hold("ski@2"), "did you mean `sky`?"),
            (all.clone().tool("add").hold("sky@2"), "held but not selected"),
            (all.clone().tool("sky@3").hold("sky@2"), "leave one of the two"),
        ] {
            let told = called(&selection).unwrap_err();
            assert!(told.len() == 1 && told[0].contains(wanted), "{told:?}");
        }
    }

    #[test]
    fn holds_outlive_another_selection_of_their_tools() {
        let id = ToolId::from_u128(2);
        let old = Selection::default().hold("add@3").hold(format!("{id}@2"));
        let kept = |new: Selection| new.holding_as(&old, &tools()).holds().to_vec();
        assert_eq!(kept(Selection::default().tag("weather")), [format!("{id}@2")]);
        assert_eq!(kept(Selection::default().tool("sky").tool("add@3")), [format!("{id}@2")]);
        let released = old.clone().release("sky", &tools());
        assert_eq!(released.holds(), ["add@3"]);
        assert!(released.release("add", &[]).is_everything());
    }

    #[test]
    fn a_tool_that_was_renamed_is_still_the_one_that_was_approved() {
        let renamed = [tool(2, "heaven", 3, &[])];
        let selection = Selection::default().tool("sky@2");
        let (wanted, unmatched) = selection.among(&renamed, &tools());
        let id = ToolId::from_u128(2);
        let pinned = Wanted { id, pins: [2].into(), newest: false };
        assert_eq!((wanted, unmatched.len()), (vec![pinned], 0));
    }

    #[test]
    fn a_selection_is_read_back_as_it_was_written() {
        let selection = Selection::default().tool("b@2").tool("a").tag("c").hold("a@1");
        let value = serde_json::to_value(&selection).unwrap();
        assert_eq!(value, json!({"tools": ["a", "b@2"], "tags": ["c"], "holds": ["a@1"]}));
        assert_eq!(Selection::from_json(&value), Some(selection));
        let all = Selection::default().all_versions();
        let value = serde_json::to_value(&all).unwrap();
        assert_eq!(Selection::from_json(&value), Some(all));
        for other in [
            json!({}),
            json!([]),
            json!({"tools": []}),
            json!({"tools": [1]}),
            json!({"tags": ["a"], "x": 1}),
            json!({"tools": ["b", "a"], "versions": true}),
        ] {
            assert_eq!(Selection::from_json(&other), None, "{other}");
        }
    }
}
