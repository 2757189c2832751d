//! The findings as annotations of a GitHub workflow.

use a2t_core::evolution::Severity;

use super::compare::{Comparison, Judged};
use super::documents::Source;
use super::human::{remarks, summary};
use crate::github::annotation;

/// One workflow command for each finding, then the verdict.
pub(super) fn lines(comparison: &Comparison) -> Vec<String> {
    let mut lines: Vec<_> = comparison.findings.iter().map(line).collect();
    lines.push(summary(comparison));
    lines
}

fn line(judged: &Judged) -> String {
    let finding = &judged.finding;
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let title = Some(format!("{} {}", finding.rule, finding.rule.slug()));
    let place = judged.place();
    let in_file = place.and_then(|place| match &*place.source {
        Source::File(path) => Some((path, place)),
        Source::Url(_) => None,
    });
    let properties = [
        ("file", in_file.map(|(path, _)| path.display().to_string())),
        ("line", in_file.map(|(_, place)| place.line.to_string())),
        ("col", in_file.map(|(_, place)| place.column.to_string())),
        ("title", title),
    ];
    annotation(level, &properties, &message(judged))
}

/// What changed, then each remark on a line of its own.
pub(super) fn message(judged: &Judged) -> String {
    let finding = &judged.finding;
    let change = match (finding.old.is_null(), finding.new.is_null()) {
        (true, true) => finding.rule.slug().to_owned(),
        (true, false) => format!("now {}", finding.new),
        (false, true) => format!("no longer {}", finding.old),
        (false, false) => format!("{}, now {}", finding.old, finding.new),
    };
    let flat = |text: &str| a2t_core::error::inert(text);
    let mut lines = vec![format!(
        "`{}` {}: {}",
        flat(&judged.tool),
        flat(&finding.path),
        flat(&change)
    )];
    lines.extend(
        remarks(judged)
            .into_iter()
            .map(|(label, text)| format!("{label}: {text}")),
    );
    lines.join("\n")
}
