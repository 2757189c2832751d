//! `cargo a2t fetch --check FILE …`: every snapshot is compared with what its own server has now.

use std::path::{Path, PathBuf};

use a2t_codegen::source;
use a2t_core::rule::Approval;
use a2t_schema::Source;
use a2t_schema::snapshot::{Kind, SnapshotOf};
use serde_json::Value;

use super::Fetch;
use super::found::Found;
use crate::catalog::{self, shown};
use crate::diagnostic::{Diagnostic, plural};
use crate::progress::Progress;
use crate::report::{CommandError, Format, Outcome, Report};

const ALL_HEADERS: &str = "every server would get the header; name the one that may have it, such as \
                           https://api.weather.example";

/// The verdict on all of them: one that could not be asked hides no other.
pub(super) fn checked(fetch: &Fetch, files: &[PathBuf], format: Format) -> Outcome {
    if files.len() > 1 {
        refuse_unbound(fetch)?;
    }
    if fetch.mcp.starts_another() {
        return Err(CommandError::new(
            "each server is started by the command in its snapshot; give --mcp-stdio without one",
        ));
    }
    let progress = Progress::new();
    let mut checked = Vec::new();
    for (index, path) in files.iter().enumerate() {
        progress.of(index, files.len(), path);
        checked.push(Checked::new(fetch, path, format));
    }
    drop(progress);
    Ok(report(checked, format, true))
}

/// Refuses a header that servers of different origins would get.
pub(super) fn refuse_unbound(fetch: &Fetch) -> Result<(), CommandError> {
    let Some(name) = fetch.server.unbound() else { return Ok(()) };
    let name = crate::text::quoted(name);
    let option = format!("`--header-env {name}=ORIGIN`");
    Err(CommandError::new(format!("`--header-env {name}`: {ALL_HEADERS}: {option}")))
}

/// One of several servers, compared with its snapshot or approved.
pub(super) struct Checked {
    file: String,
    found: Found,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Same,
    Changed,
    /// There is no server to ask.
    Skipped,
    /// Its command was not allowed to run.
    NotStarted,
    NotCompared,
}

impl Checked {
    fn new(fetch: &Fetch, path: &Path, format: Format) -> Self {
        let mut one = Fetch { output: Some(path.to_owned()), sources: Vec::new(), ..fetch.clone() };
        let server = Approved::from_snapshot(path);
        one.mcp.start_only_what(server.as_ref(), fetch.sources.len() == 1);
        let source = server.as_ref().map(|server| &server.source);
        if matches!(source, Some(Source::Import { .. })) {
            let message = "imported from a foreign catalog, so there is no server to ask";
            let found = remarked(path, Approval::NotFetched, message);
            return Self { file: shown(path), found, state: State::Skipped };
        }
        if let Some(command) = source.and_then(|source| one.mcp.not_started(source)) {
            return Self::not_started(path, &command);
        }
        Self::from_result(path, if path.is_file() { one.one(format) } else { Err(missing(path)) })
    }

    pub(super) fn not_started(path: &Path, command: &str) -> Self {
        let message = format!(
            "of the server that `{command}` starts, which was not asked; add --mcp-stdio to run that command"
        );
        let found = remarked(path, Approval::NotStarted, &message);
        Self { file: shown(path), found, state: State::NotStarted }
    }

    pub(super) fn from_result(path: &Path, found: Result<Found, CommandError>) -> Self {
        let file = shown(path);
        match found {
            Ok(found) => {
                let same = found.report.holds() == Some(true);
                let state = if same { State::Same } else { State::Changed };
                Self { file, found, state }
            }
            Err(failure) => {
                let mut found = remarked(path, Approval::NotCompared, failure.reason());
                found.report.member("error", failure.reason());
                found.report.leave_open();
                Self { file, found, state: State::NotCompared }
            }
        }
    }

