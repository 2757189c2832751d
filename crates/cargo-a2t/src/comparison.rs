//! Changes between two states of tools, with verdicts: what `diff` and `fetch --check` report, for
//! the tools of all protocols.

use a2t_core::rule::Verdict;
use serde_json::{Map, Value, json};

use crate::diagnostic::{self, Diagnostic, Page, Pair};
use crate::few::Few;
use crate::report::{Format, Report};

pub(crate) struct Comparison {
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Names and versions of tools that only the new side has, if no diagnostic has them.
    pub(crate) added: Vec<String>,
    /// Documents that changed, for pages that show both versions.
    pub(crate) pairs: Vec<Pair>,
    /// Either side is a list, so that a diagnostic must name its tool.
    pub(crate) lists: bool,
    /// Verdict of the protocol's letter.
    pub(crate) letter: Verdict,
    /// Verdict of the wire: whether callers go on working.
    pub(crate) wire: Verdict,
}

impl Comparison {
    /// Returns a report that holds unless a change is an error. The sides have these names.
    pub(crate) fn report(&self, format: Format, old: &str, new: &str) -> Report {
        let mut summary = Vec::new();
        if format == Format::Human && !self.added.is_empty() {
            let mut few = Few::default();
            let added = self.added.iter().filter(|_| few.shows("added"));
            summary.extend(added.map(|title| format!("added: {title}")));
            summary.extend(few.rest());
            summary.push(String::new());
        }
        summary.push(self.summary());
        let mut report = Report::from_diagnostics(&self.diagnostics, format, &[], &summary);
        if format == Format::Json {
            report.document(self.document());
        }
        if format == Format::Html {
            report.line(self.page(old, new));
        }
        report
    }

    /// Adds every change to the report of another command.
    pub(crate) fn add_to(&self, report: &mut Report) {
        report.painted(diagnostic::painted(&self.diagnostics));
        if !self.diagnostics.is_empty() {
            report.line(self.summary());
        }
        self.document().into_iter().for_each(|(name, value)| report.member(&name, value));
    }

    fn page(&self, old: &str, new: &str) -> String {
        let summary = &self.summary();
        let Self { diagnostics, pairs, added, .. } = self;
        Page { old, new, summary, diagnostics, pairs, added }.render()
    }

    /// Returns verdicts and counts on one line.
    fn summary(&self) -> String {
        let mut counted = diagnostic::counted(&self.diagnostics, 0).join(", ");
        if counted.is_empty() {
            counted = "nothing changed".to_owned();
        }
        format!("protocol: {}, callers: {}; {counted}", self.letter, self.wire)
    }

    /// Returns `{"verdict": {..}, "findings": [..]}`, as `docs/diff.schema.json` describes it.
    fn document(&self) -> Map<String, Value> {
        let members = |diagnostic: &Diagnostic| {
            let mut members = diagnostic.members.clone();
            if !self.lists {
                members.retain(|name, _| !["tool", "from", "to"].contains(&name.as_str()));
            }
            Value::Object(members)
        };
        let findings = self.diagnostics.iter().map(members).collect();
        let verdict = json!({"letter": self.letter.name(), "wire": self.wire.name()});
        Map::from_iter([("verdict".to_owned(), verdict), ("findings".to_owned(), findings)])
    }
}
