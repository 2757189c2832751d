//! The way to a server: as it was given, as a snapshot remembers it, and as people read it.

use a2t::mcp::client::{Snapshot, Source};
use a2t_core::error::inert;

use super::super::Fetch;
use crate::report::Failure;

pub(super) const NO_COMMAND: &str = "say which command starts the server, after two dashes: \
                          `cargo a2t fetch --mcp-stdio -o FILE -- COMMAND ARGUMENTS`";

/// The source that a snapshot remembers. A command runs only where somebody says so: the file may
/// come from others.
pub(super) fn again(old: &Snapshot, fetch: &Fetch) -> Result<Source, Failure> {
    match &old.source {
        Source::Stdio { .. } if !fetch.mcp.mcp_stdio => Err(Failure::new(format!(
            "the snapshot is of the server that `{}` starts; add --mcp-stdio to run that",
            place(&old.source)
        ))),
        source => Ok(source.clone()),
    }
}

/// The address of a server over HTTP.
pub(super) fn address(source: &Source) -> Option<&str> {
    match source {
        Source::Http { url } | Source::Rap { url } => Some(url),
        _ => None,
    }
}

/// The address or the command, as people write them.
pub(super) fn place(source: &Source) -> String {
    match source {
        Source::Http { url } | Source::Rap { url } => inert(url),
        Source::Stdio { command } => inert(&command.join(" ")),
        _ => String::new(),
    }
}
