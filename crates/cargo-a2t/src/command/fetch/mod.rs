//! `cargo a2t fetch`: a vendor's catalog becomes an approved snapshot, or is compared with one.

mod approved;
mod config;
mod file;
mod found;
mod mcp;
mod rap;
pub(super) mod summary;
mod target;

use std::path::{Path, PathBuf};

use a2t_codegen::fetch::{self, Endpoint, PageDiagnostic};
use a2t_codegen::snapshot::{self, Snapshot};
use a2t_codegen::{Selection, few};
use a2t_core::error::inert;
use clap::Args;
use serde_json::Value;

use super::diff::since;
use crate::catalog::{self, Bounded, Picked, bytes, on_page, report_deprecated, shown};
use crate::diagnostic::Diagnostic;
use crate::progress::Progress;
use crate::report::{CommandError, Format, Outcome, Report};
use crate::text::fitted;
use found::Found;
use summary::{advise, command_for, headline, summary, updated};
use target::{Origin, Target, required};

const PROMISE: &str = "a published version may not change (A2T-28): ask the vendor, or approve it \
                       all the same with --accept-broken-lock";
const SEVERAL: &str = "several catalogs are only compared, each with its own server: \
                       `cargo a2t fetch --check FILE …`, without -o; approve one at a time";

#[derive(Args)]
#[command(
    about = "Fetch a vendor's catalog into an approved snapshot",
    long_about = "Fetch a vendor's catalog, check every rule, report what changed since the last \
                  approval, and write the snapshot. Commit it and review its changes like those of \
                  a lockfile; a catalog without changes leaves the file as it is.\n\n\
                  The snapshot records what was selected with --tool, --tag and --versions and \
                  what is held with --hold, and the next fetch selects the same. The whole catalog \
                  is read. Selected tools must obey every rule. Other tools that break one are \
                  reported and left out.\n\n\
                  A tool that changed under an unchanged version breaks the vendor's promise: it \
                  is reported and not written.\n\n\
                  With --check and several snapshots, each is compared with its own server, even \
                  if another one cannot be reached. The snapshot records the name of the \
                  environment variable of --header-env, but not the header. If the address comes \
                  from a snapshot, its server gets the header only if --header-env NAME=ORIGIN \
                  allows that origin.\n\n\
                  With --mcp or --mcp-stdio the tools are those of a server of the Model Context \
                  Protocol, with --rap those of a toolset of the Reactive Agent Protocol.\n\n\
                  With --config they are those of all servers in the configuration of an MCP host, \
                  each in its own snapshot. The report names the commands that start servers; \
                  --mcp-stdio runs them. The values of variables and headers are in no snapshot. \
                  With --check, a server whose command or address is not the one that was approved \
                  has changed, and is not asked.",
    after_help = "Exit status: 0 written or unchanged (--check: unchanged), 1 a broken promise \
                  (--check: any change), 2 unreachable, not a catalog, an edited snapshot (any of \
                  several), or a server that --config would approve and that was not started."
)]
#[derive(Clone)]
pub(crate) struct Fetch {
    #[arg(
        value_name = "URL|FILE",
        help = "The root of the API, the part before `/tools`, or a file that the vendor gave you; \
                with --check and without -o, any number of snapshots [default: where the snapshot \
                came from]"
    )]
    sources: Vec<String>,
    #[arg(
        short,
        long,
        value_name = "FILE",
        value_parser = catalog::file(),
        help = "The snapshot [default: approved/HOST.json]"
    )]
    output: Option<PathBuf>,
    /// Write nothing; print what changed since the snapshot
    #[arg(long)]
    check: bool,
    /// Approve tools that changed under an unchanged version, and lists of versions that contradict
    /// each other
    #[arg(long, conflicts_with = "check")]
    accept_broken_lock: bool,
    #[command(flatten)]
    picked: Picked,
    /// Approve every version of each tool, not only the newest
    #[arg(long)]
    versions: bool,
    #[arg(
        long,
        value_name = "NAME|ID@VERSION",
        help = "Keep this tool at VERSION, even if there are newer ones; may be repeated, also for \
                several versions of a tool"
    )]
    hold: Vec<String>,
    /// Stop holding a tool, and take its newest version
    #[arg(long, value_name = "NAME|ID")]
    release: Vec<String>,
    /// Forget what was selected and held: approve every tool
    #[arg(long, conflicts_with_all = ["tool", "tag", "versions", "hold", "release"])]
    all: bool,
    #[command(flatten)]
    mcp: mcp::Arguments,
    #[command(flatten)]
    rap: rap::Toolset,
    #[command(flatten)]
    config: config::Host,
    #[command(flatten, next_help_heading = "Headers")]
    server: Bounded,
}

