//! Merges two sets of tools.

use std::collections::BTreeSet;
use std::panic::Location;
use std::sync::Arc;

use a2t_core::ToolId;

use crate::toolset::error::{Reason, ToolsetError};
use crate::toolset::extend::{check_names, check_versions};
use crate::toolset::table::Table;
use crate::toolset::version::{remark_all, sort};
use crate::{Tools, Version};

/// The tools of one `toolset!`.
pub(crate) struct Origin<S: 'static> {
    pub(crate) location: &'static Location<'static>,
    pub(crate) table: Arc<Table<S>>,
}

impl<S> Clone for Origin<S> {
    fn clone(&self) -> Self {
        Self { location: self.location, table: Arc::clone(&self.table) }
    }
}

impl<S> Tools<S> {
    /// Returns the tools of both sets.
    ///
    /// # Errors
    /// Returns every conflict: a version of a tool that has a function in both sets, two tools with one name, or a
    /// version that breaks callers of an earlier one.
    pub fn and(self, other: Self) -> Result<Self, ToolsetError> {
        let (one, other) = (self.now(), other.now());
        let invalid = twice(&one, &other);
        if !invalid.is_empty() {
            return Err(located(invalid, &one, &other));
        }
        let both = [&one.table, &other.table];
        let mut versions: Vec<_> =
            both.into_iter().flat_map(|table| table.versions.iter().cloned()).collect();
        sort(&mut versions);
        versions.dedup_by_key(|version| version.sort_key());
        remark_all(&mut versions);
        let table = Table::new(versions);
        let new: BTreeSet<ToolId> = other.table.versions.iter().map(Version::id).collect();
        let mut invalid = ToolsetError::default();
        for id in new.iter().filter(|id| !one.table.versions(**id).is_empty()) {
            check_versions(table.versions(*id), &mut invalid);
        }
        check_names(&table, &new, &mut invalid);
        if !invalid.is_empty() {
            return Err(located(invalid, &one, &other));
        }
        let rules = Arc::new(one.rules.both(&other.rules));
        let origins = [one.origins, other.origins].concat();
        let package = one.package.or(other.package);
        Ok(Self { table: Arc::new(table), rules, source: None, package, origins })
    }

    /// Returns the locations of the toolsets that list a tool with this name, or a function of this version of it.
    fn locations<'t>(
        &'t self,
        name: &'t str,
        version: Option<u32>,
    ) -> impl Iterator<Item = &'static Location<'static>> + 't {
        let is = move |own: &Version<S>| {
            version.is_none_or(|version| own.code().is_some() && own.number() == version)
        };
        let has = move |origin: &&Origin<S>| {
            let mut ids = origin.table.all_named(name).iter();
            ids.any(|id| origin.table.versions(*id).iter().any(is))
        };
        self.origins.iter().filter(has).map(|origin| origin.location)
    }
}

/// Reports versions that have a function in both sets.
fn twice<S>(one: &Tools<S>, other: &Tools<S>) -> ToolsetError {
    let mut invalid = ToolsetError::default();
    for second in other.table.versions.iter().filter(|version| version.code().is_some()) {
        let mut first = one.table.versions(second.id()).iter();
        if first.any(|first| first.code().is_some() && first.number() == second.number()) {
            invalid.push(second.written(), Reason::Twice { version: second.number() });
        }
    }
    invalid
}

fn located<S>(mut invalid: ToolsetError, one: &Tools<S>, other: &Tools<S>) -> ToolsetError {
    invalid.locate(|name, version| {
        one.locations(name, version).chain(other.locations(name, version)).collect()
    });
    invalid
}
