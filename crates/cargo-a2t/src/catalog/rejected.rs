//! Tools that break a rule are left out by name, for commands that read each tool separately.

use std::collections::HashMap;
use std::path::Path;

use a2t_codegen::{fetch, few, source};
use a2t_core::error::inert;
use a2t_core::wire::rejected;
use a2t_schema::snapshot::is_snapshot;
use serde_json::{Value, json};

use super::{Catalog, Opened, broken, bytes, in_file, on_page, open, whole};
use crate::diagnostic::Diagnostic;
use crate::report::{CommandError, Report};

#[derive(Debug)]
pub(crate) struct RejectedTool {
    pub(crate) label: String,
    pub(super) id: Option<String>,
    mistakes: Vec<Diagnostic>,
    more: usize,
}

impl RejectedTool {
    pub(crate) fn message(&self) -> String {
        let count = self.mistakes.len().saturating_add(self.more);
        let noun = if count == 1 { "mistake" } else { "mistakes" };
        let mistakes = self.mistakes.iter();
        let mistakes: String = mistakes.map(|found| format!("\n  {}", found.line())).collect();
        format!(
            "left out: `{}`, which has {count} {noun}; report to the vendor{mistakes}",
            self.label
        )
    }

    /// Text that is the same for tools with the same mistakes.
    fn kind(&self) -> String {
        let kinds = self.mistakes.iter().map(|mistake| format!("{:?}", mistake.kind()));
        // Tools that are taken for each other are named one by one.
        let is_duplicate =
            |one: &Diagnostic| matches!(one.rule.slug, "look-alike" | "duplicate-tool");
        let label = if self.mistakes.iter().any(is_duplicate) { &*self.label } else { "" };
        format!("{label} {} {}", kinds.collect::<String>(), self.more)
    }

    fn message_with(&self, others: &[&Self]) -> String {
        let names = others.iter().map(|other| format!("`{}`", other.label));
        let names = few(names);
        match others.len() {
            0 => self.message(),
            count => format!("{}\n  {count} more with the same: {names}", self.message()),
        }
    }

    pub(crate) fn json(&self) -> Value {
        let mistakes = self.mistakes.iter().map(Diagnostic::json);
        json!({"name": self.label, "toolId": self.id, "mistakes": mistakes.collect::<Value>()})
    }
}

pub(crate) fn report_rejected(refused: &[RejectedTool], report: &mut Report) {
    let mut kinds: Vec<(&RejectedTool, Vec<&RejectedTool>)> = Vec::new();
    let mut known = HashMap::new();
    for one in refused {
        let kind = *known.entry(one.kind()).or_insert(kinds.len());
        match kinds.get_mut(kind) {
            Some((_, others)) => others.push(one),
            None => kinds.push((one, Vec::new())),
        }
    }
    report.lines("refused", kinds.iter().map(|(first, others)| first.message_with(others)));
    if !refused.is_empty() {
        let refused = refused.iter().map(RejectedTool::json);
        report.member("refused", refused.collect::<Value>());
    }
}

pub(crate) fn refused(found: &fetch::RejectedTool) -> RejectedTool {
    RejectedTool {
        label: found.label(),
        id: found.id.clone(),
        mistakes: found.diagnostics.iter().map(on_page).collect(),
        more: found.more,
    }
}

pub(super) fn sound(path: &Path) -> Result<Opened, CommandError> {
    if path.is_dir() {
        return open(path);
    }
    let bytes = bytes(path)?;
    let document = source::parse(&bytes).map_err(|refusal| broken(path, &refusal))?;
    let refusal = match source::read(&document) {
        Ok(source) => return Ok(whole(path, &document, source)),
        Err(refusal) => refusal,
    };
    let is_page = !is_snapshot(document.value()) && document.value().get("items").is_some();
    match rejected::sort(document.value()) {
        Ok(sorted) if is_page && !sorted.rejected.is_empty() => {
            let tools: Vec<_> = sorted.page.items.into_iter().map(|item| item.signature).collect();
            Ok(Opened::Signed(Catalog {
                tools,
                goes_on: sorted.page.next.is_some(),
                refused: rejected_tools(path, document.text(), &sorted.rejected),
                ..Catalog::default()
            }))
        }
        _ => Err(broken(path, &refusal)),
    }
}

/// The items of a page that break rules. Only as many violations as a fetch locates have a location.
fn rejected_tools(path: &Path, text: &str, items: &[rejected::Rejected]) -> Vec<RejectedTool> {
    let violations = items.iter().flat_map(|item| &item.violations);
    let mistakes = source::each_located(text, violations.take(fetch::DIAGNOSTICS_MAX));
    let mut mistakes = mistakes.into_iter();
    let refused = |item: &rejected::Rejected| {
        let count = item.violations.len();
        let found: Vec<_> = mistakes.by_ref().take(count).collect();
        let label = item.name.as_ref().or(item.id.as_ref());
        let label = inert(label.map_or("without name", |text| text));
        RejectedTool {
            label: label.clone(),
            id: item.id.clone(),
            more: item.violations.more() + count - found.len(),
            mistakes: {
                let found = in_file(path, &found).into_iter();
                found.map(|one| one.of_tool(&label)).collect()
            },
        }
    };
    items.iter().map(refused).collect()
}
