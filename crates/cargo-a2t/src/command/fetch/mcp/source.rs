//! The way to a server: as it was given, as a snapshot remembers it, and as people read it.

use a2t::mcp::client::{Snapshot, Source};
use a2t_core::error::inert;
use a2t_core::secret::{self, HIDDEN};

use super::super::Fetch;
use super::super::approved::variable;
use super::super::summary::flag;
use crate::mcp::location;
use crate::report::CommandError;

pub(super) const NO_COMMAND: &str = "name the command that starts the server, after two dashes: \
                          `cargo a2t fetch --mcp-stdio -o FILE -- COMMAND ARGUMENTS`";

/// The source that a snapshot remembers. A command runs only with a flag, and gets only what the
/// command line names: the file may come from others.
pub(super) fn again(old: &Snapshot, fetch: &Fetch) -> Result<Source, CommandError> {
    let location = location(&old.source);
    match &old.source {
        Source::Stdio { .. } if !fetch.mcp.mcp_stdio => Err(CommandError::new(format!(
            "the snapshot is of the server that `{location}` starts; add --mcp-stdio to run that"
        ))),
        Source::Stdio { command } if command.iter().any(|word| word.contains(HIDDEN)) => {
            Err(CommandError::new(format!(
                "the snapshot leaves out arguments of `{location}` that look like secrets; give the command \
                 again after `--`, or approve it with --arg-env NAME, so that the snapshot has ${{NAME}}"
            )))
        }
        Source::Http { url } | Source::Rap { url } if url.contains(HIDDEN) => {
            Err(CommandError::new(format!(
                "the snapshot leaves out parts of {location} that look like secrets; give the address again with \
             `{} URL` and the file with `-o FILE`",
                option(&old.source)
            )))
        }
        Source::Stdio { command } if old.arg_env.iter().any(|name| has_default(command, name)) => {
            Err(CommandError::new(format!(
                "the snapshot has `{location}` as the configuration of an MCP host has it; use --config FILE"
            )))
        }
        source @ Source::Stdio { .. } => {
            lacks(&names(&old.pass_env), &fetch.mcp.pass_env, "pass-env", &location)?;
            lacks(&old.arg_env, &fetch.mcp.arg_env, "arg-env", &location)?;
            Ok(source.clone())
        }
        source => Ok(source.clone()),
    }
}

/// Returns whether the command names this variable with a default, which only a configuration does.
fn has_default(command: &[String], name: &str) -> bool {
    let start = format!("${{{name}:-");
    command.iter().any(|word| word.contains(&start))
}

/// The names of variables, without the digests that a configuration's have.
fn names(variables: &[String]) -> Vec<String> {
    variables.iter().map(|one| variable(one).to_owned()).collect()
}

/// Refuses to start a command without a variable that it was approved with.
fn lacks(
    wanted: &[String],
    given: &[String],
    option: &str,
    location: &str,
) -> Result<(), CommandError> {
    let missing: Vec<_> = wanted.iter().filter(|name| !given.contains(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let options = flag(option, missing);
    Err(CommandError::new(format!(
        "the snapshot says that `{location}` was approved with environment variables, which a command gets \
         only if they are named; if it may have them, add `{}`",
        options.trim_start()
    )))
}

/// The source with `${NAME}` in place of the value of each variable.
pub(super) fn named(source: Source, names: &[String]) -> Result<Source, CommandError> {
    let Source::Stdio { mut command } = source else { return Ok(source) };
    for name in names {
        let shown = inert(name);
        let value = std::env::var(name).ok().filter(|value| !value.is_empty());
        let value = value.ok_or_else(|| {
            CommandError::new(format!("--arg-env {shown}: the environment variable is not set"))
        })?;
        let placeholder = format!("${{{name}}}");
        for word in command.iter_mut().skip(1) {
            *word = word.replace(&value, &placeholder);
        }
        if !command.iter().any(|word| word.contains(&placeholder)) {
            return Err(CommandError::new(format!(
                "--arg-env {shown}: no argument of the command has its value or `{}`",
                inert(&placeholder)
            )));
        }
    }
    Ok(Source::Stdio { command })
}

/// The source without what looks like a secret, since snapshots are committed; and a warning of each.
pub(in super::super) fn kept(source: &Source) -> (Source, Vec<String>) {
    match source {
        Source::Http { url } | Source::Rap { url } => {
            let kept = secret::hide_in_url(url);
            let hidden = kept != *url;
            let warning = format!(
                "warning: the snapshot has `{}`, as a part of the address looks like a secret; fetch it \
                 again with `{} URL`",
                inert(&secret::url(url)),
                option(source)
            );
            let source = match source {
                Source::Rap { .. } => Source::Rap { url: kept },
                _ => Source::Http { url: kept },
            };
            (source, hidden.then_some(warning).into_iter().collect())
        }
        Source::Stdio { command } => {
            let kept = secret::hide_in_kept_command(command);
            let hidden = kept.iter().zip(command).filter(|(kept, word)| kept != word);
            let warning = |(kept, _): (&String, _)| {
                format!(
                    "warning: the snapshot has `{}` in place of an argument that looks like a secret; put \
                     it into an environment variable, and add --arg-env NAME",
                    inert(kept)
                )
            };
            let warnings = hidden.map(warning).collect();
            (Source::Stdio { command: kept }, warnings)
        }
        other => (other.clone(), Vec::new()),
    }
}

/// The option that an address is given with.
fn option(source: &Source) -> &'static str {
    if matches!(source, Source::Rap { .. }) { "--rap" } else { "--mcp" }
}

/// The address of a server over HTTP.
pub(super) fn address(source: &Source) -> Option<&str> {
    match source {
        Source::Http { url } | Source::Rap { url } => Some(url),
        _ => None,
    }
}
