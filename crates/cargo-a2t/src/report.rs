//! Outcome of a command, printed for people or programs. Every character that is printed goes
//! through here, and none that acts on a terminal comes out.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{ErrorKind, Write as _};
use std::process::ExitCode;

use clap::ValueEnum;
use serde_json::{Map, Value};

use crate::diagnostic::{self, Colour, Diagnostic, Lists, Painted};
use crate::few::Few;
use crate::program;
use crate::unreached;
use crate::visible::{escaped, visible};

// Comments of the formats would be help to `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Human,
    Json,
    Github,
    Markdown,
    Sarif,
    Junit,
    Html,
}

impl Format {
    /// Made of only diagnostics: text and JSON have their own messages.
    pub(crate) fn is_findings(self) -> bool {
        !matches!(self, Self::Human | Self::Json)
    }

    /// Best guess for arguments that cannot be parsed as a whole.
    pub(crate) fn guess(arguments: &[OsString]) -> Self {
        let is_separate = arguments.windows(2).any(|pair| pair == ["--format", "json"]);
        if is_separate || arguments.iter().any(|argument| argument == "--format=json") {
            Self::Json
        } else {
            Self::Human
        }
    }
}

/// A verdict: whether it holds, as text and as JSON.
#[derive(Debug)]
pub(crate) struct Report {
    /// `None` where something could not be checked.
    holds: Option<bool>,
    text: Painted,
    members: Map<String, Value>,
    /// The members are a document with its own schema.
    is_document: bool,
}

impl Report {
    pub(crate) fn new(holds: bool) -> Self {
        Self {
            holds: Some(holds),
            text: Painted::default(),
            members: Map::new(),
            is_document: false,
        }
    }

    /// Creates the report of a command's diagnostics: it holds unless one is an error. The summary follows
    /// in text.
    pub(crate) fn from_diagnostics(
        diagnostics: &[Diagnostic],
        format: Format,
        lists: Lists<'_>,
        summary: &[String],
    ) -> Self {
        let mut report = Self::new(!diagnostics.iter().any(Diagnostic::is_error));
        match format {
            Format::Human => {
                report.painted(diagnostic::painted(diagnostics));
                summary.iter().for_each(|line| report.line(line));
            }
            Format::Github => {
                let lines = diagnostics.iter().map(diagnostic::line);
                lines.chain(summary.iter().cloned()).for_each(|line| report.line(line));
            }
            Format::Markdown => {
                let lines = summary.iter().map(|line| diagnostic::span(line));
                lines.for_each(|line| report.line(format!("{line}\n")));
                report.line(diagnostic::markdown(diagnostics));
            }
            Format::Json => {
                for (name, severities) in lists {
                    let of = diagnostics.iter().filter(|one| severities.contains(&one.severity));
                    report.member(name, of.map(Diagnostic::json).collect::<Value>());
                }
            }
            Format::Sarif => report.document(diagnostic::sarif(diagnostics)),
            // A page shows documents too, so its command adds it. No command with such diagnostics has JUnit.
            Format::Html | Format::Junit => {}
        }
        report
    }

    pub(crate) fn hold(&mut self, holds: bool) {
        self.holds = Some(holds);
    }

    /// Something could not be checked, so that it is not known whether it holds.
    pub(crate) fn leave_open(&mut self) {
        self.holds = None;
    }

    /// `None` where something could not be checked.
    pub(crate) fn holds(&self) -> Option<bool> {
        self.holds
    }

    /// Adds the text of another report, and hands out its members.
    pub(crate) fn absorb(&mut self, other: Self) -> Map<String, Value> {
        self.text.append(other.text);
        other.members
    }

    pub(crate) fn line(&mut self, line: impl Display) {
        self.text.plain(format!("{line}\n"));
    }

    /// Adds lines of one kind, of many the first; `kind` is the member that has all.
    pub(crate) fn lines<T: Display>(
        &mut self,
        kind: &'static str,
        lines: impl IntoIterator<Item = T>,
    ) {
        let mut few = Few::default();
        for line in lines {
            if few.shows(kind) {
                self.line(line);
            }
        }
        few.rest().for_each(|line| self.line(line));
    }

    /// Adds JSON to the text, which is then for programs too.
    pub(crate) fn json(&mut self, value: &Value) {
        self.text.plain(escaped(&format!("{value:#}\n")));
    }

    pub(crate) fn painted(&mut self, text: Painted) {
        self.text.append(text);
    }

    pub(crate) fn member(&mut self, name: &str, value: impl Into<Value>) {
        self.members.insert(name.to_owned(), value.into());
    }

    pub(crate) fn document(&mut self, members: Map<String, Value>) {
        self.members = members;
        self.is_document = true;
    }
}

#[derive(Debug)]
pub(crate) struct CommandError(String);

impl CommandError {
    pub(crate) fn new(reason: impl Display) -> Self {
        Self(reason.to_string())
    }

    /// A server that was not reached; with advice if the reason is known.
    pub(crate) fn unreached(reason: impl Display) -> Self {
        let reason = reason.to_string();
        let advice = unreached::advice(&reason);
        Self(format!("{reason}{advice}"))
    }

    pub(crate) fn reason(&self) -> &str {
        &self.0
    }
}

impl From<a2t_codegen::fetch::Error> for CommandError {
    fn from(error: a2t_codegen::fetch::Error) -> Self {
        Self::unreached(error)
    }
}

