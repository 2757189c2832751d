//! `cargo a2t fetch`: a vendor's catalog becomes an approved snapshot, or is compared with one.

use std::path::{Path, PathBuf};

use a2t_codegen::fetch::{self, Endpoint};
use a2t_codegen::snapshot::{self, Change, Error, Kind, Snapshot};
use a2t_core::evolution::{self, Profile};
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Value, json};

use crate::catalog::{bytes, endpoint, header_argument, on_page, shown};
use crate::report::{Failure, Outcome, Report};

pub(super) fn command() -> Command {
    Command::new("fetch")
        .about("Fetch a vendor's catalog into an approved snapshot")
        .long_about(
            "Fetch a vendor's whole catalog, check every rule, say what changed since the last approval, and write the \
             snapshot. Commit it and review its changes like those of a lockfile; a catalog without changes leaves the \
             file as it is.\n\n\
             A tool that changed under an unchanged version breaks the vendor's promise: it is reported and not written.",
        )
        .after_help(
            "Exit status: 0 written or unchanged (--check: unchanged), 1 a broken promise (--check: any change), \
             2 unreachable, not a catalog, or a snapshot that was edited.",
        )
        .arg(
            Arg::new("url")
                .value_name("URL")
                .help("The root of the API, the part before `/tools` [default: that of the snapshot]"),
        )
        .arg(
            Arg::new("output")
                .short('o')
                .long("output")
                .value_name("FILE")
                .help("The snapshot [default: approved/HOST.json]"),
        )
        .arg(
            Arg::new("check")
                .long("check")
                .action(ArgAction::SetTrue)
                .help("Write nothing; say what changed since the snapshot"),
        )
        .arg(
            Arg::new("accept-broken-lock")
                .long("accept-broken-lock")
                .action(ArgAction::SetTrue)
                .conflicts_with("check")
                .help("Approve tools that changed under an unchanged version"),
        )
        .arg(header_argument())
}

pub(super) fn run(matches: &ArgMatches) -> Outcome {
    let (endpoint, path) = target(matches)?;
    let check = matches.get_flag("check");
    let approved = if check { Some(required(&path)?) } else { None };
    let catalog = fetch::catalog(&endpoint)?;
    let mut warnings = Report::new(true);
    for warning in &catalog.warnings {
        warnings.line(format!("warning: {warning}"));
    }
    warnings.member(
        "warnings",
        catalog
            .warnings
            .iter()
            .map(|found| on_page(found).json)
            .collect::<Value>(),
    );
    let fetched = catalog.into_snapshot();
    match approved {
        Some(approved) => Ok(compared(warnings, &approved, &fetched, &path)),
        None => written(
            warnings,
            &fetched,
            &path,
            matches.get_flag("accept-broken-lock"),
        ),
    }
}

/// The server and the file, either of which tells the other.
fn target(matches: &ArgMatches) -> Result<(Endpoint, PathBuf), Failure> {
    let output = matches.get_one::<String>("output").map(PathBuf::from);
    match (matches.get_one::<String>("url"), output) {
        (Some(url), Some(path)) => Ok((endpoint(url, matches)?, path)),
        (Some(url), None) => {
            let endpoint = endpoint(url, matches)?;
            let path = default_path(&endpoint);
            Ok((endpoint, path))
        }
        (None, Some(path)) => {
            let url = required(&path)?.url;
            Ok((endpoint(&url, matches)?, path))
        }
        (None, None) => Err(Failure::new(
            "nothing to fetch: give the URL of an API, or a snapshot to fetch again with `-o FILE`",
        )),
    }
}

/// `approved/api.weather.example.json`, with the port if there is one.
fn default_path(endpoint: &Endpoint) -> PathBuf {
    let url = endpoint.url();
    let host = url
        .split("://")
        .nth(1)
        .unwrap_or_default()
        .split('/')
        .next()
        .unwrap_or_default();
    let plain = |character: char| {
        if character.is_ascii_alphanumeric() || character == '.' {
            character
        } else {
            '-'
        }
    };
    let name: String = host.chars().map(plain).collect();
    Path::new("approved").join(format!("{name}.json"))
}

