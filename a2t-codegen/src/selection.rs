//! Selection of a catalog's tools by name, id, version and tag.

use std::collections::{BTreeMap, HashSet};

use a2t_core::error::{inert, nearest};
use a2t_core::{ToolId, ToolSignature};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

/// Selection of a catalog's tools; everything by default.
///
/// A tool is selected if it is named or has one of the tags: at the version that it is named with,
/// otherwise at its newest.
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
    versions: bool,
}

/// A selected tool, and its version if it need not be the newest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) id: ToolId,
    pub(crate) pin: Option<u32>,
}

impl Selection {
    /// Selects a tool by `NAME` or `ID`, or one version of it by `NAME@3`.
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
        let mut pins: BTreeMap<ToolId, Option<u32>> = BTreeMap::new();
        for tag in &self.tags {
            let tagged = |tool: &&ToolSignature| tool.tags.iter().any(|own| own == tag);
            let before = pins.len();
            let found = tools.iter().filter(tagged);
            pins.extend(found.map(|tool| (tool.tool_id, None)));
            if pins.len() == before && !tools.iter().any(|tool| tagged(&tool)) {
                unmatched.push(no_tag(tag, tools));
            }
        }
        for text in &self.tools {
            match find(text, tools, approved) {
                Some(Wanted { id, pin }) => match pins.get(&id).copied().flatten() {
                    Some(other) if pin.is_some_and(|pin| pin != other) => unmatched.push(format!(
                        "`{}`: the tool is pinned to version {other} already; pin it once",
                        inert(text)
                    )),
                    earlier => _ = pins.insert(id, pin.or(earlier)),
                },
                None => unmatched.push(no_tool(text, tools)),
            }
        }
        let everything = self.is_of_all_tools();
        let mut seen = HashSet::new();
        let first = tools.iter().map(|tool| tool.tool_id).filter(|id| seen.insert(*id));
        let wanted = first.filter_map(|id| {
            let pin = pins.get(&id).copied().or(everything.then_some(None))?;
            Some(Wanted { id, pin })
        });
        (wanted.collect(), unmatched)
    }

    /// Selected signatures, each at its version; all versions of what is not pinned.
    ///
    /// # Errors
    /// One sentence for each part of the selection that `tools` do not have.
    pub fn pick(&self, tools: &[ToolSignature]) -> Result<Vec<ToolSignature>, Vec<String>> {
        if self.is_everything() {
            return Ok(tools.to_vec());
        }
        let (wanted, mut unmatched) = self.among(tools, &[]);
        let mut picked = Vec::new();
        for Wanted { id, pin } in wanted {
            let versions: Vec<_> = tools.iter().filter(|tool| tool.tool_id == id).collect();
            match pin {
                None => picked.extend(versions.into_iter().cloned()),
                Some(pin) => match versions.iter().find(|tool| tool.version == pin) {
                    Some(tool) => picked.push((*tool).clone()),
                    None => unmatched.push(no_version(&versions, pin)),
                },
            }
        }
        if unmatched.is_empty() { Ok(picked) } else { Err(unmatched) }
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
            versions: value.get("versions").is_some(),
        };
        let same = serde_json::to_value(&selection).is_ok_and(|again| again == *value);
        (same && !selection.is_everything()).then_some(selection)
    }
}

impl Serialize for Selection {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, texts) in [("tools", &self.tools), ("tags", &self.tags)] {
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

fn find(text: &str, tools: &[ToolSignature], approved: &[ToolSignature]) -> Option<Wanted> {
    let (name, version) = split(text);
    [(text, None), (name, version)].into_iter().find_map(|(name, pin)| {
        let now = tools.iter().find(|tool| names(name, tool));
        let then = || {
            let known = approved.iter().find(|tool| names(name, tool))?;
            tools.iter().find(|tool| tool.tool_id == known.tool_id)
        };
        let id = now.or_else(then)?.tool_id;
        Some(Wanted { id, pin })
    })
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
        let told = picked(&Selection::default().tool("sky@3").tool("sky@2")).unwrap_err();
        assert!(told[0].contains("pin it once"), "{told:?}");
    }

    #[test]
    fn a_tool_that_was_renamed_is_still_the_one_that_was_approved() {
        let renamed = [tool(2, "heaven", 3, &[])];
        let selection = Selection::default().tool("sky@2");
        let (wanted, unmatched) = selection.among(&renamed, &tools());
        let id = ToolId::from_u128(2);
        assert_eq!((wanted, unmatched.len()), (vec![Wanted { id, pin: Some(2) }], 0));
    }

    #[test]
    fn a_selection_is_read_back_as_it_was_written() {
        let selection = Selection::default().tool("b@2").tool("a").tag("c");
        let value = serde_json::to_value(&selection).unwrap();
        assert_eq!(value, json!({"tools": ["a", "b@2"], "tags": ["c"]}));
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
