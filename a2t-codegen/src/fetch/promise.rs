//! A tool as the catalog lists it against the list of its versions: both are published, so what one
//! says the other may not deny (A2T-28, A2T-50, reading AMB-21).

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
    found
}

/// Every promise that a document with several versions of one tool breaks by itself: it lacks the
/// version that it says is the current one, or has more than one name for the tool. Pointers start
/// at the list; nothing is said about other documents.
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
    found
}

pub(super) fn renamed(listed: &ToolSignature, tool: &ToolSignature, at: &str) -> Option<Violation> {
    let denied = || {
        let expected = format!("the name `{}` in every version", listed.name);
        denial(format!("{at}/name"), expected, format!("`{}`", tool.name))
    };
    (tool.name != listed.name).then(denied)
}

fn absent(listed: &ToolSignature, versions: &[ToolSignature], said: &str) -> Option<Violation> {
    let (current, name) = (listed.version, &listed.name);
    if versions.iter().any(|tool| tool.version == current) {
        return None;
    }
    let expected = format!("version {current} among the versions of `{name}`, as {said}");
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
