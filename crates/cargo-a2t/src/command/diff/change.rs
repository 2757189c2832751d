//! A change between two documents becomes a diagnostic: at its location, with the proof that it breaks.

use a2t_core::error::inert;
use a2t_core::evolution::{CheckedChange, Class, Verdict};
use serde_json::{Value, json};

use super::documents::Document;
use crate::diagnostic::{Diagnostic, values};
use crate::text::versioned;

pub(super) struct Compared<'d> {
    pub(super) tool: &'d Document,
    /// The two versions compared; equal for an edit, `None` for what concerns the list.
    pub(super) versions: Option<(u64, u64)>,
    pub(super) old: Option<&'d Document>,
    pub(super) new: Option<&'d Document>,
    /// Names the tool, as either side is a list.
    pub(super) lists: bool,
}

impl Compared<'_> {
    pub(super) fn diagnostic(&self, change: &CheckedChange) -> Diagnostic {
        let (rule, path) = (change.rule, inert(&change.path));
        let (id, name) = (self.tool.id(), self.tool.name());
        let headline = format!("{}: {path}{}", rule.slug(), self.of_tool());
        let (from, to) = self.versions.unwrap_or_default();
        let location = |document: Option<&Document>| document.map(|one| one.location(&change.path));
        let (old, new) = (location(self.old), location(self.new));
        let related = new.as_ref().and(old.clone());
        let mut diagnostic = Diagnostic::change(change, "")
            .worded(format!("`{}` {path}: {}", inert(name), inert(&values(change))))
            .differing(headline, [&change.old, &change.new])
            .fingerprint(
                format!("{id}.{}", change.path),
                format!("{id}/{from}/{to}/{rule}/{}", change.path),
            )
            .related(related)
            .member("tool", json!({"toolId": id, "name": name}));
        if self.versions.is_some() {
            diagnostic = diagnostic.member("from", from).member("to", to);
        }
        if let Some(proof) = change.witness.as_ref().and_then(proof) {
            diagnostic = diagnostic.note("broken", proof);
        }
        if let Some(note) = self.wire_safe(change) {
            diagnostic = diagnostic.note("note", note);
        }
        match new.or(old) {
            Some(location) => diagnostic.at(location),
            None => diagnostic,
        }
    }

    /// The tool, and which of its versions, where there are several.
    fn of_tool(&self) -> String {
        let name = self.tool.name();
        match self.versions {
            _ if !self.lists => String::new(),
            Some((from, to)) if from == to => format!(" of `{}`", versioned(name, from)),
            Some((from, to)) => {
                format!(" of `{}` and `{}`", versioned(name, from), versioned(name, to))
            }
            None => format!(" of `{}`", inert(name)),
        }
    }

    fn wire_safe(&self, change: &CheckedChange) -> Option<String> {
        let forbidden = change.letter == Verdict::Breaking && change.wire == Verdict::Compatible;
        if !forbidden || !matches!(change.rule.class(), Class::Contract | Class::Text) {
            return None;
        }
        let (from, _) = self.versions?;
        Some(format!("no call of version {from} breaks, but the protocol allows additions only"))
    }
}

fn proof(witness: &Value) -> Option<String> {
    let shown = |name| witness.get(name).map(|value: &Value| inert(&value.to_string()));
    if let Some(call) = shown("call") {
        return Some(match (shown("meant"), shown("means")) {
            (Some(meant), Some(means)) => {
                format!("{call} reached the input {meant} and reaches {means} now")
            }
            _ => format!("{call} was a valid call and is refused now"),
        });
    }
    if let Some(output) = shown("lacks") {
        return Some(format!("a reader of the output {output} finds nothing"));
    }
    if let Some(reply) = shown("reply") {
        return Some(format!("no reader is prepared for the reply {reply}"));
    }
    if let Some(problem) = shown("problem") {
        return Some(format!("no caller is prepared for the problem {problem}"));
    }
    if let (Some(input), Some(length)) = (shown("input"), shown("length")) {
        return Some(format!(
            "a text of {length} characters for {input} was valid and is refused now"
        ));
    }
    if let Some(id) = shown("id") {
        return Some(format!("a caller that knows it by the id {id} does not find it"));
    }
    shown("tool").map(|id| format!("every call of the tool {id} fails"))
}
