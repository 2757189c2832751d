//! `cargo a2t fetch --mcp URL` and `--mcp-stdio -- COMMAND`: the tools of a server of MCP become an
//! approved snapshot, or are compared with one; those of a toolset of RAP (`--rap`) likewise.

mod change;
mod left_out;
mod source;

use std::path::PathBuf;
use std::time::Duration;

use a2t::mcp::client::{Client, Error, Kind, Listed, Snapshot, Source};
use a2t_codegen::snapshot;
use a2t_core::error::inert;
use a2t_core::rule::Profile;
use a2t_core::wire::walk;
use clap::Args;
use serde_json::json;

use super::approved::{Approved, variable};
use super::config::Configured;
use super::summary::reported;
use super::target::default_path;
use super::{Fetch, Found, rap};
use crate::catalog::{Bounded, report_deprecated, shown};
use crate::mcp::{Document, changed, location};
use crate::progress::Progress;
use crate::report::{CommandError, Format, Report};
use change::{Change, changes};
use left_out::{none, readable, report_rejected};
pub(super) use source::kept;
use source::{NO_COMMAND, address, again, named};

#[derive(Args, Clone)]
#[command(next_help_heading = "MCP")]
pub(super) struct Arguments {
    #[arg(
        long,
        value_name = "URL",
        conflicts_with_all = [
            "sources", "mcp_stdio", "accept_broken_lock", "versions", "tag", "hold", "release",
        ],
        help = "Fetch the tools of the MCP server at this endpoint, such as https://tools.example/mcp"
    )]
    mcp: Option<String>,
    #[arg(
        long,
        conflicts_with_all = ["accept_broken_lock", "versions", "tag", "hold", "release"],
        help = "Fetch the tools of the MCP server that COMMAND starts [default: the command of the \
                snapshot, or of each]"
    )]
    mcp_stdio: bool,
    #[arg(
        long,
        value_name = "NAME",
        requires = "mcp_stdio",
        help = "Let the command see the environment variable NAME; may be repeated"
    )]
    pass_env: Vec<String>,
    #[arg(
        long,
        value_name = "NAME",
        requires = "mcp_stdio",
        help = "Replace the value of the environment variable NAME in the arguments of COMMAND by \
                ${NAME} in the snapshot; may be repeated"
    )]
    arg_env: Vec<String>,
    #[arg(last = true, value_name = "COMMAND", requires = "mcp_stdio")]
    command: Vec<String>,
}

impl Arguments {
    /// Starts a command for this snapshot only if the snapshot is of a server that a command starts.
    pub(super) fn start_only_what(&mut self, old: Option<&Approved>, is_one: bool) {
        let old = old.filter(|old| matches!(old.source, Source::Stdio { .. }));
        self.mcp_stdio &= old.is_some();
        // Of several servers, each gets only what it was approved with.
        if let Some(old) = old.filter(|_| !is_one) {
            self.pass_env.retain(|name| old.pass_env.iter().any(|one| variable(one) == name));
            self.arg_env.retain(|name| old.arg_env.contains(name));
        }
    }

    /// Returns the command of a snapshot whose server must be started by it, unless the command may
    /// run.
    pub(super) fn not_started(&self, source: &Source) -> Option<String> {
        let is_command = matches!(source, Source::Stdio { .. });
        (is_command && !self.mcp_stdio).then(|| location(source))
    }

    /// Returns whether commands may see this environment variable.
    pub(super) fn passes(&self, name: &str) -> bool {
        self.pass_env.iter().any(|one| one == name)
    }

    /// Returns the environment variables that commands may see.
    pub(super) fn passed(&self) -> impl Iterator<Item = &str> {
        self.pass_env.iter().map(String::as_str)
    }

    /// Gives these environment variables to the command, and those to its arguments, in place of others.
    pub(super) fn give(&mut self, [pass, named]: &[Vec<String>; 2]) {
        (self.pass_env, self.arg_env) = (pass.clone(), named.clone());
    }

    /// Returns whether a command is given, besides those in snapshots.
    pub(super) fn starts_another(&self) -> bool {
        !self.command.is_empty()
    }
}

