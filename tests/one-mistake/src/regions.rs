//! Maps the lines of a source to the parts of items.

use std::ops::Range;

/// Part of an item that the macros read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Region {
    /// Comment and attribute of a tool.
    Tool,
    Parameters,
    /// Fields of an output or a record.
    Fields,
    /// Variants of an enum of choices.
    Choices,
    /// Variants of an enum of errors.
    Errors,
    /// The attribute of a derive and the comment next to it.
    Derive,
    Other,
    /// An item that may be left out: no mistake is inserted.
    Conditional,
}

/// Returns the region of each line.
pub(crate) fn regions(lines: &[&str]) -> Vec<Region> {
    let mut regions = vec![Region::Other; lines.len()];
    let (mut start, mut index) = (0, 0);
    while index < lines.len() {
        let line = lines[index].trim();
        if line.is_empty() || line == "}" || line.starts_with("impl ") {
            start = index + 1;
        } else if is_header(line) {
            let attributes = lines[start..index].join("\n");
            let (head, inside) = kinds(&attributes);
            regions[start..index].fill(head);
            let end = end(lines, index);
            if end > index {
                regions[index + 1..end].fill(inside);
            }
            (start, index) = (end, end);
        }
        index += 1;
    }
    for (at, _) in lines.iter().enumerate().filter(|(_, line)| line.contains("#[cfg(")) {
        regions[item(lines, at)].fill(Region::Conditional);
    }
    regions
}

/// Returns the lines of the item with this attribute.
fn item(lines: &[&str], attribute: usize) -> Range<usize> {
    let is_part = |line: &&&str| ["///", "#["].iter().any(|start| line.trim().starts_with(start));
    let before = lines[..attribute].iter().rev().take_while(is_part).count();
    let indent = indent(lines[attribute]);
    let ends = |line: &&str| {
        let is_last = [";", "}", ","].iter().any(|end| line.ends_with(end));
        is_last && self::indent(line) == indent && !is_part(&line)
    };
    let last = lines[attribute..].iter().position(ends);
    attribute - before..last.map_or(lines.len(), |last| attribute + last + 1)
}

fn is_header(line: &str) -> bool {
    let line =
        line.strip_prefix("pub(crate) ").or_else(|| line.strip_prefix("pub ")).unwrap_or(line);
    ["fn ", "async fn ", "struct ", "enum "].iter().any(|start| line.starts_with(start))
}

fn kinds(attributes: &str) -> (Region, Region) {
    let derives = |name: &str| attributes.contains(&format!("a2t::{name}"));
    if attributes.contains("#[a2t::tool(") || attributes.contains("#[tool(") {
        (Region::Tool, Region::Parameters)
    } else if derives("Error") {
        (Region::Derive, Region::Errors)
    } else if derives("Enum") {
        (Region::Derive, Region::Choices)
    } else if derives("Output") || derives("Record") {
        (Region::Derive, Region::Fields)
    } else if derives("Input") {
        (Region::Derive, Region::Other)
    } else {
        (Region::Other, Region::Other)
    }
}

/// Returns the line that ends the fields or the parameters, which may be the header itself.
fn end(lines: &[&str], header: usize) -> usize {
    if !lines[header].ends_with(['(', '{']) || lines[header].contains(") -> ") {
        return header;
    }
    let indent = indent(lines[header]);
    let closes = |line: &&str| !line.trim().is_empty() && self::indent(line) <= indent;
    let after = lines[header + 1..].iter().position(closes);
    after.map_or(header, |after| header + 1 + after)
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditional_items_are_left_out_as_a_whole() {
        let text = "/// Adds.\n#[a2t::tool(version = 1)]\nfn add(\n    /// Added.\n    a: u8,\n) -> u8 {\n    a\n}\n\
                    \n/// Needs a feature.\n#[cfg(any())]\n#[a2t::tool(version = 1)]\nfn extra(\n    /// Added.\n    \
                    a: u8,\n) -> u8 {\n    a\n}\n\nconst LAST: u8 = 1;";
        let lines: Vec<_> = text.lines().collect();
        let regions = regions(&lines);
        assert_eq!(regions[1], Region::Tool);
        assert_eq!(regions[4], Region::Parameters);
        let conditional = |region: &Region| *region == Region::Conditional;
        assert_eq!(regions.iter().position(conditional), Some(9), "{regions:?}");
        assert_eq!(regions.iter().rposition(conditional), Some(17), "{regions:?}");
    }
}
