//! Tools and versions that a text means, and sentences for texts that mean none.

use std::collections::BTreeMap;

use a2t_core::error::{inert, nearest};
use a2t_core::{ToolId, ToolSignature};

use super::Asked;

/// Splits what names a tool, perhaps at a version, `lookup@3`, in its parts.
///
/// A version is a number above 0 without zeros before it; a text with another ending is a name.
///
/// ```
/// use a2t_codegen::split_version;
///
/// assert_eq!(split_version("lookup@3"), ("lookup", Some(3)));
/// for name in ["lookup", "lookup@0", "lookup@03", "lookup@+3", "lookup@"] {
///     assert_eq!(split_version(name), (name, None));
/// }
/// ```
pub fn split_version(text: &str) -> (&str, Option<u32>) {
    let parts = text.rsplit_once('@').and_then(|(name, version)| {
        let number: u32 = version.parse().ok()?;
        (number > 0 && number.to_string() == version).then_some((name, Some(number)))
    });
    parts.unwrap_or((text, None))
}

pub(crate) fn names(text: &str, tool: &ToolSignature) -> bool {
    tool.name == text || text.parse().is_ok_and(|id: ToolId| id == tool.tool_id)
}

pub(super) type Found = (ToolId, Option<u32>);

pub(super) fn find(
    text: &str,
    tools: &[ToolSignature],
    approved: &[ToolSignature],
) -> Option<Found> {
    let (name, version) = split_version(text);
    let mut meant = [(text, None), (name, version)].into_iter();
    meant.find_map(|(name, pin)| Some((find_tool(name, tools, approved)?, pin)))
}

fn find_tool(name: &str, tools: &[ToolSignature], approved: &[ToolSignature]) -> Option<ToolId> {
    let id: Option<ToolId> = name.parse().ok();
    let is = |tool: &&ToolSignature| tool.name == name || Some(tool.tool_id) == id;
    let now = tools.iter().find(is);
    let then = || {
        let known = approved.iter().find(is)?;
        tools.iter().find(|tool| tool.tool_id == known.tool_id)
    };
    Some(now.or_else(then)?.tool_id)
}

/// Holds one of the tools that were asked for; an error is a sentence.
pub(super) fn hold(
    text: &str,
    tools: &[ToolSignature],
    approved: &[ToolSignature],
    asked: &mut BTreeMap<ToolId, Asked>,
) -> Result<(), String> {
    let shown = inert(text);
    let (name, version) = split_version(text);
    let Some(id) = find_tool(name, tools, approved) else {
        return Err(no_tool(text, tools.iter().map(|tool| &*tool.name)));
    };
    let Some(version) = version else {
        let newest = tools.iter().filter(|tool| tool.tool_id == id).map(|tool| tool.version).max();
        let newest = newest.unwrap_or(1);
        return Err(format!(
            "`{shown}` cannot be held without a version; write `{shown}@{newest}`"
        ));
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

/// Returns the sentence for a text that names none of these tools.
pub fn no_tool<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    // `add@v1` is no version, and means `add`.
    let name = text.rsplit_once('@').map_or(text, |(name, _)| name);
    let (meant, name) = (asked(nearest(name, names)), inert(text));
    format!("no tool is called `{name}`{meant} `cargo a2t list` shows what there is")
}

pub(super) fn no_tag(tag: &str, tools: &[ToolSignature]) -> String {
    let tags = tools.iter().flat_map(|tool| tool.tags.iter());
    let (meant, tag) = (asked(nearest(tag, tags.map(|tag| &**tag))), inert(tag));
    format!("no tool has the tag `{tag}`{meant} `cargo a2t show` lists the tags of a tool")
}

/// `; did you mean `add`?`, or the mark alone behind which advice stands.
fn asked(meant: Option<&str>) -> String {
    meant.map_or_else(|| ";".to_owned(), |meant| format!("; did you mean `{}`?", inert(meant)))
}

pub(crate) fn no_version(versions: &[&ToolSignature], pin: u32) -> String {
    let name = versions.first().map(|tool| inert(&tool.name));
    let numbers = versions.iter().map(|tool| tool.version.to_string());
    let numbers = few(numbers);
    let name = name.unwrap_or_default();
    format!("`{name}` has no version {pin} here; expected {numbers}")
}

/// Maximum number of names in one sentence.
const NAMES_MAX: usize = 20;

/// Returns the names separated by commas, of many only the first, since a tool may have thousands
/// of versions.
pub fn few(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(NAMES_MAX);
    let more = (more > 0).then(|| format!("{more} more"));
    names.take(NAMES_MAX).chain(more).collect::<Vec<_>>().join(", ")
}
