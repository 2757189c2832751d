//! `cargo a2t fetch --rap URL`: the toolset of a RAP server becomes an approved snapshot.

use std::time::Duration;

use a2t::mcp::client::Snapshot;
use a2t::rap::client::{HeaderMap, LoadError, Policy, discover, snapshot};
use a2t_codegen::fetch::is_private;
use a2t_core::Violations;
use a2t_core::error::inert;
use clap::Args;

use crate::catalog::Bounded;
use crate::report::CommandError;

#[derive(Args, Clone)]
#[command(next_help_heading = "RAP")]
pub(super) struct Toolset {
    #[arg(
        long,
        value_name = "URL",
        conflicts_with_all = [
            "sources", "mcp", "mcp_stdio", "accept_broken_lock", "versions", "tag", "hold", "release",
        ],
        help = "Fetch the toolset of the RAP server at this base URL, such as https://tools.example"
    )]
    pub(super) rap: Option<String>,
}

/// The whole toolset: RAP loads none in part (CB-98).
pub(super) fn fetched(url: &str, server: &Bounded) -> Result<Snapshot, CommandError> {
    let limits = server.limits();
    let asked = discover(policy(limits.total, limits.document)?, url, headers(server, url)?);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let manifest = runtime.map_err(CommandError::new)?.block_on(asked);
    let manifest = manifest.map_err(|error| tried(&error))?;
    snapshot(url.trim_end_matches('/'), &manifest).map_err(|violations| refused(&violations))
}

/// Every address, and by the proxies of the environment: it is not a stranger who gave this one, but
/// who called the command.
fn policy(total: Duration, document: usize) -> Result<Policy, CommandError> {
    let policy = Policy::default().allow_http().allow_any_port().allow_loopback();
    let policy = policy.proxy_from_env().timeout(total).max_reply_bytes(document);
    ["0.0.0.0/0", "::/0"].into_iter().try_fold(policy, |policy, network| {
        network.parse().map(|network| policy.allow_network(network)).map_err(CommandError::new)
    })
}

fn headers(server: &Bounded, url: &str) -> Result<HeaderMap, CommandError> {
    let mut headers = HeaderMap::new();
    for (name, value) in server.headers(url)? {
        if !is_private(url) {
            let name = inert(&name);
            return Err(CommandError::new(format!(
                "header `{name}`: would travel unencrypted; use the https address of the server"
            )));
        }
        let wrong = || CommandError::new(format!("`{name}` is not a header that can be sent"));
        let key: a2t::rap::client::HeaderName = name.parse().map_err(|_| wrong())?;
        headers.append(key, value.parse().map_err(|_| wrong())?);
    }
    Ok(headers)
}

fn tried(error: &LoadError) -> CommandError {
    CommandError::unreached(format!("{error}\nnothing was written"))
}

fn refused(violations: &Violations) -> CommandError {
    CommandError::new(format!("the toolset breaks rules of approved tools:\n{violations}"))
}
