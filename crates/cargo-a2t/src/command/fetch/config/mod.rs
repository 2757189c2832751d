//! `cargo a2t fetch --config FILE`: each server in the configuration of an MCP host gets a snapshot, or is compared
//! with it.

mod name;
mod read;
mod server;
mod template;

use std::path::{Path, PathBuf};

use a2t_core::error::inert;
use clap::Args;

use super::Fetch;
use super::approved::{self, Approved, Checked, variable};
use crate::catalog::{Variable, shown};
use crate::mcp::Document;
use crate::progress::Progress;
use crate::report::{CommandError, Format, Outcome};
pub(super) use server::Configured;
use server::Server;

#[derive(Args, Clone)]
#[command(next_help_heading = "Configuration of an MCP host")]
pub(super) struct Host {
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = [
            "sources", "mcp", "rap", "command", "arg_env", "tool", "tag", "versions", "hold", "release",
            "accept_broken_lock",
        ],
        help = "Fetch the tools of every MCP server in this file, such as .mcp.json or .vscode/mcp.json; -o \
                is then the folder of the snapshots [default: approved]"
    )]
    config: Option<PathBuf>,
    #[arg(
        long,
        value_name = "NAME[=ORIGIN]",
        requires = "config",
        value_parser = Variable::parse,
        help = "Replace ${NAME} in the file by the environment variable NAME: with an ORIGIN such as \
                https://tools.example for that server, without one for the servers that commands start; \
                may be repeated"
    )]
    config_env: Vec<Variable>,
    /// The server of the file that one fetch is about.
    #[arg(skip)]
    pub(super) server: Option<Configured>,
}

impl Host {
    pub(super) fn file(&self) -> Option<&Path> {
        self.config.as_deref()
    }

    /// Returns whether a server may have this environment variable: the one at an origin, or one that a command
    /// starts.
    fn allows(&self, name: &str, origin: Option<&str>) -> bool {
        self.config_env.iter().any(|one| one.is_for(name, origin))
    }
}

/// Fetches or compares all servers of a configuration: one that fails hides no other.
pub(super) fn fetched(fetch: &Fetch, file: &Path, format: Format) -> Outcome {
    approved::refuse_unbound(fetch)?;
    let folder = fetch.output.clone().unwrap_or_else(|| "approved".into());
    if folder.exists() && !folder.is_dir() {
        return Err(CommandError::new(format!(
            "{}: not a folder; with --config, -o is the folder of the snapshots",
            shown(&folder)
        )));
    }
    let document = read::servers(file)?;
    let files = name::files(document.keys().map(String::as_str));
    let servers: Vec<_> = document.values().map(Server::read).collect();
    refuse_unasked(fetch, &servers, file)?;
    let progress = Progress::new();
    let (mut checked, count) = (Vec::new(), servers.len());
    for (index, ((name, found), server)) in document.keys().zip(files).zip(servers).enumerate() {
        let path = folder.join(&found.file);
        progress.of(index, count, &path);
        let server = match found.same_as {
            Some(other) => Err(name::taken(&found.file, &other)),
            None => server,
        };
        let server = server.and_then(|server| writable(fetch, &path).map(|()| server));
        let failed = |reason: String| {
            let (name, file) = (inert(name), shown(file));
            Checked::from_result(
                &path,
                Err(CommandError::new(format!("`{name}` of {file}: {reason}"))),
            )
        };
        checked.push(match server {
            Ok(server) => one(fetch, &server, &path, format).unwrap_or_else(failed),
            Err(reason) => failed(reason),
        });
    }
    drop(progress);
    Ok(approved::report(checked, format, fetch.check))
}

/// Refuses `--pass-env` with a name that would have no effect.
fn refuse_unasked(
    fetch: &Fetch,
    servers: &[Result<Server, String>],
    file: &Path,
) -> Result<(), CommandError> {
    let asked: Vec<_> = servers.iter().flatten().flat_map(Server::asks_for).collect();
    match fetch.mcp.passed().find(|name| !asked.contains(name)) {
        Some(name) => Err(CommandError::new(format!(
            "--pass-env {}: no server of {} asks for it, such as by `\"NAME\": \"${{input:…}}\"` in its `env`",
            inert(name),
            shown(file)
        ))),
        None => Ok(()),
    }
}

/// Names in a configuration come from others: a file that is not a snapshot of an MCP server stays.
fn writable(fetch: &Fetch, path: &Path) -> Result<(), String> {
    if fetch.check || !path.exists() {
        return Ok(());
    }
    match Document::read(path) {
        Ok(Some(_)) => Ok(()),
        Ok(None) => {
            let path = shown(path);
            Err(format!(
                "{path} is not a snapshot of an MCP server and is not replaced; move it, or set -o"
            ))
        }
        Err(error) => Err(error.reason().to_owned()),
    }
}

/// The comparison with a snapshot begins with the way to the server: one that differs is a change, and nothing is
/// sent or started that was not approved.
fn one(fetch: &Fetch, server: &Server, path: &Path, format: Format) -> Result<Checked, String> {
    let kept = server.kept();
    let approved = if fetch.check { Some(approved_in(path)?) } else { None };
    let is_moved = approved.as_ref().is_some_and(|approved| approved.source != kept.source);
    if let Some(approved) = approved.filter(|_| !is_moved) {
        let [variables, _] = &kept.names;
        same_variables(&approved.pass_env, variables)?;
    }
    if let Some(command) = fetch.mcp.not_started(&kept.source).filter(|_| !is_moved) {
        return Ok(Checked::not_started(path, &command));
    }
    let server = if is_moved { kept } else { server.filled(fetch, kept)? };
    let mut one = Fetch { output: Some(path.to_owned()), ..fetch.clone() };
    one.mcp.give(&server.of_program);
    one.config = Host { server: Some(server), config: None, config_env: Vec::new() };
    Ok(Checked::from_result(path, one.one(format)))
}

/// The server as its snapshot has it, which was approved.
fn approved_in(path: &Path) -> Result<Approved, String> {
    let path_shown = shown(path);
    if !path.exists() {
        return Err(format!("{path_shown}: no snapshot; approve it without --check first"));
    }
    match Document::read(path) {
        Ok(Some(old)) => Ok(old.snapshot.into()),
        Ok(None) => Err(format!("{path_shown} is not a snapshot of an MCP server")),
        Err(error) => Err(error.reason().to_owned()),
    }
}

/// Refuses a command with variables that were not approved: some make a program run other code.
fn same_variables(old: &[String], new: &[String]) -> Result<(), String> {
    let differs = old.iter().find(|one| !new.contains(one));
    let differs = differs.or_else(|| new.iter().find(|one| !old.contains(one)));
    match differs {
        Some(one) => Err(format!(
            "its variable `{}` in `env` is not as the snapshot has it, so the command was not started; \
             approve it again without --check",
            inert(variable(one))
        )),
        None => Ok(()),
    }
}
