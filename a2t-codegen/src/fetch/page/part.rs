//! Tools that break a rule are left out, each by its name, so that they do not hide the others.

use std::collections::BTreeMap;

use a2t_core::signature::check_catalog;
use a2t_core::signature::rule::is_look_alike;
use a2t_core::wire::rejected::Rejected;
use a2t_core::{Code, ToolSignature, Violations};

use super::{DIAGNOSTICS_MAX, Reader};
use crate::fetch::{Error, PageDiagnostic, RejectedTool};

pub(in crate::fetch) struct Partition {
    pub(in crate::fetch) tools: Vec<ToolSignature>,
    pub(in crate::fetch) rejected: Vec<RejectedTool>,
    pub(in crate::fetch) warnings: Vec<PageDiagnostic>,
    /// The remark that the list may go on.
    pub(in crate::fetch) further: Option<PageDiagnostic>,
}

impl Reader {
    /// The tools that obey every rule, those that do not, and the warnings.
    pub(in crate::fetch) fn part(mut self) -> Result<Partition, Error> {
        let unsound = check_catalog(&self.tools);
        if !unsound.is_empty() {
            self.part_duplicates(unsound);
        }
        let (rejected, further) = (std::mem::take(&mut self.rejected), self.further());
        let (tools, warnings) = self.finish(Violations::default())?;
        Ok(Partition { tools, rejected, warnings, further })
    }

    /// Rejects what is wrong in the list: of two tools with one name, names that look alike or
    /// one id, both are left out, because it is not known which is meant.
    fn part_duplicates(&mut self, unsound: Violations) {
        let mut by_index: BTreeMap<usize, Vec<PageDiagnostic>> = BTreeMap::new();
        for mut violation in unsound {
            let index = self.index(&violation.pointer);
            let is_duplicate = matches!(violation.code, Code::DuplicateTool | Code::LookAlike);
            let duplicates = if is_duplicate { self.duplicates(index) } else { Vec::new() };
            let page;
            (page, violation.pointer) = self.on_page(&violation.pointer);
            let found = self.locate(page, std::iter::once(violation));
            for index in duplicates.into_iter().chain([index]) {
                by_index.entry(index).or_default().extend(found.iter().cloned());
            }
        }
        for (index, diagnostics) in by_index.into_iter().rev() {
            if index < self.tools.len() {
                let tool = self.tools.remove(index);
                self.rejected.push(RejectedTool::new(&tool, diagnostics));
            }
        }
    }

    /// The tools before this one with its name, one that looks like it, or its id.
    fn duplicates(&self, index: usize) -> Vec<usize> {
        let Some(tool) = self.tools.get(index) else {
            return Vec::new();
        };
        let same = |other: &ToolSignature| {
            other.name == tool.name
                || other.tool_id == tool.tool_id
                || is_look_alike(&other.name, &tool.name)
        };
        let before = self.tools.iter().take(index).enumerate();
        before.filter(|(_, other)| same(other)).map(|(duplicate, _)| duplicate).collect()
    }

    /// Keeps the items of a page that break rules, with as many of their diagnostics as are located.
    pub(super) fn leave_out(&mut self, page: usize, items: Vec<Rejected>) {
        let known: usize = self.rejected.iter().map(|item| item.diagnostics.len()).sum();
        let room = DIAGNOSTICS_MAX.saturating_sub(self.diagnostics.len().saturating_add(known));
        let violations = items.iter().flat_map(|item| &item.violations);
        let mut found = self.locate(page, violations.take(room).cloned()).into_iter();
        for item in items {
            let kept = item.violations.len();
            let diagnostics: Vec<_> = found.by_ref().take(kept).collect();
            let left_out = kept.saturating_sub(diagnostics.len());
            let more = item.violations.more().saturating_add(left_out);
            self.rejected.push(RejectedTool {
                name: item.name,
                id: item.id,
                tags: item.tags,
                diagnostics,
                more,
            });
        }
    }
}
