//! Changes between two tools, or two snapshots, that JSON Schema describes: each with a rule, a location and
//! the verdict on those who approved the earlier one.
//!
//! Inputs are compared for callers, outputs for readers. The letter of JSON Schema asks if each
//! value that was valid is still valid (of inputs), or was valid before (of outputs). On the wire,
//! callers send and readers read the members that the approved schema names, or invites by
//! `additionalProperties`; so that a new optional input is compatible, though an open object took
//! anything under its name before.
//!
//! Schemas are compared keyword by keyword. `anyOf` of distinct types, of constants, or with
//! `null`, `$ref` and an `allOf` of one are looked through; of `not`, `if`, `patternProperties` and
//! other combinations it is only known whether they are equal, fewer or more: what cannot be
//! compared is reported as such, and breaks.

mod change;
mod document;
mod errors;
mod form;
mod node;
mod number;
mod object;
mod parts;
mod renamed;
mod server;
mod texts;
mod tool;
mod values;

use a2t_core::rule::{Profile, Severity, Verdict};

pub use a2t_core::rule::SchemaChange;
pub use change::Change;

use crate::{Snapshot, Tool};

/// All changes of one comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    changes: Vec<Change>,
}

/// Returns every change from one snapshot to another: of the server first, then by the names of
/// tools.
///
/// ```
/// # use a2t_schema::{Listed, Snapshot};
/// # fn snapshot(input: serde_json::Value) -> Snapshot {
/// #     let tools = Listed::read(&[serde_json::json!({"name": "add", "inputSchema": input})], "").tools;
/// #     Snapshot::new("http://localhost/mcp", tools)
/// # }
/// use a2t_core::rule::{SchemaChange, Verdict};
/// use a2t_schema::evolution::compare;
///
/// let integer = |max: i32| serde_json::json!({
///     "type": "object", "properties": {"a": {"type": "integer", "maximum": max}}
/// });
/// let report = compare(&snapshot(integer(9)), &snapshot(integer(6)));
/// assert_eq!(report.wire(), Verdict::Breaking);
/// let change = &report.changes()[0];
/// assert_eq!(change.rule, SchemaChange::InputNarrowed);
/// assert_eq!(change.path(), "inputs[a].maximum");
/// assert_eq!((&change.old, &change.new), (&9.into(), &6.into()));
/// ```
pub fn compare(old: &Snapshot, new: &Snapshot) -> Report {
    let mut changes = server::changes(old, new);
    changes.extend(renamed::tools(old, new));
    Report { changes }
}

/// Returns every change from one tool to another, in the order of a tool's members.
pub fn compare_tools(old: &Tool, new: &Tool) -> Report {
    Report { changes: tool::changes(old, new) }
}

impl Report {
    /// Returns the changes.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Converts the comparison into its changes.
    pub fn into_changes(self) -> Vec<Change> {
        self.changes
    }

    /// Returns whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Returns the verdict of JSON Schema's letter.
    pub fn letter(&self) -> Verdict {
        let verdicts = self.changes.iter().map(|change| change.rule.letter());
        verdicts.max().unwrap_or(Verdict::Compatible)
    }

    /// Returns the verdict of the wire: do approved callers and readers go on working?
    pub fn wire(&self) -> Verdict {
        let verdicts = self.changes.iter().map(|change| change.rule.wire());
        verdicts.max().unwrap_or(Verdict::Compatible)
    }

    /// Returns the most severe of the changes; `None` when there are none.
    pub fn severity(&self, profile: Profile) -> Option<Severity> {
        self.changes.iter().map(|change| change.rule.severity_in(profile)).max()
    }
}