/// A server of MCP that is to be asked.
pub(super) struct Asked {
    /// The way to it, with its secrets.
    asked: Source,
    /// The same as the snapshot has it.
    source: Source,
    /// Warnings of secrets that the snapshot does not have.
    hidden: Vec<String>,
    path: PathBuf,
    old: Option<Document>,
    /// A configuration has another way to the server than was approved, so that it is not asked.
    is_elsewhere: bool,
}

impl Asked {
    /// `None` where the arguments are about a vendor of A2T.
    pub(super) fn new(fetch: &Fetch) -> Result<Option<Self>, CommandError> {
        if let Some(server) = &fetch.config.server {
            return Self::configured(fetch, server.clone()).map(Some);
        }
        if let (true, Some(source)) = (fetch.mcp.mcp_stdio, fetch.source()) {
            return Err(CommandError::new(format!(
                "`{}` and --mcp-stdio are two servers; give one of them",
                inert(source)
            )));
        }
        let old = fetch.output.as_deref().map(Document::read).transpose()?.flatten();
        let rap = fetch.rap.rap.as_ref().map(|url| Source::Rap { url: url.clone() });
        let given = match (&fetch.mcp.mcp, fetch.mcp.mcp_stdio, &old) {
            _ if rap.is_some() => rap,
            (Some(url), _, _) => Some(Source::Http { url: url.clone() }),
            (None, true, _) if !fetch.mcp.command.is_empty() => {
                Some(Source::Stdio { command: fetch.mcp.command.clone() })
            }
            (None, true, None) => return Err(CommandError::new(NO_COMMAND)),
            (None, _, Some(_)) if fetch.sources.is_empty() => None,
            _ => return Ok(None),
        };
        let asked = match (given, &old) {
            (Some(source), _) => named(source, &fetch.mcp.arg_env)?,
            (None, Some(old)) => again(&old.snapshot, fetch)?,
            (None, None) => return Ok(None),
        };
        let (source, hidden) = kept(&asked);
        let path = match (&fetch.output, &source) {
            (Some(path), _) => path.clone(),
            (None, Source::Http { url } | Source::Rap { url }) => {
                let root = url.split('?').next().unwrap_or_default();
                default_path(&fetch.server.endpoint(root)?)
            }
            (None, _) => {
                return Err(CommandError::new(
                    "set the snapshot's file with `-o FILE`, such as `-o approved/git.json`",
                ));
            }
        };
        let old = match &fetch.output {
            Some(_) => old,
            None => Document::read(&path)?,
        };
        Ok(Some(Self { asked, source, hidden, path, old, is_elsewhere: false }))
    }

    /// A server of a host's configuration.
    fn configured(fetch: &Fetch, server: Configured) -> Result<Self, CommandError> {
        let path = fetch.output.clone().unwrap_or_default();
        let old = if path.exists() { Document::read(&path)? } else { None };
        let is_elsewhere = |old: &Document| old.snapshot.source != server.source;
        let is_elsewhere = fetch.check && old.as_ref().is_some_and(is_elsewhere);
        let Configured { asked, source, hidden, .. } = server;
        Ok(Self { asked, source, hidden, path, old, is_elsewhere })
    }

