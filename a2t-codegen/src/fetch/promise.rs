//! Compares a tool as the catalog lists it with the list of its versions. Both are published, so
//! they must not contradict each other (A2T-28, A2T-50, spec note AMB-21), and no version may break
//! callers of an earlier one.

use std::cmp::Reverse;

use a2t_core::evolution::{Profile, Verdict, diff};
use a2t_core::{Code, ToolSignature, Violation, Violations};

use crate::snapshot::differing;

/// Every promise that the list of versions breaks. Pointers start at the list.
pub(super) fn broken(listed: &ToolSignature, versions: &[ToolSignature]) -> Violations {
    let mut found = Violations::default();
    found.extend(absent(listed, versions, "`GET /tools` lists it"));
    let mut before = None;
    for (index, tool) in versions.iter().enumerate() {
        let at = format!("/{index}");
        let version = tool.version;
        if before.is_some_and(|before| before < version) {
            let expected =
                format!("versions from the newest to the oldest, so {version} further up");
            found.push(denial(format!("{at}/version"), expected, version.to_string()));
        }
        before = Some(version);
        if version == listed.version {
            let name = &listed.name;
            for pointer in differing(listed, tool) {
                let expected = format!("what `GET /tools` says of version {version} of `{name}`");
                let got = "something else".to_owned();
                found.push(denial(format!("{at}{pointer}"), expected, got));
            }
        } else {
            found.extend(renamed(listed, tool, &at));
        }
    }
    found.extend(history(versions, listed.current_version));
    found
}

/// The promises that versions of one tool break to one another: a version breaks callers of the one before (A2T-30), or
/// names another current version than the newest does (A2T-29). Pointers start at the list.
fn history(versions: &[ToolSignature], current: u32) -> Violations {
    let mut found = Violations::default();
    let mut newest_first: Vec<_> = versions.iter().enumerate().collect();
    newest_first.sort_by_key(|(_, tool)| Reverse(tool.version));
    for pair in newest_first.windows(2) {
        if let [(index, new), (_, old)] = pair {
            found.extend(breaks(old, new, *index));
        }
    }
    for (index, tool) in versions.iter().enumerate() {
        if tool.current_version != current {
            let expected = format!("{current}, the current version of `{}` (A2T-29)", tool.name);
            let violation = Violation::new(Code::OtherCurrent, format!("/{index}/currentVersion"));
            found.push(violation.expected(expected).got(tool.current_version.to_string()));
        }
    }
    found
}

/// The changes by which a version breaks callers of the one before it.
fn breaks(old: &ToolSignature, new: &ToolSignature, index: usize) -> Vec<Violation> {
    // Another name is reported once for all versions.
    let mut new_named = new.clone();
    new_named.name.clone_from(&old.name);
    let (before, version, name) = (old.version, new.version, &new.name);
    let changes = diff(old, &new_named, Profile::Default).into_changes().into_iter();
    let breaking = changes.filter(|change| change.wire == Verdict::Breaking);
    let violation = breaking.map(|change| {
        Violation::new(Code::BreakingVersion, format!("/{index}"))
            .expected(format!("version {version} of `{name}` to serve callers of version {before}"))
            .got(change.seen_by_callers().to_string())
    });
    violation.collect()
}

/// Returns the remark on a whole list of versions whose oldest is not version 1 (spec note AMB-22).
/// Its pointer starts at the list.
pub fn first_version(versions: &[ToolSignature]) -> Option<Violation> {
    let (index, oldest) = versions.iter().enumerate().min_by_key(|(_, tool)| tool.version)?;
    let remark = || {
        Violation::new(Code::FirstVersion, format!("/{index}/version"))
            .expected(format!("version 1 as the oldest of `{}`", oldest.name))
            .got(oldest.version.to_string())
            .reason("earlier versions are taken for withdrawn (spec note AMB-22)")
    };
    (oldest.version != 1).then(remark)
}

/// Returns every promise that a document with several versions of one tool breaks by itself: it
/// lacks its own `currentVersion`, has more than one name for the tool, or versions that break
/// callers of earlier ones. Pointers start at the list. Other documents are not considered.
pub fn broken_promises(tools: &[ToolSignature]) -> Violations {
    let mut found = Violations::default();
    let newest = tools.iter().max_by_key(|tool| tool.version);
    let Some(newest) = newest.filter(|newest| {
        let same = |tool: &ToolSignature| tool.tool_id == newest.tool_id;
        tools.len() > 1 && tools.iter().all(same)
    }) else {
        return found;
    };
    if newest.version < newest.current_version {
        let mut listed = newest.clone();
        listed.version = newest.current_version;
        found.extend(absent(&listed, tools, "`currentVersion` says"));
    }
    for (index, tool) in tools.iter().enumerate() {
        found.extend(renamed(newest, tool, &format!("/{index}")));
    }
    found.extend(history(tools, newest.current_version));
    found
}

pub(super) fn renamed(listed: &ToolSignature, tool: &ToolSignature, at: &str) -> Option<Violation> {
    let denied = || {
        let expected = format!("the name `{}` in every version", listed.name);
        denial(format!("{at}/name"), expected, format!("`{}`", tool.name))
    };
    (tool.name != listed.name).then(denied)
}

fn absent(listed: &ToolSignature, versions: &[ToolSignature], claim: &str) -> Option<Violation> {
    let (current, name) = (listed.version, &listed.name);
    if versions.iter().any(|tool| tool.version == current) {
        return None;
    }
    let expected = format!("version {current} among the versions of `{name}`, as {claim}");
    let got = versions.iter().map(|tool| tool.version.to_string());
    let got: Vec<_> = got.take(10).collect();
    Some(if got.is_empty() {
        denial("/items".to_owned(), expected, "none".to_owned())
    } else {
        denial("/0/version".to_owned(), expected, got.join(", "))
    })
}

fn denial(at: String, expected: String, got: String) -> Violation {
    Violation::new(Code::BrokenPromise, at).expected(expected).got(got)
}
