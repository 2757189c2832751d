//! What a snapshot does not have of a server, with a warning of each: tools and texts that break rules.

use a2t::mcp::client::{Listed, Snapshot};
use a2t_core::error::inert;
use a2t_core::{Code, Violation};
use serde_json::{Value, json};

use crate::report::{CommandError, Report};

/// Leaves out parts of the server's own description that break a rule: no command could read it.
pub(super) fn readable(mut snapshot: Snapshot, report: &mut Report) -> Snapshot {
    let faults = snapshot.server.leave_out_faults();
    let line = |fault: &Violation| format!("warning: left out of the snapshot: {fault}");
    // At most a few: a server has four texts.
    faults.iter().map(line).for_each(|line| report.line(line));
    snapshot
}

/// The failure of a server that has no tool for a snapshot.
pub(super) fn none(listed: &Listed) -> CommandError {
    let reason = match listed.rejected.len() {
        0 => "the server lists no tools".to_owned(),
        1 => "the server lists one tool, which is left out".to_owned(),
        count => format!("the server lists {count} tools, which are all left out"),
    };
    let first = listed.rejected.iter().filter_map(|rejected| rejected.violations.iter().next());
    let first: String = first.take(8).map(|violation| format!("\n  {violation}")).collect();
    CommandError::new(format!("{reason}; nothing was written{first}"))
}

pub(super) fn report_rejected(listed: &Listed, report: &mut Report) {
    let lines = listed.rejected.iter().map(|rejected| {
        let name = rejected.name.as_deref().map_or_else(|| format!("#{}", rejected.index), inert);
        let violations = rejected.violations.iter().map(|violation| format!("\n  {violation}"));
        let violations: String = violations.collect();
        let is_duplicate = |violation: &Violation| violation.code == Code::DuplicateTool;
        let reason = if rejected.violations.iter().any(is_duplicate) {
            "as the server lists another tool of this name before it"
        } else {
            "as it breaks rules"
        };
        format!("warning: `{name}` is left out, {reason}:{violations}")
    });
    report.lines("leftOut", lines);
    let names = listed.rejected.iter().map(|rejected| {
        json!({
            "name": rejected.name,
            "index": rejected.index,
            "violations": rejected.violations.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    });
    report.member("leftOut", names.collect::<Value>());
}
