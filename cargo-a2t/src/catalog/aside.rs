//! Tools that break a rule are set aside by name, for commands that look at each on its own.

use std::path::Path;

use a2t_codegen::snapshot::is_snapshot;
use a2t_codegen::{fetch, source};
use a2t_core::error::inert;
use a2t_core::wire::aside;
use serde_json::{Value, json};

use super::{Catalog, broken, bytes, in_file, on_page, read, whole};
use crate::diagnostic::Diagnostic;
use crate::report::{Failure, Report};

#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) label: String,
    pub(super) id: Option<String>,
    mistakes: Vec<Diagnostic>,
    more: usize,
}

impl Refused {
    pub(crate) fn told(&self) -> String {
        let count = self.mistakes.len().saturating_add(self.more);
        let noun = if count == 1 { "mistake" } else { "mistakes" };
        let mistakes = self.mistakes.iter();
        let mistakes: String = mistakes.map(|found| format!("\n  {}", found.line())).collect();
        format!(
            "set aside: `{}`, which has {count} {noun}; report to the vendor{mistakes}",
            self.label
        )
    }

    pub(crate) fn json(&self) -> Value {
        let mistakes = self.mistakes.iter().map(Diagnostic::json);
        json!({"name": self.label, "toolId": self.id, "mistakes": mistakes.collect::<Value>()})
    }
}

pub(crate) fn tell(refused: &[Refused], report: &mut Report) {
    report.lines("refused", refused.iter().map(Refused::told));
    if !refused.is_empty() {
        let refused = refused.iter().map(Refused::json);
        report.member("refused", refused.collect::<Value>());
    }
}

pub(crate) fn refused(found: &fetch::Refused) -> Refused {
    Refused {
        label: found.label(),
        id: found.id.clone(),
        mistakes: found.diagnostics.iter().map(on_page).collect(),
        more: found.more,
    }
}

pub(super) fn sound(path: &Path) -> Result<Catalog, Failure> {
    if path.is_dir() {
        return read(path);
    }
    let bytes = bytes(path)?;
    let document = source::parse(&bytes).map_err(|refusal| broken(path, refusal))?;
    let refusal = match source::read(&document) {
        Ok(source) => return Ok(whole(path, &document, source)),
        Err(refusal) => refusal,
    };
    let is_page = !is_snapshot(document.value()) && document.value().get("items").is_some();
    match aside::sort(document.value()) {
        Ok(sorted) if is_page && !sorted.aside.is_empty() => {
            let tools: Vec<_> = sorted.page.items.into_iter().map(|item| item.signature).collect();
            Ok(Catalog {
                tools,
                older: Vec::new(),
                warnings: Vec::new(),
                origin: None,
                goes_on: sorted.page.next.is_some(),
                refused: set_aside(path, document.text(), &sorted.aside),
            })
        }
        _ => Err(broken(path, refusal)),
    }
}

/// The items of a page that break rules; as many mistakes as a fetch locates stand at their place.
fn set_aside(path: &Path, text: &str, items: &[aside::Aside]) -> Vec<Refused> {
    let violations = items.iter().flat_map(|item| &item.violations);
    let mistakes = source::placed(text, violations.take(fetch::DIAGNOSTICS_MAX));
    let mut mistakes = mistakes.into_iter();
    let refused = |item: &aside::Aside| {
        let count = item.violations.len();
        let found: Vec<_> = mistakes.by_ref().take(count).collect();
        let label = item.name.as_ref().or(item.id.as_ref());
        Refused {
            label: inert(label.map_or("without name", |text| text)),
            id: item.id.clone(),
            more: item.violations.more() + count - found.len(),
            mistakes: in_file(path, &found),
        }
    };
    items.iter().map(refused).collect()
}
