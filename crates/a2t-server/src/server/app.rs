//! The router and its limits, shared by all connections of a server: one request and its reply.

use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use a2t_core::wire::problem::{Kind, Problem};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::response::Response;
use futures_util::FutureExt;
use http::header::{CONNECTION, EXPECT};
use http::{HeaderValue, Request, StatusCode, Version};
use hyper::body::{Body as _, Incoming};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tower_service::Service;

use a2t_tool::{Fault, Shares};

use crate::connection::conversation::Peer;
use crate::connection::exchange::{Exchange, Reply};
use crate::endpoints::abandoned::Rest;
use crate::server::forwarded::Proxies;
use crate::server::host_policy::HostPolicy;
use crate::server::trouble::Told;
use crate::server::unrouted::{explained, is_unrouted};
use crate::telemetry::ResponseGuard;
use crate::telemetry::access::routed;
use crate::{Health, Limits, head, reply};

#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

struct Shared {
    router: Router,
    setup: Setup,
    shares: Arc<Shares>,
    begun: Instant,
    /// The probe of readiness fails.
    leaving: AtomicBool,
    stopping: AtomicBool,
    /// Calls whose clients have left; `None` once what still runs is cut.
    abandoned: Mutex<Option<JoinSet<()>>>,
}

/// Settings of a server.
pub(crate) struct Setup {
    pub(crate) limits: Limits,
    pub(crate) host_policy: HostPolicy,
    pub(crate) proxies: Proxies,
    pub(crate) health: Option<Health>,
    /// Whether 404 of the router's default fallback is explained.
    pub(crate) explains: bool,
    pub(crate) on_accept_error: Option<Told>,
    #[cfg(feature = "tls")]
    pub(crate) tls: Option<crate::tls::Secured>,
}

impl App {
    pub(crate) fn new(router: Router, shares: Arc<Shares>, setup: Setup) -> Self {
        let (leaving, stopping) = (AtomicBool::new(false), AtomicBool::new(false));
        let abandoned = Mutex::new(Some(JoinSet::new()));
        let router = routed(router);
        Self(Arc::new(Shared {
            router,
            setup,
            shares,
            begun: Instant::now(),
            leaving,
            stopping,
            abandoned,
        }))
    }

    /// Milliseconds since the server started, at least one.
    pub(crate) fn clock(&self) -> u64 {
        u64::try_from(self.0.begun.elapsed().as_millis()).unwrap_or(u64::MAX).max(1)
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.setup.limits
    }

    pub(crate) fn on_accept_error(&self) -> Option<&Told> {
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

    pub(crate) async fn answer(
        self,
        request: Request<Incoming>,
        peer: &Peer,
        exchange: Arc<Exchange>,
    ) -> Result<Response<Reply>, Infallible> {
        let is_alone = request.version() != Version::HTTP_2;
        let has_body = is_alone && !request.body().is_end_stream();
        let held_back = has_body && request.headers().contains_key(EXPECT);
        let checked = head::check(&request, has_body).and_then(|host| {
            self.0.setup.host_policy.check(host, request.uri(), request.headers())
        });
        let mut request = request.map(|body| match is_alone {
            true => exchange.lend(body, held_back),
            // What nobody reads of it ends with its request.
            false => Body::new(body),
        });
        request.extensions_mut().insert(ConnectInfo(peer.address));
        #[cfg(feature = "tls")]
        if let Some(certificates) = &peer.certificates {
            request.extensions_mut().insert(certificates.clone());
        }
        if let Some(waited) = exchange.waited() {
            request.extensions_mut().insert(waited);
        }
        if !self.0.setup.proxies.is_empty() {
            let mut extensions = std::mem::take(request.extensions_mut());
            self.0.setup.proxies.note(peer.address.ip(), request.headers(), &mut extensions);
            *request.extensions_mut() = extensions;
        }
        let mut guard = ResponseGuard::enter(&mut request);
        exchange.identify(guard.id());
        let answered = AssertUnwindSafe(async {
            if let Err(refused) = checked {
                return guard.marked(reply::problem(&refused));
            }
            if let Some(health) = &self.0.setup.health
                && let Some(probe) = health.probe(request.uri().path())
            {
                let leaving = self.0.leaving.load(Ordering::Relaxed);
                return guard.marked(health.answer(probe, request.method(), leaving).await);
            }
            let mut router = self.0.router.clone();
            // The whole router runs inside, including what it does before it returns a future.
            let routed = self.0.shares.within(async move { router.call(request).await });
            let Ok(response) = routed.await;
            let mut response = if self.0.setup.explains && is_unrouted(&response) {
                guard.marked(explained(response))
            } else {
                guard.named(response)
            };
            self.report(&mut response);
            response
        });
        let answered = answered.catch_unwind().await;
        let mut response = answered.unwrap_or_else(|_| guard.marked(failed()));
        guard.leave(&response);
        let in_time = response.status() != StatusCode::REQUEST_TIMEOUT;
        let kept = !has_body || exchange.drained(in_time).await;
        if !kept || is_alone && self.0.stopping.load(Ordering::Relaxed) {
            last(&mut response);
        }
        Ok(response.map(|body| exchange.reply(body)))
    }

    fn report(&self, response: &mut Response) {
        if let Some(fault) = response.extensions_mut().get_mut::<Fault>() {
            fault.report(None, self.0.shares.receiver.as_ref());
        }
    }

    /// Goes on with a call that nobody waits for, until it ends or is cut.
    pub(crate) fn finish(&self, rest: Rest) {
        if let Some(abandoned) = &mut *self.abandoned() {
            while abandoned.try_join_next().is_some() {}
            let app = self.clone();
            abandoned.spawn(async move { app.report(&mut rest.await) });
        }
    }

    /// Waits for the calls that nobody else waits for.
    pub(crate) async fn finished(&self) {
        let taken = self.abandoned().replace(JoinSet::new());
        if let Some(mut abandoned) = taken {
            while abandoned.join_next().await.is_some() {}
        }
    }

    /// Ends the calls that nobody waits for, and those that would become so.
    pub(crate) fn cut(&self) {
        drop(self.abandoned().take());
    }

    fn abandoned(&self) -> MutexGuard<'_, Option<JoinSet<()>>> {
        self.0.abandoned.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells the client that the connection ends with this reply.
fn last(response: &mut Response) {
    if response.status() != StatusCode::SWITCHING_PROTOCOLS {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
}

/// Answer to a panic outside any tool: in the rest of the router, or in the report of a fault.
fn failed() -> Response {
    reply::problem(&Problem::new(Kind::Internal, "the server failed"))
}
