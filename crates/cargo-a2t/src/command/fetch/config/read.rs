//! A file becomes the servers in it, by name.

use std::path::Path;

use a2t_codegen::source;
use serde_json::{Map, Value};

use crate::catalog::{bytes, shown};
use crate::report::CommandError;

/// Maximum number of servers in one file.
const SERVERS_MAX: usize = 100;

/// Members that have the servers: as Claude and Cursor write them, and as VS Code does.
const MEMBERS: [&str; 2] = ["mcpServers", "servers"];

pub(super) fn servers(path: &Path) -> Result<Map<String, Value>, CommandError> {
    let file = shown(path);
    let failed = |reason: &str| CommandError::new(format!("{file}: {reason}"));
    let document = source::parse(&bytes(path)?).map_err(|error| {
        CommandError::new(format!(
            "the configuration cannot be used:\n{}",
            error.lines(&file).join("\n")
        ))
    })?;
    let found = MEMBERS.map(|name| document.value().get(name));
    let servers = match found {
        [Some(servers), None] | [None, Some(servers)] => servers,
        [Some(_), Some(_)] => {
            return Err(failed(
                "has `mcpServers` and `servers`; keep the one that your host reads",
            ));
        }
        [None, None] => {
            return Err(failed(
                "no configuration of an MCP host: it has no member `mcpServers` or `servers`",
            ));
        }
    };
    let servers = servers
        .as_object()
        .ok_or_else(|| failed("its servers are not an object with a member for each"))?;
    match servers.len() {
        0 => Err(failed("has no server")),
        count if count > SERVERS_MAX => {
            Err(failed(&format!("{count} servers; at most {SERVERS_MAX} are read")))
        }
        _ => Ok(servers.clone()),
    }
}
