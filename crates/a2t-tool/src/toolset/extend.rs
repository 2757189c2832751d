//! Tools that are added to others: each checked with those that are there, or all refused.

use std::collections::BTreeSet;
use std::sync::Arc;

use a2t_core::evolution::{Profile, Rule, Severity, diff};
use a2t_core::signature::rule::look_alikes;
use a2t_core::{ToolId, ToolSignature};

use crate::toolset::error::{Reason, ToolsetError};
use crate::toolset::table::Table;
use crate::toolset::version::sort;
use crate::{DynamicTool, Tools, Version, Versions};

impl<S> Tools<S> {
    /// Adds tools, or versions of tools that are there.
    ///
    /// # Errors
    /// Everything in which they do not go together: one version of a tool twice, two tools with one name
    /// or with names that look alike, a version that breaks callers of an earlier one.
    pub fn extend(
        self,
        tools: impl IntoIterator<Item = DynamicTool<S>>,
    ) -> Result<Self, ToolsetError> {
        let more = tools.into_iter().map(Version::from).collect();
        let table = changed(&self.table, &BTreeSet::new(), more)?;
        Ok(Self { table: Arc::new(table), ..self })
    }
}

/// The table without the tools that are gone, and with more versions.
pub(crate) fn changed<S>(
    table: &Table<S>,
    gone: &BTreeSet<ToolId>,
    mut more: Vec<Version<S>>,
) -> Result<Table<S>, ToolsetError> {
    sort(&mut more);
    let new: BTreeSet<_> = more.iter().map(Version::id).collect();
    let changed = table.changed(gone, more);
    let all: BTreeSet<_> = gone.union(&new).copied().collect();
    changed.follow(table, &all);
    let mut invalid = ToolsetError::default();
    for id in &new {
        check_versions(changed.versions(*id), &mut invalid);
    }
    check_names(&changed, &new, &mut invalid);
    for id in gone.intersection(&new) {
        check_replaced(table.versions(*id), changed.versions(*id), &mut invalid);
    }
    if invalid.is_empty() { Ok(changed) } else { Err(invalid) }
}

/// Each version against every earlier one: a later one adds what may be left out (draft section 5.4).
pub(crate) fn check_versions<S>(versions: &[Version<S>], invalid: &mut ToolsetError) {
    let Some(tool) = Versions::new(versions).filter(|_| versions.len() > 1) else {
        return;
    };
    for pair in versions.windows(2) {
        if let [later, earlier] = pair
            && later.sort_key() == earlier.sort_key()
        {
            invalid.push(tool.current, Reason::Twice { version: later.number() });
        }
    }
    let current = tool.current.version;
    let served =
        versions.iter().filter_map(|version| Some(version.callable(current).ok()?.signature));
    let signatures: Vec<_> = served
        .map(|signature| ToolSignature {
            current_version: current,
            ..ToolSignature::clone(&signature)
        })
        .collect();
    for (index, later) in signatures.iter().enumerate() {
        for earlier in signatures.iter().skip(index + 1) {
            if later.version != earlier.version {
                check_pair(earlier, later, invalid);
            }
        }
    }
}

/// Versions that stay under their numbers stay as they are.
fn check_replaced<S>(before: &[Version<S>], after: &[Version<S>], invalid: &mut ToolsetError) {
    for later in after {
        let mut before = before.iter();
        if let Some(earlier) = before.find(|earlier| earlier.number() == later.number()) {
            check_pair(earlier.written(), later.written(), invalid);
        }
    }
}

fn check_pair(earlier: &ToolSignature, later: &ToolSignature, invalid: &mut ToolsetError) {
    for change in diff(earlier, later, Profile::Default).into_changes() {
        // A version that never was served here breaks no caller.
        if change.severity == Severity::Error && change.rule != Rule::VersionGap {
            let change = Box::new(change);
            invalid
                .push(later, Reason::Change { from: earlier.version, to: later.version, change });
        }
    }
}

pub(crate) fn check_names<S>(table: &Table<S>, new: &BTreeSet<ToolId>, invalid: &mut ToolsetError) {
    let signatures = || table.behind(None).iter().filter_map(|id| table.current(*id));
    // Of many, one look at all of them is less than a search for each.
    if new.len().saturating_mul(32) < table.tools {
        for own in new.iter().filter_map(|id| table.current(*id)) {
            let mut named = table.all_named(&own.name).iter();
            if let Some(other) = named.find(|other| **other != own.tool_id) {
                invalid.push(own, Reason::Name { other: *other });
            }
        }
    } else {
        for (one, other) in signatures().zip(signatures().skip(1)) {
            if one.name == other.name {
                invalid.push(other, Reason::Name { other: one.tool_id });
            }
        }
    }
    let names = signatures().map(|signature| &*signature.name);
    for (index, first) in look_alikes(names) {
        if let (Some(one), Some(other)) = (signatures().nth(index), signatures().nth(first)) {
            invalid.push(one, Reason::LookAlike { other: other.name.to_string() });
        }
    }
}