    pub(super) fn run(self, fetch: &Fetch) -> Result<Found, CommandError> {
        if fetch.check && self.old.is_none() {
            return Err(CommandError::new(format!(
                "{}: no snapshot; approve one without --check first",
                shown(&self.path)
            )));
        }
        let mut report = Report::new(true);
        report.lines("hidden", self.hidden.iter().cloned());
        let new = match self.old.as_ref().filter(|_| self.is_elsewhere) {
            Some(old) => {
                let mut moved = old.snapshot.clone();
                moved.source = self.source.clone();
                moved
            }
            None => self.fetched(fetch, &mut report)?,
        };
        let new = match (address(&self.source), &fetch.config.server) {
            (Some(url), _) => new.headers(self.server(fetch).variables(url)?),
            (None, Some(Configured { names: [pass, named], .. })) => {
                new.environment(pass.clone(), named.clone())
            }
            (None, None) => new.environment(fetch.mcp.pass_env.clone(), fetch.mcp.arg_env.clone()),
        };
        let new = match &self.old {
            Some(old) => snapshot::following(new, &old.snapshot),
            None => new,
        };
        report_deprecated(&new.tools);
        let changes = changes(self.old.as_ref().map(|old| &old.snapshot), &new);
        let compare = |old| changed(old, &new, None, Profile::Default, Format::Human);
        let compared = self.old.as_ref().map(compare);
        // A file that is written again no longer has the lines that the findings point to.
        if let Some(compared) = compared.as_ref().filter(|_| fetch.check) {
            compared.add_to(&mut report);
        }
        let state = if fetch.check {
            let same = compared.as_ref().is_none_or(|compared| compared.diagnostics.is_empty());
            report.hold(same);
            report.member("written", false);
            match (same, changes.is_empty()) {
                (true, _) => "up to date",
                (false, true) => "the server changed",
                (false, false) => "the tools changed",
            }
        } else {
            let written = self.write(&new)?;
            report.member("written", written);
            if written { "written" } else { "unchanged" }
        };
        let summary = self.summary(&mut report, state, &new, &changes);
        let diagnostics = compared.map_or_else(Vec::new, |compared| compared.diagnostics);
        Ok(Found { report, diagnostics, summary })
    }

    fn fetched(&self, fetch: &Fetch, report: &mut Report) -> Result<Snapshot, CommandError> {
        let progress = Progress::new();
        progress.show(&format!("asking {}", location(&self.source)));
        if let Source::Rap { url } = &self.asked {
            let mut whole = rap::fetched(url, &self.server(fetch))?;
            (whole.source, _) = kept(&whole.source);
            let wanted = self.wanted(fetch)?;
            let mut listed = Listed::default();
            listed.tools.clone_from(&whole.tools);
            self.complete(&wanted, &listed)?;
            return Ok(readable(whole, report).selected(wanted));
        }
        let client = self.client(fetch)?;
        let limits = fetch.server.limits();
        let bounds =
            walk::Bounds { pages: limits.pages, tools: limits.tools, bytes: limits.document };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(CommandError::new)?;
        let asked = async {
            let listed = client.listed_within(bounds).await?;
            Ok::<_, Error>((listed, client.server().await?, client.revision().await?))
        };
        let (listed, server, revision) =
            runtime.block_on(asked).map_err(|error| self.tried(&error))?;
        report_rejected(&listed, report);
        let wanted = self.wanted(fetch)?;
        self.complete(&wanted, &listed)?;
        if listed.tools.is_empty() && !fetch.check {
            return Err(none(&listed));
        }
        let snapshot = Snapshot::new(self.source.clone(), listed.tools).of_server(server, revision);
        Ok(readable(snapshot, report).selected(wanted))
    }

    /// The server, with the headers that the snapshot asks for if it names the address.
    fn server(&self, fetch: &Fetch) -> Bounded {
        let is_given = fetch.mcp.mcp.is_some() || fetch.rap.rap.is_some();
        let is_given = is_given || fetch.config.server.is_some();
        match self.old.as_ref().filter(|_| !is_given) {
            Some(old) => fetch.server.asked_by(&self.path, &old.snapshot.headers),
            None => fetch.server.clone(),
        }
    }

