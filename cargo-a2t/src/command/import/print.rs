//! What an import could not express, as lines on standard error, JSON, or annotations.

use std::path::Path;

use a2t_codegen::snapshot::Snapshot;
use a2t_core::error::inert;
use a2t_core::json;
use a2t_dialect::import::{Diagnostic as Finding, Effect, Imported};
use serde_json::{Value, json};

use crate::catalog::shown;
use crate::github;
use crate::report::{Format, Report, aside};

/// The findings about the tools that were selected.
pub(super) struct Told<'a> {
    file: &'a Path,
    findings: Vec<(&'a Finding, (usize, usize))>,
    more: usize,
    /// The selected tools that have no signature.
    pub(super) dropped: Vec<String>,
    /// Whether nothing was lost but words.
    pub(super) is_lossless: bool,
}

impl<'a> Told<'a> {
    pub(super) fn new(
        (file, text): (&'a Path, &str),
        imported: &'a Imported,
        snapshot: &Snapshot,
        missing: &[String],
    ) -> Self {
        let everything = snapshot.selection.is_everything();
        let picked = |name: &String| snapshot.tools.iter().any(|tool| tool.name == **name);
        let is_told = |name: &String| everything || picked(name) || missing.contains(name);
        let is_about = |found: &&Finding| found.tool.as_ref().is_none_or(is_told);
        let findings: Vec<_> = imported.diagnostics.iter().filter(is_about).collect();
        let places = json::locate_all(text, findings.iter().map(|found| &*found.pointer));
        let more = imported.diagnostics.more();
        let words = findings.iter().all(|found| found.effect == Effect::Text);
        Self {
            file,
            findings: findings.into_iter().zip(places).collect(),
            more,
            dropped: imported
                .dropped
                .iter()
                .filter(|name| is_told(name))
                .cloned()
                .collect(),
            is_lossless: words && (more == 0 || imported.diagnostics.is_lossless()),
        }
    }

    pub(super) fn print(&self, report: &mut Report, format: Format) {
        let file = shown(self.file);
        match format {
            Format::Github => {
                let lines = self.findings.iter().map(|found| self.annotation(found));
                lines.for_each(|line| report.line(line));
            }
            Format::Human => {
                let line = |(found, (line, column)): &(&Finding, (usize, usize))| {
                    format!("{file}:{line}:{column}: {found}\n")
                };
                let mut text: String = self.findings.iter().map(line).collect();
                if self.more > 0 {
                    text.push_str(&format!("and {} more\n", self.more));
                }
                text.push_str(&self.counted());
                text.push_str(&self.not_imported());
                aside(&text);
            }
            Format::Json | Format::Sarif => {}
        }
        let values = self.findings.iter().map(|found| self.value(found));
        report.member("findings", values.collect::<Value>());
        report.member("more", self.more);
    }

    /// The name of every selected tool that has no signature.
    fn not_imported(&self) -> String {
        let names = self.dropped.iter().map(|name| inert(name));
        match names.collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => String::new(),
            names => format!("not imported: {names}\n"),
        }
    }

    /// `2 tools dropped; 1 warning, 3 notes`, or nothing.
    fn counted(&self) -> String {
        let count = |severity| {
            let same = |(found, _): &&(&Finding, _)| found.effect.severity().label() == severity;
            self.findings.iter().filter(same).count()
        };
        let named = |(count, name): (usize, &str)| match count {
            0 => None,
            1 => Some(format!("1 {name}")),
            count => Some(format!("{count} {name}s")),
        };
        let reshaped = |(found, _): &&(&Finding, _)| found.effect == Effect::Reshaped;
        let counts = [
            (self.dropped.len(), "dropped tool"),
            (
                self.findings.iter().filter(reshaped).count(),
                "reshaped input",
            ),
            (count("error"), "error"),
            (count("warning"), "warning"),
            (count("note"), "note"),
        ];
        let said: Vec<_> = counts.into_iter().filter_map(named).collect();
        match said.is_empty() {
            true => String::new(),
            false => format!("{}\n", said.join(", ")),
        }
    }

    fn annotation(&self, (found, (line, column)): &(&Finding, (usize, usize))) -> String {
        let level = match found.effect {
            Effect::Text => "notice",
            effect => effect.severity().label(),
        };
        let (rule, slug) = (found.rule.id(), found.rule.slug());
        let properties = [
            ("file", Some(self.file.display().to_string())),
            ("line", Some(line.to_string())),
            ("col", Some(column.to_string())),
            ("title", Some(format!("{rule} {slug}"))),
        ];
        github::annotation(level, &properties, &found.to_string())
    }

    fn value(&self, (found, (line, column)): &(&Finding, (usize, usize))) -> Value {
        json!({
            "rule": found.rule.id(),
            "code": found.rule.slug(),
            "severity": found.effect.severity().label(),
            "effect": found.effect.slug(),
            "tool": found.tool,
            "pointer": found.pointer,
            "detail": found.message,
            "hint": found.rule.hint(),
            "file": self.file.display().to_string(),
            "line": line,
            "column": column,
        })
    }
}
