//! Parts that every request shares: the tools, their state, and the settings.

use std::sync::{Arc, OnceLock};

use a2t_tool::{Following, Shares, Tools};
use http::Extensions;

use crate::server::catalog::Catalog;
use crate::server::settings::Settings;

pub(crate) struct Inner<S: 'static> {
    pub(crate) tools: Tools<S>,
    pub(crate) state: S,
    pub(crate) settings: Settings,
    /// Shares of the service, if no server of a2t is around it or it has its own limits.
    shares: Arc<Shares>,
    /// Shares of the server around the service, known since its first request. Tasks use them.
    pub(crate) server: OnceLock<Arc<Shares>>,
    #[cfg(feature = "tasks")]
    pub(crate) tasks: Option<Arc<crate::server::tasks::State>>,
    pub(crate) catalog: Following<S, Catalog<S>>,
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
            shares: Shares::new(settings.limits.unwrap_or_default(), None),
            tools,
            state,
            settings,
            server: OnceLock::new(),
            #[cfg(feature = "tasks")]
            tasks,
            catalog,
        }
    }

    /// Returns the shares that a request counts in: those of the server around the service, or its own.
    pub(crate) fn shares(&self, extensions: &Extensions) -> Arc<Shares> {
        let around = Shares::of(extensions).filter(|_| self.settings.limits.is_none());
        Arc::clone(around.unwrap_or(&self.shares))
    }

    /// Returns how long tasks may go on when the program stops.
    #[cfg(feature = "tasks")]
    pub(crate) fn shutdown_timeout(&self) -> std::time::Duration {
        let server = self.server.get().map(|server| server.limits);
        self.settings.limits.or(server).unwrap_or_default().shutdown_timeout
    }

    pub(crate) fn fresh_ms(&self) -> u64 {
        u64::try_from(self.settings.fresh.as_millis()).unwrap_or(u64::MAX)
    }
}
