//! The router and its limits, shared by all connections of a server.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use a2t_tool::dispatch::Rest;
use a2t_tool::{EffectiveLimits, Fault, Shares};
use axum::Router;
use axum::response::Response;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::Health;
use crate::server::forwarded::Proxies;
use crate::server::host_policy::HostPolicy;
use crate::server::trouble::OnError;
use crate::telemetry::access::routed;

#[derive(Clone)]
pub(crate) struct App(pub(super) Arc<Shared>);

pub(super) struct Shared {
    pub(super) router: Router,
    pub(super) setup: Setup,
    pub(super) shares: Arc<Shares>,
    begun: Instant,
    /// The probe of readiness fails.
    pub(super) leaving: AtomicBool,
    pub(super) stopping: AtomicBool,
    /// Calls whose clients have left; `None` once what still runs is cut.
    finishing: Mutex<Option<JoinSet<()>>>,
}

/// Settings of a server.
pub(crate) struct Setup {
    pub(crate) limits: EffectiveLimits,
    pub(crate) host_policy: HostPolicy,
    pub(crate) proxies: Proxies,
    pub(crate) health: Option<Health>,
    /// Whether 404 of the router's default fallback is explained.
    pub(crate) explains: bool,
    pub(crate) on_accept_error: Option<OnError>,
    #[cfg(feature = "tls")]
    pub(crate) tls: Option<crate::tls::Secured>,
}

impl App {
    pub(crate) fn new(router: Router, shares: Arc<Shares>, setup: Setup) -> Self {
        let (leaving, stopping) = (AtomicBool::new(false), AtomicBool::new(false));
        let finishing = Mutex::new(Some(JoinSet::new()));
        let router = routed(router);
        Self(Arc::new(Shared {
            router,
            setup,
            shares,
            begun: Instant::now(),
            leaving,
            stopping,
            finishing,
        }))
    }

    /// Milliseconds since the server started, at least one.
    pub(crate) fn clock(&self) -> u64 {
        u64::try_from(self.0.begun.elapsed().as_millis()).unwrap_or(u64::MAX).max(1)
    }

    pub(crate) fn limits(&self) -> &EffectiveLimits {
        &self.0.setup.limits
    }

    pub(crate) fn on_accept_error(&self) -> Option<&OnError> {
        self.0.setup.on_accept_error.as_ref()
    }

    #[cfg(feature = "tls")]
    pub(crate) fn tls(&self) -> Option<&crate::tls::Secured> {
        self.0.setup.tls.as_ref()
    }

    /// Returns whether clients speak TLS.
    pub(crate) fn is_secured(&self) -> bool {
        #[cfg(feature = "tls")]
        return self.tls().is_some();
        #[cfg(not(feature = "tls"))]
        return false;
    }

    /// From now on, the probe of readiness fails.
    pub(crate) fn leave(&self) {
        self.0.leaving.store(true, Ordering::Relaxed);
    }

    /// From now on, every reply is the last one of its connection.
    pub(crate) fn stop(&self) {
        self.0.stopping.store(true, Ordering::Relaxed);
    }

    pub(crate) fn report(&self, response: &mut Response) {
        if let Some(fault) = response.extensions_mut().get_mut::<Fault>() {
            fault.report(None, self.0.shares.receiver.as_ref());
        }
    }

    /// Goes on with a call whose client has left, until it ends or is cut.
    pub(crate) fn finish(&self, rest: Rest<()>) {
        if let Some(finishing) = &mut *self.finishing() {
            while finishing.try_join_next().is_some() {}
            finishing.spawn(rest);
        }
    }

    /// Waits for the calls whose clients have left.
    pub(crate) async fn finished(&self) {
        let taken = self.finishing().replace(JoinSet::new());
        if let Some(mut finishing) = taken {
            while finishing.join_next().await.is_some() {}
        }
    }

    /// Ends the calls whose clients have left, and those whose clients leave later.
    pub(crate) fn cut(&self) {
        drop(self.finishing().take());
    }

    fn finishing(&self) -> MutexGuard<'_, Option<JoinSet<()>>> {
        self.0.finishing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
