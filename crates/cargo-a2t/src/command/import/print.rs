//! Losses of an import, about the tools that were selected: on standard error, as JSON,
//! or as annotations.

use std::path::Path;
use std::rc::Rc;

use a2t::dialect::import::{self, Effect, Imported};
use a2t_codegen::snapshot::Snapshot;
use a2t_core::error::inert;
use a2t_core::rule::Severity;

use super::document::Document;
use crate::diagnostic::{self, Diagnostic, FINDINGS, Location, Painted, Source, plural};
use crate::few::LINES_MAX;
use crate::report::{self, Format, Report};
use crate::text::labelled;

pub(super) struct Findings {
    diagnostics: Vec<Diagnostic>,
    more: usize,
    reshaped: usize,
    /// Number of findings of each rule.
    counts: Vec<(import::Loss, usize)>,
    pub(super) dropped: Vec<String>,
    pub(super) is_lossless: bool,
}

impl Findings {
    pub(super) fn new(
        file: &Path,
        document: &Document,
        imported: &Imported,
        snapshot: &Snapshot,
        missing: &[String],
    ) -> Self {
        let everything = snapshot.selection.is_everything();
        let picked = |name: &String| snapshot.tools.iter().any(|tool| tool.name == **name);
        let is_asked_for = |name: &String| everything || picked(name) || missing.contains(name);
        let is_about = |found: &&import::Diagnostic| found.tool.as_ref().is_none_or(is_asked_for);
        let found: Vec<_> = imported.diagnostics.iter().filter(is_about).collect();
        let locations = document.locations(found.iter().map(|found| &*found.pointer));
        let more = imported.diagnostics.more();
        let words = found.iter().all(|found| found.effect == Effect::Text);
        let reshaped = found.iter().filter(|found| found.effect == Effect::Reshaped).count();
        let counts = counts(imported, &found);
        let source = Rc::new(Source::File(file.to_owned()));
        let located = found.iter().zip(locations);
        let located =
            located.map(|(found, location)| diagnostic(found).at(Location::new(&source, location)));
        let mut diagnostics: Vec<_> = located.collect();
        diagnostic::sort(&mut diagnostics);
        let dropped = imported.dropped.iter().filter(|name| is_asked_for(name));
        Self {
            diagnostics,
            more,
            reshaped,
            counts,
            dropped: dropped.cloned().collect(),
            is_lossless: words && (more == 0 || imported.diagnostics.is_lossless()),
        }
    }

    pub(super) fn report(&self, format: Format) -> Report {
        if format == Format::Human {
            report::painted(&self.text());
            return Report::new(true);
        }
        let mut report = Report::from_diagnostics(&self.diagnostics, format, FINDINGS, &[]);
        report.member("more", self.more);
        report
    }

    /// Everything for people: of many findings the number for each rule and the worst, counts and the names of tools
    /// without a signature last.
    fn text(&self) -> Painted {
        let mut text = Painted::default();
        let mut shown = self.diagnostics.clone();
        if shown.len() > LINES_MAX {
            for (rule, count) in &self.counts {
                text.plain(format!("{count:>6} {} ({})\n", rule.slug(), rule.id()));
            }
            text.plain("\n");
            shown.sort_by_key(|one| one.severity != Severity::Error);
            shown.truncate(LINES_MAX);
        }
        text.append(diagnostic::painted(&shown));
        let hidden = self.diagnostics.len().saturating_sub(shown.len()).saturating_add(self.more);
        if hidden > 0 {
            text.plain(format!("and {hidden} more; --format json has more of them\n"));
        }
        let counts = [(self.dropped.len(), "dropped tool"), (self.reshaped, "reshaped input")];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let mut parts: Vec<_> = counts.map(|(count, noun)| plural(count, noun)).collect();
        parts.extend(diagnostic::counted(&self.diagnostics, 0));
        if !parts.is_empty() {
            text.plain(format!("{}\n", parts.join(", ")));
        }
        if !self.dropped.is_empty() {
            let mut names: Vec<_> =
                self.dropped.iter().take(LINES_MAX).map(|name| inert(name)).collect();
            if let more @ 1.. = self.dropped.len().saturating_sub(LINES_MAX) {
                names.push(format!("and {more} more; --format json has all"));
            }
            text.plain(format!("{}\n", labelled("not imported: ", &names.join(", "))));
        }
        text
    }
}

/// Returns the number of findings of each rule, the largest first. Those that were counted and not kept are in it if
/// every tool is imported.
fn counts(imported: &Imported, found: &[&import::Diagnostic]) -> Vec<(import::Loss, usize)> {
    let mut counts: Vec<(import::Loss, usize)> = Vec::new();
    let is_whole = found.len() == imported.diagnostics.as_slice().len();
    if is_whole {
        counts.extend(imported.diagnostics.counts());
    } else {
        for one in found {
            match counts.iter_mut().find(|(rule, _)| *rule == one.rule) {
                Some((_, count)) => *count = count.saturating_add(1),
                None => counts.push((one.rule, 1)),
            }
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

fn diagnostic(found: &import::Diagnostic) -> Diagnostic {
    let tool =
        found.tool.as_ref().map_or(String::new(), |tool| format!("tool `{}`: ", inert(tool)));
    let (message, effect) = (&found.message, found.effect.slug());
    let text = format!("{tool}{message} ({effect})");
    Diagnostic::from_rule(found.rule, text)
        .under(&found.pointer)
        .severity(found.effect.severity())
        .member("detail", message.clone())
        .member("effect", effect)
        .member("tool", found.tool.clone())
}
