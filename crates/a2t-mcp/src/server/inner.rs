//! Parts that every request shares: the tools, their state, and the settings.

use std::sync::Arc;

use a2t_tool::{Following, OwnShares, Shares, Tools};
use http::Extensions;
use rmcp::model::MetaObject;

use crate::server::catalog::Catalog;
use crate::server::settings::Settings;

pub(crate) struct Inner<S: 'static> {
    pub(crate) tools: Tools<S>,
    pub(crate) state: S,
    pub(crate) settings: Settings,
    pub(crate) identity: Identity,
    /// The server around the service is noted with its first request.
    pub(crate) shares: OwnShares,
    #[cfg(feature = "tasks")]
    pub(crate) tasks: Option<Arc<crate::server::tasks::State>>,
    pub(crate) catalog: Following<S, Catalog<S>>,
}

/// Description of the server, in `_meta` of each result since revision 2026-07-28.
pub(crate) struct Identity {
    pub(crate) meta: MetaObject,
    /// The members of `meta` in JSON.
    pub(crate) members: String,
}

impl Identity {
    fn new(settings: &Settings) -> Self {
        let meta = settings.result_meta();
        let text = serde_json::to_string(&meta).unwrap_or_default();
        let members = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        Self { members: members.unwrap_or_default().to_owned(), meta }
    }
}

impl<S: Clone + Send + Sync + 'static> Inner<S> {
    pub(crate) fn new(tools: Tools<S>, state: S, settings: Settings) -> Self {
        let shown = settings.clone();
        let catalog =
            Following::new(tools.clone(), move |tools| Catalog::new(tools, shown.clone()));
        #[cfg(feature = "tasks")]
        let tasks =
            settings.tasks.clone().map(|tasks| Arc::new(crate::server::tasks::State::new(tasks)));
        Self {
            shares: OwnShares::new(settings.limits),
            tools,
            state,
            identity: Identity::new(&settings),
            settings,
            #[cfg(feature = "tasks")]
            tasks,
            catalog,
        }
    }

    /// Returns the shares that a request counts in: those of the server around the service, or its own.
    pub(crate) fn shares(&self, extensions: &Extensions) -> Arc<Shares> {
        self.shares.within(Shares::from_extensions(extensions))
    }

    /// Returns how long tasks may go on when the program stops.
    #[cfg(feature = "tasks")]
    pub(crate) fn shutdown_timeout(&self) -> std::time::Duration {
        self.shares.noted().limits.shutdown_timeout
    }

    /// Returns whether calls can be answered by tasks.
    pub(crate) const fn has_tasks(&self) -> bool {
        #[cfg(feature = "tasks")]
        return self.tasks.is_some();
        #[cfg(not(feature = "tasks"))]
        false
    }

    pub(crate) fn fresh_ms(&self) -> u64 {
        u64::try_from(self.settings.cache_ttl.as_millis()).unwrap_or(u64::MAX)
    }
}
