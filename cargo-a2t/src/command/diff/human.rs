//! The findings in the look of the compiler's own messages.

use a2t_core::error::inert;
use a2t_core::evolution::{Class, Severity, Verdict};
use serde_json::Value;

use super::compare::{Comparison, Judged};

/// Every finding, the tools that were added, and the verdict.
pub(super) fn text(comparison: &Comparison) -> String {
    let lists = comparison.lists;
    let mut pieces: Vec<_> = comparison
        .findings
        .iter()
        .map(|judged| finding(judged, lists))
        .collect();
    let added: Vec<_> = comparison
        .added
        .iter()
        .map(|title| format!("added: {title}"))
        .collect();
    if !added.is_empty() {
        pieces.push(added.join("\n"));
    }
    pieces.push(summary(comparison));
    pieces.join("\n\n")
}

/// `letter: breaking, wire: compatible; 1 error, 2 notes`
pub(super) fn summary(comparison: &Comparison) -> String {
    let counts = [
        (Severity::Error, "error"),
        (Severity::Warning, "warning"),
        (Severity::Note, "note"),
    ];
    let counted = counts
        .iter()
        .filter_map(|(severity, noun)| match comparison.count(*severity) {
            0 => None,
            1 => Some(format!("1 {noun}")),
            count => Some(format!("{count} {noun}s")),
        });
    let counted: Vec<_> = counted.collect();
    let counted = if counted.is_empty() {
        "nothing changed".to_owned()
    } else {
        counted.join(", ")
    };
    let (letter, wire) = (comparison.letter(), comparison.wire());
    format!("letter: {letter}, wire: {wire}; {counted}")
}

fn finding(judged: &Judged, lists: bool) -> String {
    let finding = &judged.finding;
    let level = level(finding.severity);
    let (rule, name, path) = (finding.rule, finding.rule.slug(), inert(&finding.path));
    let mut lines = vec![format!(
        "{level}[{rule}]: {name}: {path}{}",
        of_tool(judged, lists)
    )];
    if let Some(place) = judged.place() {
        lines.push(format!("  --> {place}"));
    }
    let said = [("- ", &finding.old), ("+ ", &finding.new)];
    let said = said.into_iter().filter(|(_, value)| !value.is_null());
    let said: Vec<_> = said
        .map(|(sign, value)| format!("   | {sign}{}", inert(&value.to_string())))
        .collect();
    if !said.is_empty() {
        lines.push("   |".to_owned());
        lines.extend(said);
        lines.push("   |".to_owned());
    }
    for (label, text) in remarks(judged) {
        lines.push(format!("   = {label}: {text}"));
    }
    lines.join("\n")
}

/// Which tool, and which of its versions, where there are several.
fn of_tool(judged: &Judged, lists: bool) -> String {
    let versions = match judged.versions {
        Some((from, to)) if from == to => format!(" version {from}"),
        Some((from, to)) => format!(" versions {from} and {to}"),
        None => String::new(),
    };
    match lists {
        true => format!(" of `{}`{versions}", inert(&judged.tool)),
        false => String::new(),
    }
}

/// What else there is to say: the proof, what it means, what to do, where to read on.
pub(super) fn remarks(judged: &Judged) -> Vec<(&'static str, String)> {
    let finding = &judged.finding;
    let mut remarks = Vec::new();
    if let Some(witness) = finding.witness.as_ref().and_then(proof) {
        remarks.push(("broken", witness));
    }
    if let Some(note) = wire_safe(judged) {
        remarks.push(("note", note));
    }
    if finding.hint != "Nothing to do." {
        remarks.push(("help", finding.hint.clone()));
    }
    remarks.push(("more", format!("cargo a2t explain {}", finding.rule)));
    remarks
}

/// What the letter forbids although it breaks nobody.
fn wire_safe(judged: &Judged) -> Option<String> {
    let finding = &judged.finding;
    let forbidden = finding.letter == Verdict::Breaking && finding.wire == Verdict::Compatible;
    if !forbidden || !matches!(finding.rule.class(), Class::Contract | Class::Text) {
        return None;
    }
    let (from, _) = judged.versions?;
    Some(format!("no v{from} call breaks; the A2T letter forbids it"))
}

/// A witness in words.
fn proof(witness: &Value) -> Option<String> {
    let shown = |name| {
        witness
            .get(name)
            .map(|value: &Value| inert(&value.to_string()))
    };
    if let Some(call) = shown("call") {
        return Some(match (shown("meant"), shown("means")) {
            (Some(meant), Some(means)) => {
                format!("{call} reached the input {meant} and reaches {means} now")
            }
            _ => format!("{call} was a valid call and is refused now"),
        });
    }
    if let Some(output) = shown("lacks") {
        return Some(format!("whoever reads the output {output} finds nothing"));
    }
    if let Some(reply) = shown("reply") {
        return Some(format!("no reader is prepared for the reply {reply}"));
    }
    if let (Some(input), Some(length)) = (shown("input"), shown("length")) {
        return Some(format!(
            "a text of {length} characters for {input} was valid and is refused now"
        ));
    }
    if let Some(id) = shown("id") {
        return Some(format!("whoever knows it by the id {id} does not find it"));
    }
    shown("tool").map(|id| format!("every call of the tool {id} fails"))
}

/// The severity as compilers spell it.
pub(super) fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
