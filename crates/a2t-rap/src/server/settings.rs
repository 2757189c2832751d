//! Settings of the RAP server.

use std::sync::Arc;

use a2t_store::{Memory, Schedule, Store};
use a2t_tool::Report;
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
    /// Its own limits of requests, each of which replaces that of a server around it.
    pub(crate) server_limits: a2t_tool::Limits,
    pub(crate) schedule: Schedule,
    /// Callbacks that are sent at one time.
    pub(crate) max_concurrent_deliveries: usize,
    pub(crate) report: Option<Report>,
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
            server_limits: a2t_tool::Limits::new(),
            schedule: Schedule::default(),
            max_concurrent_deliveries: 64,
            report: None,
            migration: None,
            version_names: false,
            parts: Request::new(()).into_parts().0,
            kept: Vec::new(),
        }
    }
}
