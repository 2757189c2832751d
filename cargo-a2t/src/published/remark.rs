//! One thing that does not hold, where people, workflows and scanners find it.

use std::path::{Path, PathBuf};

use a2t_core::error::inert;
use a2t_core::evolution::{Finding, Rule, Severity};
use serde_json::{Map, Value, json};

use super::shown;
use crate::github::annotation;
use crate::report::{Format, Report};
use crate::sarif;

/// What does not hold, and what to do.
#[derive(Debug)]
pub(crate) struct Remark {
    /// A rule of evolution, or a word for what only files can break.
    pub(crate) rule: String,
    pub(crate) severity: Severity,
    message: String,
    remedy: String,
    file: Option<PathBuf>,
    line: Option<u32>,
    finding: Option<Box<Finding>>,
}

impl Remark {
    pub(crate) fn error(
        rule: impl ToString,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self {
            rule: rule.to_string(),
            severity: Severity::Error,
            message: message.into(),
            remedy: remedy.into(),
            file: None,
            line: None,
            finding: None,
        }
    }

    pub(crate) fn warning(
        rule: impl ToString,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(rule, message, remedy)
        }
    }

    /// A finding about `what`, such as a tool and its version.
    pub(crate) fn of(finding: &Finding, what: &str) -> Self {
        let change = match (finding.old.is_null(), finding.new.is_null()) {
            (true, true) => finding.rule.slug().to_owned(),
            // The rules of edits speak of the version, which is the same.
            _ if finding.old == finding.new => finding.rule.slug().to_owned(),
            (true, false) => format!("now {}", finding.new),
            (false, true) => format!("no longer {}", finding.old),
            (false, false) => format!("{}, now {}", finding.old, finding.new),
        };
        let since = match finding.versions {
            Some((from, to)) if from != to => format!(" (since version {from})"),
            _ => String::new(),
        };
        let message = format!(
            "{what}: {}: {}{since}",
            inert(&finding.path),
            inert(&change)
        );
        let remark = Self::error(finding.rule, message, finding.hint.clone());
        Self {
            severity: finding.severity,
            finding: Some(Box::new(finding.clone())),
            ..remark
        }
    }

    pub(crate) fn at(mut self, file: &Path, line: Option<u32>) -> Self {
        self.file = Some(file.to_owned());
        self.line = line;
        self
    }

    pub(crate) fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The file, as it is printed.
    pub(crate) fn file_shown(&self) -> Option<String> {
        self.file.as_deref().map(shown)
    }

    /// All there is to say, on one line.
    pub(crate) fn line(&self) -> String {
        let place = self
            .place()
            .map_or(String::new(), |place| format!("{place}: "));
        format!("{place}{} [{}]; {}", self.message, self.rule, self.remedy)
    }

    fn place(&self) -> Option<String> {
        let file = self.file_shown()?;
        Some(match self.line {
            Some(line) => format!("{file}:{line}"),
            None => file,
        })
    }

    fn human(&self) -> String {
        let mut lines = vec![format!(
            "{}[{}]: {}",
            level(self.severity),
            self.rule,
            self.message
        )];
        lines.extend(self.place().map(|place| format!("  --> {place}")));
        if self.remedy != "Nothing to do." {
            lines.push(format!("   = help: {}", self.remedy));
        }
        if self.finding.is_some() {
            lines.push(format!("   = more: cargo a2t explain {}", self.rule));
        }
        lines.join("\n")
    }

    fn github(&self) -> String {
        let level = match self.severity {
            Severity::Note => "notice",
            severity => level(severity),
        };
        let properties = [
            ("file", self.file_shown()),
            ("line", self.line.map(|line| line.to_string())),
            ("title", Some(self.title())),
        ];
        annotation(
            level,
            &properties,
            &format!("{}\nhelp: {}", self.message, self.remedy),
        )
    }

    fn title(&self) -> String {
        match &self.finding {
            Some(finding) => format!("{} {}", finding.rule, finding.rule.slug()),
            None => self.rule.clone(),
        }
    }

    fn json(&self) -> Value {
        let mut value = match &self.finding {
            Some(finding) => json!(finding),
            None => json!({"rule": self.rule, "severity": level(self.severity)}),
        };
        if let Some(members) = value.as_object_mut() {
            members.insert("message".to_owned(), self.message.clone().into());
            members.insert("hint".to_owned(), self.remedy.clone().into());
            let file = self.file_shown();
            members.insert("file".to_owned(), file.into());
            members.insert("line".to_owned(), self.line.into());
        }
        value
    }

    fn sarif(&self) -> Value {
        let location = self.file.as_deref().map(|file| {
            let uri = sarif::uri(Path::new(&shown(file)));
            let line = self.line.unwrap_or(1);
            json!({"physicalLocation": {
                "artifactLocation": {"uri": uri},
                "region": {"startLine": line},
            }})
        });
        json!({
            "ruleId": self.rule,
            "level": level(self.severity),
            "message": {"text": format!("{}\nhelp: {}", self.message, self.remedy)},
            "locations": location.into_iter().collect::<Vec<_>>(),
            "properties": self.json(),
        })
    }
}

/// What was found, in a format; it holds unless a remark is an error. What there is to say about
/// the rest follows in text.
pub(crate) fn report<'r>(
    remarks: impl IntoIterator<Item = &'r Remark>,
    format: Format,
    rest: &[String],
) -> Report {
    let remarks: Vec<_> = remarks.into_iter().collect();
    let mut report = Report::new(!remarks.iter().any(|remark| remark.is_error()));
    match format {
        Format::Human => {
            for remark in &remarks {
                report.line(remark.human());
                report.line("");
            }
            rest.iter().for_each(|line| report.line(line));
        }
        Format::Github => {
            let lines = remarks.iter().map(|remark| remark.github());
            lines
                .chain(rest.iter().cloned())
                .for_each(|line| report.line(line));
        }
        Format::Json => report.member(
            "findings",
            remarks
                .iter()
                .map(|remark| remark.json())
                .collect::<Value>(),
        ),
        Format::Sarif => report.document(log(&remarks)),
    }
    report
}

fn log(remarks: &[&Remark]) -> Map<String, Value> {
    let mut ids: Vec<_> = remarks.iter().map(|remark| remark.rule.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    let rule = |id: &str| {
        let of_evolution = Rule::ALL.iter().find(|rule| rule.id() == id);
        let name = of_evolution.map_or(id, |rule| rule.slug());
        json!({"id": id, "name": name, "shortDescription": {"text": name.replace('-', " ")}})
    };
    let rules = ids.into_iter().map(rule).collect();
    sarif::log(rules, remarks.iter().map(|remark| remark.sarif()).collect())
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
