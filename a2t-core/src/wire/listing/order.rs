//! The order of a listing: signatures as they come, out come the versions of each tool by name, or what is
//! there twice.

use std::collections::BTreeMap;

use crate::error::{Code, Violation, Violations};
use crate::signature::rule::quote;
use crate::signature::{ToolId, ToolSignature};

/// The versions of each tool, newest first; tools by the name of the newest.
pub(super) fn by_name<'a>(
    signatures: impl IntoIterator<Item = &'a ToolSignature>,
) -> Result<Vec<Vec<&'a ToolSignature>>, Violations> {
    let mut found = Violations::default();
    let mut by_id: BTreeMap<ToolId, BTreeMap<u32, (usize, &ToolSignature)>> = BTreeMap::new();
    for (index, tool) in signatures.into_iter().enumerate() {
        let versions = by_id.entry(tool.tool_id).or_default();
        if let Some((first, _)) = versions.insert(tool.version, (index, tool)) {
            let expected = format!("another version than that of signature {first}");
            let violation = duplicate(index, "version").expected(expected);
            found.push(violation.got(tool.version.to_string()));
        }
    }
    let mut by_name: BTreeMap<&str, (usize, Vec<&ToolSignature>)> = BTreeMap::new();
    for versions in by_id.values() {
        let Some((index, newest)) = versions.values().next_back() else {
            continue;
        };
        let newest_first = versions.values().rev().map(|(_, tool)| *tool).collect();
        if let Some((first, _)) = by_name.insert(&newest.name, (*index, newest_first)) {
            let expected = format!("another name than that of signature {first}");
            let violation = duplicate(*index, "name").expected(expected);
            found.push(violation.got(quote(&newest.name)));
        }
    }
    found.into_result()?;
    Ok(by_name.into_values().map(|(_, versions)| versions).collect())
}

fn duplicate(index: usize, member: &str) -> Violation {
    Violation::new(Code::DuplicateTool, format!("/{index}/{member}"))
}
