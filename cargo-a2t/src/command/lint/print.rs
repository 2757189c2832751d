//! What a lint found, as text, JSON, annotations or SARIF.

use std::path::{Path, PathBuf};

use a2t_core::error::inert;
use serde_json::{Map, Value, json};

use super::count;
use super::finding::{Finding, Level};
use super::read::Linted;
use crate::catalog::shown;
use crate::report::{Format, Report};
use crate::{github, sarif};

const LEVELS: [(Level, &str); 3] = [
    (Level::Error, "violations"),
    (Level::Warning, "warnings"),
    (Level::Note, "notes"),
];

pub(super) fn report(linted: &Linted, format: Format) -> Report {
    let mut report = Report::new(linted.of(Level::Error).next().is_none());
    match format {
        Format::Human => human(linted, &mut report),
        Format::Json => members(linted, &mut report),
        Format::Github => {
            for found in &linted.findings {
                report.line(annotation(linted, found));
            }
            report.line(summary(linted));
        }
        Format::Sarif => report.document(log(linted)),
    }
    report
}

fn human(linted: &Linted, report: &mut Report) {
    for found in &linted.findings {
        let (level, rule) = (found.level.name(), found.rule);
        let (place, message) = (linted.place(found), message(found));
        report.line(format!(
            "{place}: {level}[{rule}]: {message}; {}",
            found.hint
        ));
    }
    if linted.more > 0 {
        report.line(format!("and {} more", linted.more));
    }
    report.line(summary(linted));
}

/// Pointer and message.
fn message(found: &Finding) -> String {
    match &*found.place.pointer {
        "" => found.message.clone(),
        pointer => format!("{}: {}", inert(pointer), found.message),
    }
}

fn summary(linted: &Linted) -> String {
    let tools = count(&linted.tools);
    let counted = LEVELS.iter().filter_map(|(level, _)| {
        let more = match level {
            Level::Error => linted.more,
            _ => 0,
        };
        match (linted.of(*level).count().saturating_add(more), level.name()) {
            (0, _) => None,
            (1, name) => Some(format!("1 {name}")),
            (count, name) => Some(format!("{count} {name}s")),
        }
    });
    let mut said = counted.collect::<Vec<_>>();
    if linted.of(Level::Error).next().is_none() {
        said.insert(0, "every rule holds".to_owned());
    }
    format!("{tools}, {}", said.join(", "))
}

fn members(linted: &Linted, report: &mut Report) {
    report.member("tools", linted.tools.len());
    if linted.more > 0 {
        report.member("more", linted.more);
    }
    for (level, name) in LEVELS {
        let found = linted.of(level).map(|found| value(linted, found));
        report.member(name, found.collect::<Value>());
    }
}

/// A finding as programs read it: a violation with all that it says.
fn value(linted: &Linted, found: &Finding) -> Value {
    let mut value = match &found.violation {
        Some(violation) => json!(violation),
        None => json!({
            "pointer": found.place.pointer,
            "code": found.code,
            "rule": found.rule,
            "detail": found.message,
        }),
    };
    let place = &found.place;
    let mut more = vec![
        ("severity", json!(found.level.name())),
        ("hint", json!(found.hint)),
        ("line", json!(place.line)),
        ("column", json!(place.column)),
        match linted.file_of(found) {
            Some(path) => ("file", json!(path.display().to_string())),
            None => ("page", json!(place.page.saturating_add(1))),
        },
    ];
    if !found.dialects.is_empty() {
        more.push(("dialects", json!(found.dialects)));
    }
    if let Some(members) = value.as_object_mut() {
        let more = more.into_iter();
        members.extend(more.map(|(name, value)| (name.to_owned(), value)));
    }
    value
}

fn annotation(linted: &Linted, found: &Finding) -> String {
    let level = match found.level {
        Level::Note => "notice",
        level => level.name(),
    };
    let place = &found.place;
    let file = linted.file_of(found);
    let properties = [
        ("file", file.map(|path| path.display().to_string())),
        ("line", file.map(|_| place.line.to_string())),
        ("col", file.map(|_| place.column.to_string())),
        ("title", Some(format!("{} {}", found.rule, found.code))),
    ];
    let message = format!("{}\nhelp: {}", message(found), found.hint);
    github::annotation(level, &properties, &message)
}

fn log(linted: &Linted) -> Map<String, Value> {
    let mut rules: Vec<(&str, &str, &str)> = linted
        .findings
        .iter()
        .map(|found| (found.code, found.rule, found.hint))
        .collect();
    rules.sort_unstable();
    rules.dedup();
    let descriptor = |(code, rule, hint): &(&str, &str, &str)| {
        json!({
            "id": code,
            "name": code,
            "shortDescription": {"text": code.replace('-', " ")},
            "help": {"text": hint},
            "properties": {"rule": rule},
        })
    };
    let result = |found: &Finding| {
        let index = rules.iter().position(|(code, ..)| *code == found.code);
        json!({
            "ruleId": found.code,
            "ruleIndex": index,
            "level": found.level.name(),
            "message": {"text": message(found)},
            "locations": [{"physicalLocation": {
                "artifactLocation": {"uri": linted.uri(found)},
                "region": {"startLine": found.place.line, "startColumn": found.place.column},
            }}],
            "properties": value(linted, found),
        })
    };
    let results = linted.findings.iter().map(result).collect();
    sarif::log(rules.iter().map(descriptor).collect(), results)
}

impl Linted {
    fn of(&self, level: Level) -> impl Iterator<Item = &Finding> {
        self.findings
            .iter()
            .filter(move |found| found.level == level)
    }

    fn place(&self, found: &Finding) -> String {
        let place = &found.place;
        let (page, line, column) = (place.page.saturating_add(1), place.line, place.column);
        match self.file_of(found) {
            Some(path) => format!("{}:{line}:{column}", shown(path)),
            None => format!("page {page}, {line}:{column}"),
        }
    }

    /// The file that it stands in, unless that was fetched.
    fn file_of(&self, found: &Finding) -> Option<&Path> {
        self.files.get(found.place.page).map(PathBuf::as_path)
    }

    fn uri(&self, found: &Finding) -> String {
        match self.file_of(found) {
            Some(path) => sarif::uri(path),
            None => format!("{}/tools", self.url),
        }
    }
}
