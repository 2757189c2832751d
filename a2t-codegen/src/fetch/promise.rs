//! A tool as the catalog lists it against the list of its versions: both are published, so what one
//! says the other may not deny (A2T-28, A2T-50, reading AMB-21).

use a2t_core::{Code, ToolSignature, Violation, Violations};

use crate::snapshot::differing;

/// Every promise that the list of versions breaks. Pointers start at the list.
pub(super) fn broken(listed: &ToolSignature, versions: &[ToolSignature]) -> Violations {
    let mut found = Violations::default();
    let (current, name) = (listed.version, &listed.name);
    if !versions.iter().any(|tool| tool.version == current) {
        let at = if versions.is_empty() {
            "/items"
        } else {
            "/0/version"
        };
        let got = versions.iter().map(|tool| tool.version.to_string());
        let got: Vec<_> = got.take(10).collect();
        let got = if got.is_empty() {
            "none".to_owned()
        } else {
            got.join(", ")
        };
        let expected =
            format!("version {current} among the versions of `{name}`, as `GET /tools` lists it");
        found.push(
            Violation::new(Code::BrokenPromise, at)
                .expected(expected)
                .got(got),
        );
    }
    let mut before = None;
    for (index, tool) in versions.iter().enumerate() {
        let broken = |member: &str, expected: String, got: String| {
            let at = format!("/{index}{member}");
            Violation::new(Code::BrokenPromise, at)
                .expected(expected)
                .got(got)
        };
        let version = tool.version;
        if before.is_some_and(|before| before < version) {
            let expected =
                format!("versions from the newest to the oldest, so {version} further up");
            found.push(broken("/version", expected, version.to_string()));
        }
        before = Some(version);
        if version == current {
            for pointer in differing(listed, tool) {
                let expected = format!("what `GET /tools` says of version {version} of `{name}`");
                found.push(broken(&pointer, expected, "something else".to_owned()));
            }
        } else if tool.name != *name {
            let expected = format!("the name `{name}` in every version");
            found.push(broken("/name", expected, format!("`{}`", tool.name)));
        }
    }
    found
}