/// The snapshot that must be there.
fn required(path: &Path) -> Result<Snapshot, Failure> {
    if !path.exists() {
        let shown = shown(path);
        return Err(Failure::new(format!(
            "{shown}: no snapshot; approve one with `cargo a2t fetch URL -o {shown}`"
        )));
    }
    let failed = |source| {
        Failure::from(Error::Unverified {
            path: path.to_owned(),
            source,
        })
    };
    snapshot::read(&bytes(path)?).map_err(failed)
}

fn compared(mut report: Report, old: &Snapshot, new: &Snapshot, path: &Path) -> Report {
    let changes = snapshot::compare(old, new);
    let moved = old.url != new.url;
    let state = match (changes.is_empty(), moved) {
        (true, false) => "up to date",
        (true, true) => "another address",
        (false, _) => "the catalog changed",
    };
    summary(&mut report, path, state, (Some(old), new), &changes);
    if moved {
        report.line(format!("  approved at {}", old.url));
    }
    report.member("approvedUrl", old.url.clone());
    let holds = changes.is_empty() && !moved;
    if !holds {
        report.line(format!(
            "to approve: cargo a2t fetch {} -o {}",
            new.url,
            shown(path)
        ));
    }
    report.member("written", false);
    report.hold(holds);
    report
}

fn written(mut report: Report, new: &Snapshot, path: &Path, accept: bool) -> Outcome {
    // What is wrong with it, `update` says.
    let old = bytes(path)
        .ok()
        .and_then(|bytes| snapshot::read(&bytes).ok());
    let old = old.as_ref();
    match snapshot::update(path, new, accept) {
        Ok(update) => {
            let state = if update.written {
                "written"
            } else {
                "unchanged"
            };
            summary(&mut report, path, state, (old, new), &update.changes);
            report.member("written", update.written);
        }
        Err(Error::BrokenPromise { changes }) => {
            summary(&mut report, path, "not written", (old, new), &changes);
            report.line(
                "a published version may not change (A2T-28): ask the vendor, or approve it all the same with --accept-broken-lock",
            );
            report.member("written", false);
            report.hold(false);
        }
        Err(error) => return Err(error.into()),
    }
    Ok(report)
}

fn summary(
    report: &mut Report,
    path: &Path,
    state: &str,
    (old, new): (Option<&Snapshot>, &Snapshot),
    changes: &[Change],
) {
    let noun = if new.tools.len() == 1 {
        "tool"
    } else {
        "tools"
    };
    report.line(format!(
        "{}: {state}, {} {noun} at {}",
        shown(path),
        new.tools.len(),
        new.url
    ));
    for change in changes {
        report.line(format!("  {change}"));
        if let Some(judged) = judged(change, old, new) {
            let (letter, wire) = (judged.letter(), judged.wire());
            report.line(format!("    letter: {letter}, wire: {wire}"));
            let findings = judged.findings().iter();
            findings.for_each(|finding| report.line(format!("    {finding}")));
        }
    }
    report.member("file", shown(path));
    report.member("url", new.url.clone());
    report.member("tools", new.tools.len());
    report.member(
        "changes",
        changes
            .iter()
            .map(|change| value(change, judged(change, old, new)))
            .collect::<Value>(),
    );
}

/// What changed in a tool that has another version, or broke its lock.
fn judged(change: &Change, old: Option<&Snapshot>, new: &Snapshot) -> Option<evolution::Report> {
    if !matches!(change.kind, Kind::NewVersion | Kind::BrokenLock) {
        return None;
    }
    let tool = |snapshot: &'_ Snapshot| {
        let mut tools = snapshot.tools.iter();
        tools.find(|tool| tool.tool_id == change.id).cloned()
    };
    Some(evolution::diff(&tool(old?)?, &tool(new)?, Profile::Default))
}

fn value(change: &Change, judged: Option<evolution::Report>) -> Value {
    let mut value = json!({
        "kind": change.kind.slug(),
        "toolId": change.id.to_string(),
        "name": change.name,
        "from": change.from,
        "to": change.to,
        "pointers": change.pointers,
    });
    if let (Some(members), Value::Object(judged)) = (value.as_object_mut(), json!(judged)) {
        members.extend(judged);
    }
    value
}