    fn client(&self, fetch: &Fetch) -> Result<Client, CommandError> {
        let limits = fetch.server.limits();
        match &self.asked {
            Source::Http { url } => {
                let headers = self.server(fetch).headers(url)?.into_iter();
                let configured = fetch.config.server.iter().flat_map(|one| one.headers.clone());
                let builder = Client::http_builder(url)
                    .proxy_from_env()
                    .attempt_timeout(limits.attempt)
                    .total_timeout(limits.total)
                    .max_reply_bytes(limits.document);
                let add = |builder: a2t::mcp::client::HttpBuilder,
                           (name, value): (String, String)| {
                    builder.header(name, value)
                };
                let client = headers.chain(configured).fold(builder, add).build();
                client.map_err(|error| CommandError::new(self.unfilled(&error.to_string())))
            }
            Source::Stdio { command } => {
                if fetch.server.unbound().is_some() {
                    return Err(CommandError::new("a command takes no headers; see --pass-env"));
                }
                let (program, arguments) =
                    command.split_first().ok_or_else(|| CommandError::new(NO_COMMAND))?;
                let builder = Client::command_builder(program, arguments)
                    .attempt_timeout(limits.attempt)
                    .total_timeout(limits.total.max(Duration::from_secs(1)))
                    .max_reply_bytes(limits.document);
                let names = fetch.mcp.pass_env.iter();
                let builder = names.fold(builder, |builder, name| builder.inherit_env(name));
                let variables = fetch.config.server.iter().flat_map(|one| &one.environment);
                let builder =
                    variables.fold(builder, |builder, (name, value)| builder.env(name, value));
                let names = fetch.mcp.arg_env.iter();
                Ok(names.fold(builder, |builder, name| builder.arg_env(name)).build())
            }
            _ => Err(CommandError::new("this version does not know how to reach such a server")),
        }
    }

    /// The names that are asked for, none for every tool.
    fn wanted(&self, fetch: &Fetch) -> Result<Vec<String>, CommandError> {
        let named = fetch.picked.names()?;
        Ok(match &self.old {
            Some(old) if named.is_empty() && !fetch.all => old.snapshot.selection.clone(),
            _ => named.to_vec(),
        })
    }

    /// Refuses names that no tool has that can be used.
    fn complete(&self, wanted: &[String], listed: &Listed) -> Result<(), CommandError> {
        let lines = wanted.iter().filter_map(|name| {
            if listed.tools.iter().any(|tool| tool.name == *name) {
                return None;
            }
            let rejected =
                listed.rejected.iter().find(|rejected| rejected.name.as_ref() == Some(name));
            let shown = inert(name);
            Some(match rejected {
                Some(rejected) => format!("`{shown}` breaks rules:\n{}", rejected.violations),
                None => {
                    let names = listed.tools.iter().map(|tool| &*tool.name);
                    let meant = crate::text::meant(name, names);
                    format!("no tool is called `{shown}`{meant}")
                }
            })
        });
        let lines: Vec<_> = lines.collect();
        if lines.is_empty() { Ok(()) } else { Err(CommandError::new(lines.join("\n"))) }
    }

    fn tried(&self, error: &Error) -> CommandError {
        let advice = match error.kind() {
            Kind::Connect { .. }
            | Kind::Timeout { .. }
            | Kind::Handshake { .. }
            | Kind::Ended { .. } => {
                "\ntried the handshake of revision 2026-07-28, and that of the older ones where the \
                 server did not take it; nothing was written"
            }
            _ => "",
        };
        CommandError::unreached(format!("{}{advice}", self.unfilled(&error.to_string())))
    }

    /// Returns the text with the address as the snapshot has it, since variables in it may be secrets.
    fn unfilled(&self, text: &str) -> String {
        let Source::Http { url } = &self.asked else {
            return text.to_owned();
        };
        let kept = location(&self.source);
        text.replace(&location(&self.asked), &kept).replace(url, &kept)
    }

    /// Writes the snapshot, unless the file has it already.
    fn write(&self, new: &Snapshot) -> Result<bool, CommandError> {
        Ok(snapshot::write(&self.path, new)?)
    }

    fn summary(
        &self,
        report: &mut Report,
        state: &str,
        new: &Snapshot,
        changes: &[Change],
    ) -> String {
        let noun = if new.tools.len() == 1 { "tool" } else { "tools" };
        let (path, location) = (shown(&self.path), location(&new.source));
        let who = format!("{} {}", inert(&new.server.name), inert(&new.server.version));
        let who = if who == " " { String::new() } else { format!(" ({who})") };
        let summary = format!("{path}: {state}, {} {noun} of {location}{who}", new.tools.len());
        reported(report, &self.path, &summary, new, changes.iter().map(Change::reported).collect());
        report.member("source", location);
        report.member("server", json!({"name": new.server.name, "version": new.server.version}));
        report.member("revision", new.revision.clone());
        summary
    }
}