impl Fetch {
    pub(super) fn is_check(&self) -> bool {
        self.check
    }

    pub(super) fn run(&self, format: Format) -> Outcome {
        if let Some(file) = self.config.file() {
            return config::fetched(self, file, format);
        }
        if let Some(files) = self.snapshots()? {
            return approved::checked(self, &files, format);
        }
        Ok(self.one(format)?.report(format))
    }

    /// The snapshots to check, unless the arguments are about one catalog.
    fn snapshots(&self) -> Result<Option<Vec<PathBuf>>, CommandError> {
        let is_url = |source: &String| source.contains("://");
        let several = self.sources.len() > 1;
        if !self.check || self.output.is_some() || self.sources.iter().any(is_url) {
            return if several { Err(CommandError::new(SEVERAL)) } else { Ok(None) };
        }
        let files: Vec<_> = self.sources.iter().map(PathBuf::from).collect();
        Ok((!files.is_empty()).then_some(files))
    }

    fn source(&self) -> Option<&String> {
        self.sources.first()
    }

    /// One catalog, approved or compared with its snapshot.
    fn one(&self, format: Format) -> Result<Found, CommandError> {
        if let Some(path) = &self.output {
            catalog::writable(path)?;
        }
        if let Some(asked) = mcp::Asked::new(self)? {
            return asked.run(self);
        }
        let target = Target::new(self)?;
        let approved = match target.approved {
            Some(approved) => Some(approved),
            None if self.check => Some(required(&target.path)?),
            None => {
                // `update` reports what is wrong with it.
                let bytes = bytes(&target.path).ok();
                bytes.and_then(|bytes| snapshot::read(&bytes).ok())
            }
        };
        let selection = self.selected(approved.as_ref())?;
        let accept = self.accept_broken_lock;
        let mut report = Report::new(true);
        let fetched = match &target.origin {
            Origin::Url(endpoint) => {
                fetched(endpoint, selection, accept, approved.as_ref(), &mut report)
            }
            Origin::File(path) => {
                let remembered = approved.as_ref().map(|old| old.selection.clone());
                let selection = selection.or(remembered).unwrap_or_default();
                file::read(path, &selection, accept, &mut report)?
            }
        };
        let fetched = match fetched {
            Err(error) if error.breaks_promise() => {
                return Ok(denied(report, &error, &target.path));
            }
            fetched => {
                let fetched = fetched?;
                let variables = target.server.variables(&fetched.source.to_string())?;
                fetched.headers(variables)
            }
        };
        report_deprecated(&fetched.tools);
        match approved {
            Some(approved) if self.check => {
                compared(report, &approved, &fetched, &target.path, format)
            }
            old => written(report, old.as_ref(), &fetched, &target.path, accept),
        }
    }

    /// `None` where the arguments leave the selection to the snapshot.
    fn selected(&self, approved: Option<&Snapshot>) -> Result<Option<Selection>, CommandError> {
        if self.all {
            return Ok(Some(Selection::default()));
        }
        let named = self.picked.selection();
        let is_named = !named.is_everything();
        if !is_named && !self.versions && self.hold.is_empty() && self.release.is_empty() {
            return Ok(None);
        }
        let earlier = approved.map(|old| old.selection.clone()).unwrap_or_default();
        let tools = approved.map(|old| &*old.tools).unwrap_or_default();
        let mut selection = if is_named { named.holding_as(&earlier, tools) } else { earlier };
        if self.versions {
            selection = selection.all_versions();
        }
        for tool in &self.release {
            let before = selection.holds().len();
            selection = selection.release(tool, tools);
            if selection.holds().len() == before {
                let held = match selection.holds() {
                    [] => "nothing is".to_owned(),
                    holds => format!("held are {}", few(holds.iter().map(|hold| inert(hold)))),
                };
                return Err(CommandError::new(format!("`{}` is not held; {held}", inert(tool))));
            }
        }
        for tool in &self.hold {
            let name = tool.rsplit_once('@').map_or(&**tool, |(name, _)| name);
            selection = selection.release(name, tools);
        }
        Ok(Some(self.hold.iter().fold(selection, Selection::hold)))
    }
}

