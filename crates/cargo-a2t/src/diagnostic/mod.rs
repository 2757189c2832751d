//! Turns violations, changes and other findings of a command into [`Diagnostic`]s: sorted by location,
//! and printed for people, programs, workflows and scanners by one renderer each.

mod alike;
mod github;
mod html;
mod human;
mod junit;
mod location;
mod markdown;
mod paint;
mod sarif;

use std::path::Path;

use a2t_codegen::source;
use a2t_core::evolution::CheckedChange;
use a2t_core::rule::{Publication, Row, Severity};
use a2t_core::{Violation, error::inert};
use serde_json::{Map, Value, json};

pub(crate) use alike::alike;
pub(crate) use github::{annotation, line};
pub(crate) use html::{Anchor, Page, Pair, failed as failed_page};
pub(crate) use junit::{error as junit_error, escaped as xml};
pub(crate) use location::{Location, Source, shown};
pub(crate) use markdown::{render as markdown, span};
pub(crate) use paint::{BLUE, BOLD, Colour, DIM, PLAIN, Painted, RED, YELLOW};
pub(crate) use sarif::{document as sarif_log, failed, log as sarif};

#[derive(Clone, Debug)]
pub(crate) struct Diagnostic {
    pub(crate) rule: &'static Row,
    pub(crate) severity: Severity,
    pub(crate) location: Option<Location>,
    /// First line for people, where values stand below it; else that of everybody.
    headline: Option<String>,
    message: String,
    /// The earlier and the later value, which people see below the source line.
    values: [Option<String>; 2],
    /// Proofs and remarks, which stand before the help.
    notes: Vec<(&'static str, String)>,
    help: String,
    /// Names `cargo a2t explain` last, which has the whole story.
    has_story: bool,
    /// Members of its JSON besides those that all have.
    pub(crate) members: Map<String, Value>,
    sarif: sarif::Facts,
    /// Its values in a pair of documents, for pages that show both.
    anchor: Option<Anchor>,
}

/// Names in JSON of lists, and what is in each.
pub(crate) type Lists<'a> = &'a [(&'a str, &'a [Severity])];

const ALL: &[Severity] = &[Severity::Error, Severity::Warning, Severity::Note];
pub(crate) const FINDINGS: Lists<'static> = &[("findings", ALL)];

impl Diagnostic {
    pub(crate) fn new(
        rule: impl Into<&'static Row>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        let rule = rule.into();
        let (message, help) = (message.into(), help.into());
        Self {
            rule,
            severity: rule.severity,
            location: None,
            headline: None,
            message,
            values: [None, None],
            notes: Vec::new(),
            help,
            has_story: false,
            members: Map::new(),
            sarif: sarif::Facts::named(rule.id),
            anchor: None,
        }
    }

    /// With the severity and the help of the rule.
    pub(crate) fn from_rule(rule: impl Into<&'static Row>, message: impl Into<String>) -> Self {
        let rule = rule.into();
        Self::new(rule, message, rule.hint)
    }

    pub(crate) fn error(
        rule: impl Into<&'static Row>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self::new(rule, message, help).severity(Severity::Error)
    }

    /// A violation of a document. SARIF knows it by its slug, as requirements have several.
    pub(crate) fn violation(violation: &Violation, severity: Severity) -> Self {
        Self::from_rule(violation.code, violation.message())
            .under(&violation.pointer)
            .severity(severity)
            .members(json!(violation))
    }

    pub(crate) fn read(read: &source::Diagnostic, severity: Severity) -> Self {
        let tool = read.tool.as_ref().map(|tool| format!("tool `{}`: ", inert(tool)));
        let tool = tool.unwrap_or_default();
        let error = |rule: Publication, text: &str| {
            Self::from_rule(rule, format!("{tool}{text}")).under("")
        };
        match &read.reason {
            source::Reason::Rule(violation) => Self::violation(violation, severity),
            source::Reason::Syntax(message) => {
                error(Publication::NotJson, &format!("not valid JSON: {}", inert(message)))
            }
            source::Reason::Edited(message) => error(Publication::Edited, message),
            source::Reason::Retired(message) => error(Publication::Retired, message),
        }
    }

