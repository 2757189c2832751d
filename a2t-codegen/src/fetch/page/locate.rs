//! Violations with pointers get their page, line, column and tool.

use a2t_core::error::inert;
use a2t_core::{Violation, Violations, json};
use serde_json::Value;

use super::Reader;
use crate::fetch::PageDiagnostic;
use crate::source::{Diagnostic, Reason};

impl Reader {
    /// The diagnostics of a list, each on its page.
    pub(super) fn located(&self, violations: Violations) -> Vec<PageDiagnostic> {
        let found = violations.into_iter().flat_map(|mut violation| {
            let page;
            (page, violation.pointer) = self.on_page(&violation.pointer);
            self.locate(page, std::iter::once(violation))
        });
        found.collect()
    }

    pub(super) fn locate(
        &self,
        page: usize,
        violations: impl Iterator<Item = Violation>,
    ) -> Vec<PageDiagnostic> {
        let violations: Vec<_> = violations.collect();
        let text = self.texts.get(page.saturating_sub(1));
        let pointers = violations.iter().map(|violation| &*violation.pointer);
        let locations = json::locate_all(text.map_or("", String::as_str), pointers);
        let diagnostic = |(violation, (line, column)): (Violation, (usize, usize))| {
            let tool = self.tool_at(page, &violation.pointer);
            let diagnostic = Diagnostic::new(line, column, Reason::Rule(violation));
            PageDiagnostic { page, tool, diagnostic }
        };
        violations.into_iter().zip(locations).map(diagnostic).collect()
    }

    /// The name of the item that a pointer into a page leads to.
    fn tool_at(&self, page: usize, pointer: &str) -> Option<String> {
        let index = pointer.strip_prefix("/items/")?.split('/').next()?;
        let names = self.names.get(page.checked_sub(1)?)?;
        names.get(index.parse::<usize>().ok()?)?.clone()
    }

    /// The page, and the pointer into it, of a pointer into the list of all tools.
    pub(super) fn on_page(&self, pointer: &str) -> (usize, String) {
        if self.positions.is_empty() {
            return (1, pointer.to_owned());
        }
        let rest = pointer.strip_prefix('/').unwrap_or(pointer);
        let (_, member) = rest.split_once('/').unwrap_or((rest, ""));
        let index = self.index(pointer);
        let (page, item) = self.positions.get(index).copied().unwrap_or((1, index));
        (page, format!("/items/{item}/{member}"))
    }

    /// The tool that a pointer into the list of all tools leads to.
    pub(super) fn index(&self, pointer: &str) -> usize {
        let rest = pointer.strip_prefix('/').unwrap_or(pointer);
        let (index, _) = rest.split_once('/').unwrap_or((rest, ""));
        index.parse().unwrap_or_default()
    }
}

/// The names of the items of a page, as messages show them.
pub(super) fn names(page: &Value) -> Vec<Option<String>> {
    let items = page.get("items").and_then(Value::as_array);
    let name = |item: &Value| Some(inert(item.get("name")?.as_str()?));
    items.into_iter().flatten().map(name).collect()
}