    /// Adds its text to the whole, and hands out its JSON.
    fn add_to(self, whole: &mut Report) -> Value {
        let holds = self.found.report.holds();
        let mut members = whole.absorb(self.found.report);
        members.insert("file".to_owned(), self.file.into());
        members.insert("holds".to_owned(), holds.into());
        Value::Object(members)
    }
}

fn missing(path: &Path) -> CommandError {
    let file = shown(path);
    CommandError::new(format!(
        "{file}: there is no such file; approve one with `cargo a2t fetch URL -o {file}`"
    ))
}

/// The name of a variable in a snapshot, which may have a digest of the variable's text in a configuration.
pub(super) fn variable(recorded: &str) -> &str {
    recorded.split_once('=').map_or(recorded, |(name, _)| name)
}

/// The server of a snapshot, as it was approved.
pub(super) struct Approved {
    pub(super) source: Source,
    pub(super) pass_env: Vec<String>,
    pub(super) arg_env: Vec<String>,
}

impl Approved {
    /// `None` for a file that is no snapshot, or one that was edited: reading it again reports that.
    pub(super) fn from_snapshot(path: &Path) -> Option<Self> {
        // A pipe can be read only once.
        let bytes = catalog::bytes(Some(path).filter(|path| path.is_file())?).ok()?;
        let document = source::parse(&bytes).ok()?;
        match source::read(&document).ok()? {
            source::Source::Snapshot(old) => Some(Self::from(old)),
            source::Source::Described(old) => Some(Self::from(old)),
            source::Source::Catalog(_) => None,
        }
    }
}

impl<K: Kind> From<SnapshotOf<K>> for Approved {
    fn from(old: SnapshotOf<K>) -> Self {
        Self { source: old.source, pass_env: old.pass_env, arg_env: old.arg_env }
    }
}

/// One remark instead of a comparison.
fn remarked(path: &Path, rule: Approval, message: &str) -> Found {
    let one = Diagnostic::from_rule(rule, message).in_file(path, Some(1));
    let mut report = Report::new(true);
    let file = shown(path);
    // Reasons that name the file do so already.
    let line =
        if message.starts_with(&file) { message.to_owned() } else { format!("{file}: {message}") };
    report.line(&line);
    report.member("remark", one.json());
    Found { report, diagnostics: vec![one], summary: line }
}

/// The report on all of them, which were compared or else approved.
pub(super) fn report(checked: Vec<Checked>, format: Format, is_check: bool) -> Report {
    let count = |state| checked.iter().filter(|one| one.state == state).count();
    let (same, changed) = (count(State::Same), count(State::Changed));
    let (skipped, not_compared) = (count(State::Skipped), count(State::NotCompared));
    let not_started = count(State::NotStarted);
    let (noun, good, bad) = if is_check {
        ("snapshot", "up to date", "not checked")
    } else {
        ("server", "approved", "not approved")
    };
    let states = [
        (same, good),
        (changed, "changed"),
        (skipped, "without a server"),
        (not_started, "not started"),
        (not_compared, bad),
    ];
    let counts = states.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<_> = counts.map(|(count, state)| format!("{count} {state}")).collect();
    let summary = format!("{}: {}", plural(checked.len(), noun), counts.join(", "));
    let mut report = match format {
        Format::Human | Format::Json => {
            let mut report = Report::new(true);
            let members: Vec<_> = checked.into_iter().map(|one| one.add_to(&mut report)).collect();
            report.line(&summary);
            report.member("snapshots", members);
            report
        }
        _ => {
            let lines = checked.iter().map(|one| one.found.summary.clone());
            let lines: Vec<_> = lines.chain([summary]).collect();
            let all = checked.into_iter().flat_map(|one| one.found.diagnostics);
            Report::from_diagnostics(&all.collect::<Vec<_>>(), format, &[], &lines)
        }
    };
    if not_compared > 0 || (not_started > 0 && !is_check) {
        report.leave_open();
    } else {
        report.hold(changed == 0);
    }
    report
}