    /// A change of `what`, such as a tool and its version.
    pub(crate) fn change(change: &CheckedChange, what: &str) -> Self {
        let since = match change.versions {
            Some((from, to)) if from != to => format!(" (since version {from})"),
            _ => String::new(),
        };
        let (path, values) = (inert(&change.path), inert(&values(change)));
        let message = format!("{what}: {path}: {values}{since}");
        Self::new(change.rule, message, change.hint.clone())
            .severity(change.severity)
            .more()
            .members(json!(change))
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    pub(crate) fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Puts it into a file, at a line from 1.
    pub(crate) fn in_file(self, path: &Path, line: Option<u32>) -> Self {
        let line = line.and_then(|line| usize::try_from(line).ok());
        self.at(Location::file_at(path, line))
    }

    pub(crate) fn at(mut self, location: Location) -> Self {
        self.location = Some(location);
        self
    }

    pub(crate) fn under(mut self, pointer: &str) -> Self {
        self.members.insert("pointer".to_owned(), pointer.into());
        self.members.insert("detail".to_owned(), self.message.clone().into());
        if !pointer.is_empty() {
            self.message = format!("{}: {}", inert(pointer), self.message);
        }
        self.sarif = sarif::Facts::named(self.rule.slug);
        self
    }

    pub(crate) fn worded(mut self, message: String) -> Self {
        self.message = message;
        self
    }

    /// For people: another first line, and the values that differ below it.
    pub(crate) fn differing(mut self, headline: String, values: [&Value; 2]) -> Self {
        let text = |value: &Value| (!value.is_null()).then(|| inert(&value.to_string()));
        self.headline = Some(headline);
        self.values = values.map(text);
        self
    }

    pub(crate) fn note(mut self, label: &'static str, text: String) -> Self {
        self.notes.push((label, text));
        self
    }

    pub(crate) fn more(mut self) -> Self {
        self.has_story = true;
        self
    }

    pub(crate) fn member(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.members.insert(name.to_owned(), value.into());
        self
    }

    pub(crate) fn members(mut self, value: Value) -> Self {
        if let Value::Object(members) = value {
            self.members.extend(members);
        }
        self
    }

    /// Identifies the change for SARIF, also if its message is reworded.
    pub(crate) fn fingerprint(mut self, logical: String, print: String) -> Self {
        self.sarif.logical = Some(logical);
        self.sarif.fingerprint = Some(print);
        self
    }

    pub(crate) fn related(mut self, location: Option<Location>) -> Self {
        self.sarif.related = location;
        self
    }

    pub(crate) fn anchored(mut self, anchor: Anchor) -> Self {
        self.anchor = Some(anchor);
        self
    }

    /// Moves it to the earlier location, where there is one.
    pub(crate) fn at_related(mut self) -> Self {
        self.location = self.sarif.related.take().or(self.location);
        self
    }

    pub(crate) fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The file, as it is printed.
    pub(crate) fn file(&self) -> Option<String> {
        self.location.as_ref().and_then(Location::file)
    }

    pub(crate) fn line(&self) -> String {
        let location = self.location.as_ref();
        let location = location.map_or(String::new(), |location| format!("{location}: "));
        format!("{location}{} [{}]; {}", self.message, self.rule.id, self.help)
    }

    /// [`line`](Self::line), and its notes in brackets.
    pub(crate) fn noted(&self) -> String {
        let notes = self.notes.iter().map(|(_, note)| format!(" ({note})"));
        format!("{}{}", self.line(), notes.collect::<String>())
    }

    /// Lines after the message: proofs and remarks, the help, the command to read on.
    fn remarks(&self) -> impl Iterator<Item = (&'static str, String)> {
        let help = (self.help != "Nothing to do.").then(|| ("help", self.help.clone()));
        let more = format!("cargo a2t explain {}", self.rule.id);
        let more = self.has_story.then_some(("more", more));
        self.notes.iter().cloned().chain(help).chain(more)
    }

    fn text(&self) -> String {
        let remarks = self.remarks().map(|(label, text)| format!("{label}: {text}"));
        let lines: Vec<_> = std::iter::once(self.message.clone()).chain(remarks).collect();
        lines.join("\n")
    }

    pub(crate) fn json(&self) -> Value {
        let location = self.location.as_ref();
        let mut value = json!({
            "rule": self.rule.id,
            "code": self.rule.slug,
            "severity": self.severity.label(),
            "message": self.message,
            "hint": self.help,
            "file": self.file(),
            "line": location.and_then(|location| location.line),
            "column": location.and_then(|location| location.column),
        });
        if let Some(members) = value.as_object_mut() {
            members.extend(self.members.clone());
            if let Some(Source::Page { number, .. }) = location.map(|location| &*location.source) {
                members.remove("file");
                members.insert("page".to_owned(), (*number).into());
            }
        }
        value
    }
}

/// Id and name of a rule, where they are not the same.
fn title(rule: &Row) -> String {
    let Row { id, slug, .. } = rule;
    if id == slug { (*id).to_owned() } else { format!("{id} {slug}") }
}

/// Both values of a change as text, or the name of the rule if they have none.
pub(crate) fn values(change: &CheckedChange) -> String {
    match (change.old.is_null(), change.new.is_null()) {
        (true, true) => change.rule.slug().to_owned(),
        // Edits speak of the version, which is the same.
        _ if change.old == change.new => change.rule.slug().to_owned(),
        (true, false) => format!("now {}", change.new),
        (false, true) => format!("no longer {}", change.old),
        (false, false) => format!("{}, now {}", change.old, change.new),
    }
}

/// Puts them in the order of every format: file, line, column, rule; those without a location last.
pub(crate) fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by(|a, b| {
        match (&a.location, &b.location) {
            (Some(a), Some(b)) => a.key().cmp(&b.key()),
            (a, b) => a.is_none().cmp(&b.is_none()),
        }
        .then_with(|| a.rule.id.cmp(b.rule.id))
    });
}

pub(crate) fn painted(diagnostics: &[Diagnostic]) -> Painted {
    let mut text = Painted::default();
    human::render(diagnostics, &mut text);
    text
}

/// `2 errors`, `1 warning`, `3 notes`: each that there is.
pub(crate) fn counted<'a>(
    diagnostics: impl IntoIterator<Item = &'a Diagnostic> + Clone,
    more_errors: usize,
) -> Vec<String> {
    let count = |severity: &Severity| {
        let all = diagnostics.clone().into_iter();
        let of = all.filter(|one| one.severity == *severity).count();
        let more = if *severity == Severity::Error { more_errors } else { 0 };
        match of.saturating_add(more) {
            0 => None,
            count => Some(plural(count, severity.label())),
        }
    };
    ALL.iter().filter_map(count).collect()
}

/// `1 tool`, `2 tools`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}