impl From<a2t_codegen::snapshot::Error> for CommandError {
    fn from(error: a2t_codegen::snapshot::Error) -> Self {
        Self::new(error)
    }
}

pub(crate) type Outcome = Result<Report, CommandError>;

pub(crate) fn print(command: &str, format: Format, outcome: Outcome) -> ExitCode {
    let report = match outcome {
        Ok(report) => report,
        Err(CommandError(reason)) => return refuse(format, &format!("error: {reason}")),
    };
    let result = match format {
        Format::Human => {
            let text = report.text.render(Colour::is_on(&std::io::stdout()), inert);
            // A document may mention the command in a vendor's text.
            if report.is_document { write(&text) } else { write(&program::named(&text)) }
        }
        Format::Github | Format::Markdown | Format::Junit => {
            out(&program::named(&report.text.render(false, |text, _| text.to_owned())))
        }
        // It shows documents as they are.
        Format::Html => out(&report.text.render(false, |text, _| text.to_owned())),
        Format::Json | Format::Sarif => {
            let mut members = report.members;
            if !report.is_document {
                members.insert("command".to_owned(), command.into());
                members.insert("holds".to_owned(), report.holds.into());
            }
            json(members)
        }
    };
    match result {
        Ok(()) => ExitCode::from(report.holds.map_or(2, |holds| u8::from(!holds))),
        Err(failure) => not_printed(&failure),
    }
}

/// Status 2 where the outcome could not be printed: a program that reads a file of ours must not
/// take half of it, or nothing, for the whole.
pub(crate) fn not_printed(CommandError(reason): &CommandError) -> ExitCode {
    to_stderr(&format!("error: {reason}\n"));
    ExitCode::from(2)
}

pub(crate) fn begin(
    command: &str,
    format: Format,
    line: &str,
    mut members: Map<String, Value>,
) -> Result<(), CommandError> {
    match format {
        Format::Json => {
            members.insert("command".to_owned(), command.into());
            json(members)
        }
        _ => out(&format!("{}\n", program::named(line))),
    }
}

/// Prints the reason on standard error; programs find it on standard output too.
pub(crate) fn refuse(format: Format, reason: &str) -> ExitCode {
    let reason = &*program::named(reason);
    let line = format!("{}\n", visible(&no_command(reason)));
    // There is no place left to report that standard error is closed.
    let _ = std::io::stderr().write_all(line.as_bytes());
    let reason = reason.strip_prefix("error: ").unwrap_or(reason);
    let result = match format {
        Format::Human => Ok(()),
        Format::Json => {
            let members = [("error", reason.into()), ("holds", Value::Null)];
            json(members.map(|(name, value)| (name.to_owned(), value)).into_iter().collect())
        }
        Format::Github => out(&format!("{}\n", diagnostic::annotation("error", &[], reason))),
        Format::Markdown => out(&format!("Not checked: {}\n", diagnostic::span(reason))),
        Format::Sarif => json(diagnostic::failed(reason)),
        Format::Junit => out(&diagnostic::junit_error(reason)),
        Format::Html => out(&diagnostic::failed_page(reason)),
    };
    result.map_or_else(|failure| not_printed(&failure), |()| ExitCode::from(2))
}

pub(crate) fn to_stderr(text: &str) {
    // There is no place left to report that standard error is closed.
    let _ = std::io::stderr().write_all(visible(&no_command(&program::named(text))).as_bytes());
}

pub(crate) fn painted(text: &Painted) {
    let text = text.render(Colour::is_on(&std::io::stderr()), inert);
    // There is no place left to report that standard error is closed.
    let _ = std::io::stderr().write_all(program::named(&text).as_bytes());
}

fn json(members: Map<String, Value>) -> Result<(), CommandError> {
    out(&escaped(&format!("{:#}\n", Value::Object(members))))
}

/// Prints text on standard output. A reader that stops reading is not a failure.
pub(crate) fn out(text: &str) -> Result<(), CommandError> {
    write(&visible(text))
}

fn write(text: &str) -> Result<(), CommandError> {
    let mut stdout = std::io::stdout();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let advice = "free some space, or write to another place";
            Err(CommandError::new(format!("cannot write to standard output: {error}; {advice}")))
        }
        _ => Ok(()),
    }
}

/// A piece of text without what acts on a terminal or a runner; `begins` where a line does.
fn inert(text: &str, begins: bool) -> String {
    let (first, rest) = match text.split_once('\n') {
        _ if begins => ("", text),
        Some((first, _)) => text.split_at(first.len()),
        None => (text, ""),
    };
    visible(&format!("{first}{}", no_command(rest)))
}

/// The text without a line that a runner of GitHub Actions would take for a command of ours, as
/// vendors' words stand at the beginning of lines. Runners skip the blanks before `::`.
fn no_command(text: &str) -> String {
    let line = |line: &str| {
        let words = line.trim_start();
        let (blanks, _) = line.split_at(line.len() - words.len());
        match words.strip_prefix(':') {
            Some(rest) if rest.starts_with(':') => format!("{blanks}\\u{{3a}}{rest}"),
            _ => line.to_owned(),
        }
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_a_command_to_a_runner() {
        assert_eq!(
            no_command("a ::b\n  ::error::c\n::d\n:e\n"),
            "a ::b\n  \\u{3a}:error::c\n\\u{3a}:d\n:e\n"
        );
    }
}
