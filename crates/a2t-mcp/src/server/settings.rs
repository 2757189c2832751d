//! Settings of the server: hosts, identity, limits.

use std::fmt;
use std::time::Duration;

use a2t_tool::{Idempotency, Limits, Report};
use http::Request;
use http::request::Parts;
use rmcp::model::{Implementation, MetaObject, ServerCapabilities, ServerConfig};

/// Host names of this machine.
pub(crate) const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Time for which a client may keep a list.
const CACHE_TTL: Duration = Duration::from_secs(300);

#[derive(Clone)]
pub(crate) struct Settings {
    /// Hosts in addition to those of this machine; `None` for every host.
    pub(crate) hosts: Option<Vec<String>>,
    /// Origins in addition to those of this machine.
    pub(crate) origins: Vec<String>,
    pub(crate) server_info: Implementation,
    pub(crate) instructions: Option<String>,
    pub(crate) cache_ttl: Duration,
    pub(crate) version_names: bool,
    /// Inputs whose values clients repeat in a header.
    pub(crate) mirrored: Vec<String>,
    /// Its own limits, each of which replaces that of a server around it.
    pub(crate) limits: Limits,
    /// Its own store of replies to calls with a key, which replaces that of a server around it.
    pub(crate) replies: Option<Idempotency>,
    /// Store of such replies if nothing else is set.
    pub(crate) memory: Idempotency,
    pub(crate) report: Option<Report>,
    #[cfg(feature = "tasks")]
    pub(crate) tasks: Option<crate::server::Tasks>,
    /// The request that contexts are taken from if there is no HTTP request, as on standard input.
    pub(crate) request_template: Parts,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hosts: Some(Vec::new()),
            origins: Vec::new(),
            server_info: Implementation::new("a2t", env!("CARGO_PKG_VERSION")),
            instructions: None,
            cache_ttl: CACHE_TTL,
            version_names: false,
            mirrored: Vec::new(),
            limits: Limits::new(),
            replies: None,
            memory: Idempotency::default(),
            report: None,
            #[cfg(feature = "tasks")]
            tasks: None,
            request_template: Request::new(()).into_parts().0,
        }
    }
}

impl Settings {
    pub(crate) fn allowed_hosts(&self) -> Option<Vec<String>> {
        let own = LOOPBACK.map(str::to_owned).into_iter();
        Some(own.chain(self.hosts.as_ref()?.iter().cloned()).collect())
    }

    /// Returns the hosts and origins to check where a server of a2t has already checked its own: only those set on
    /// the service.
    pub(crate) fn within_server(&self) -> (Option<Vec<String>>, Vec<String>) {
        let hosts = self.hosts.as_ref().filter(|hosts| !hosts.is_empty());
        let origins = if self.origins.is_empty() { Vec::new() } else { self.allowed_origins() };
        (hosts.and_then(|_| self.allowed_hosts()), origins)
    }

    pub(crate) fn allowed_origins(&self) -> Vec<String> {
        let schemes = ["http", "https"].into_iter();
        let own = schemes.flat_map(|scheme| LOOPBACK.map(|host| format!("{scheme}://{host}:*")));
        own.chain(self.origins.iter().cloned()).collect()
    }

    /// Abilities and identity; `announces` if the host is notified of changes of the list.
    pub(crate) fn config(&self, announces: bool) -> ServerConfig {
        let tools = ServerCapabilities::builder().enable_tools();
        #[cfg(feature = "tasks")]
        let mut capabilities = match self.tasks {
            Some(_) => tools.enable_tasks().build(),
            None => tools.build(),
        };
        #[cfg(not(feature = "tasks"))]
        let mut capabilities = tools.build();
        if let Some(tools) = capabilities.tools.as_mut().filter(|_| announces) {
            tools.list_changed = Some(true);
        }
        let mut config = ServerConfig::new(capabilities).with_server_info(self.server_info.clone());
        config.instructions.clone_from(&self.instructions);
        config
    }

    /// `_meta` of each result since revision 2026-07-28, which has no handshake to identify the
    /// server.
    pub(crate) fn result_meta(&self) -> MetaObject {
        let mut meta = MetaObject::new();
        if let Ok(server) = serde_json::to_value(&self.server_info) {
            meta.0.insert("io.modelcontextprotocol/serverInfo".to_owned(), server);
        }
        meta
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("hosts", &self.hosts)
            .field("origins", &self.origins)
            .field("server_info", &self.server_info.name)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