fn fetched(
    endpoint: &Endpoint,
    selection: Option<Selection>,
    accept: bool,
    approved: Option<&Snapshot>,
    report: &mut Report,
) -> Result<Snapshot, fetch::Error> {
    let progress = Progress::new();
    let on_progress = |done| progress.fetched(done);
    let mut request =
        fetch::Request::default().progress(&on_progress).accept_broken_promises(accept);
    if let Some(approved) = approved {
        request = request.since(approved);
    }
    if let Some(selection) = &selection {
        request = request.selection(selection);
    }
    let catalog = fetch::selected(endpoint, &request);
    drop(progress);
    let catalog = catalog?;
    let warnings = fetch::alike(&catalog.warnings);
    report.lines("warnings", warnings.iter().map(|warning| format!("warning: {warning}")));
    accepted(&catalog.denied, report);
    let refused: Vec<_> = catalog.refused.iter().map(catalog::refused).collect();
    catalog::report_rejected(&refused, report);
    let unmatched = catalog.unmatched.iter();
    let unmatched = unmatched.map(|found| format!("warning: selected before: {found}"));
    report.lines("unmatched", unmatched);
    let warnings = catalog.warnings.iter();
    report.member("warnings", warnings.map(|found| on_page(found).json()).collect::<Value>());
    report.member("unmatched", catalog.unmatched.clone());
    Ok(catalog.into_snapshot())
}

/// The vendor's documents deny each other, so there is nothing to approve.
fn denied(mut report: Report, error: &fetch::Error, path: &Path) -> Found {
    let mut findings = Vec::new();
    report.line(error.to_string());
    report.line(fitted("", PROMISE));
    if let fetch::Error::Invalid { diagnostics, .. } = error {
        findings.extend(diagnostics.iter().map(on_page));
        report.member("findings", findings.iter().map(Diagnostic::json).collect::<Value>());
    }
    report.member("written", false);
    report.hold(false);
    let findings = findings.into_iter().map(|one| one.in_file(path, None)).collect();
    Found { report, diagnostics: findings, summary: format!("{}: {PROMISE}", shown(path)) }
}

fn accepted(denied: &[PageDiagnostic], report: &mut Report) {
    report.lines("accepted", denied.iter().map(|finding| format!("accepted: {finding}")));
    if !denied.is_empty() {
        let denied = denied.iter().map(|found| on_page(found).json());
        report.member("accepted", denied.collect::<Value>());
    }
}

fn compared(
    mut report: Report,
    old: &Snapshot,
    new: &Snapshot,
    path: &Path,
    format: Format,
) -> Result<Found, CommandError> {
    let changes = snapshot::compare(old, new);
    let moved = old.source != new.source;
    let reselected = old.selection != new.selection;
    let state = match (changes.is_empty(), moved) {
        (true, false) if reselected || old.tools.len() != new.tools.len() => "another selection",
        (true, false) => "up to date",
        (true, true) => "another address",
        (false, _) => "the catalog changed",
    };
    summary(&mut report, path, state, Some(old), new, &changes);
    if moved {
        report.line(format!("  approved at {}", old.source));
    }
    report.member("approvedUrl", old.source.to_string());
    let holds = state == "up to date";
    if !holds {
        advise(&mut report, &command_for(old, new, path), &changes);
    }
    report.member("written", false);
    report.hold(holds);
    let diagnostics =
        if format.is_findings() { since(path, old, new, &changes)? } else { Vec::new() };
    Ok(Found { report, diagnostics, summary: headline(path, state, new) })
}

fn written(
    mut report: Report,
    old: Option<&Snapshot>,
    new: &Snapshot,
    path: &Path,
    accept: bool,
) -> Result<Found, CommandError> {
    let kept = updated(&mut report, old, new, path, accept, PROMISE)?;
    report.hold(kept);
    Ok(Found { report, diagnostics: Vec::new(), summary: String::new() })
}
