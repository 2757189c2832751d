//! Settings of the face.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use a2t_store::{Memory, Schedule, Store};
use a2t_tool::{Report, Shares};
use a2t_webhook::egress::Policy;
use a2t_webhook::signature::Signer;
use http::request::Parts;
use http::{HeaderName, Request};

use crate::server::WorkerLimits;
use crate::server::migrate::Handler;

pub(crate) struct Settings {
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    /// Without a slash at its end.
    pub(crate) base_url: Option<String>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) policy: Policy,
    pub(crate) signer: Option<Signer>,
    pub(crate) limits: WorkerLimits,
    /// Its own limits of requests, which replace those of a server around it.
    pub(crate) server_limits: Option<a2t_tool::Limits>,
    pub(crate) schedule: Schedule,
    pub(crate) report: Option<Report>,
    /// Shares of the server around the router, once one is known.
    pub(crate) server: OnceLock<Arc<Shares>>,
    pub(crate) migration: Option<Handler>,
    pub(crate) version_names: bool,
    /// The request that contexts are taken from.
    pub(crate) parts: Parts,
    /// Headers of an invocation that are kept with the call.
    pub(crate) kept: Vec<HeaderName>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: "a2t".to_owned(),
            description: None,
            base_url: None,
            store: Arc::new(Memory::default()),
            policy: Policy::default(),
            signer: None,
            limits: WorkerLimits::new(),
            server_limits: None,
            schedule: Schedule::default(),
            report: None,
            server: OnceLock::new(),
            migration: None,
            version_names: false,
            parts: Request::new(()).into_parts().0,
            kept: Vec::new(),
        }
    }
}

impl Settings {
    /// Returns how long calls may go on when the program stops.
    pub(crate) fn shutdown_timeout(&self) -> Duration {
        let server = self.server.get().map(|server| server.limits);
        self.server_limits.or(server).unwrap_or_default().shutdown_timeout
    }
}
