//! Answers to probes: that the process lives, and that it takes requests.

use std::fmt;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use a2t_core::error::inert;
use a2t_core::wire::problem::{Kind, Problem};
use axum::response::Response;
use futures_util::FutureExt;
use http::header::{ALLOW, CACHE_CONTROL};
use http::{HeaderValue, Method};
use tokio::time::timeout;

use crate::reply;

type Checked = Pin<Box<dyn Future<Output = bool> + Send>>;

/// Paths of a [`Server`](crate::Server) that report to a supervisor how it is: the process lives
/// (200 for as long as it runs), and it takes requests (200, or 503 with a problem while it stops
/// or while your own check fails).
///
/// The paths are those of Kubernetes' own servers, `/livez` and `/readyz`, unless others are set.
/// They answer `GET` and `HEAD` before the router is asked: limits on calls, bodies and threads do
/// not concern them. A connection is all that they need ([`Limits::max_connections`](crate::Limits)).
///
/// ```
/// use std::time::Duration;
/// use a2t::{Health, Limits, Server};
/// # /// Adds two numbers.
/// # ///
/// # /// # Returns
/// # /// The sum.
/// # #[a2t::tool(version = 1)]
/// # fn add(
/// #     /// First addend.
/// #     a: i32,
/// #     /// Second addend.
/// #     b: i32,
/// # ) -> i32 { a + b }
/// # let toolset = a2t::toolset![add];
/// # async fn reaches_database() -> bool { true }
///
/// let server = Server::new(toolset, ())
///     .health(Health::new().check(reaches_database))
///     // Load balancers that ask every 2 s notice before the listener closes.
///     .limits(Limits::new().shutdown_delay(Duration::from_secs(5)));
/// ```
#[derive(Clone)]
#[must_use]
pub struct Health {
    live: Box<str>,
    ready: Box<str>,
    check: Option<Arc<dyn Fn() -> Checked + Send + Sync>>,
    check_timeout: Duration,
}

impl Health {
    /// Creates the paths `/livez` and `/readyz`, without a check.
    pub fn new() -> Self {
        Self {
            live: "/livez".into(),
            ready: "/readyz".into(),
            check: None,
            check_timeout: Duration::from_secs(1),
        }
    }

    /// Sets the path of liveness.
    pub fn live(mut self, path: impl Into<String>) -> Self {
        self.live = path.into().into();
        self
    }

    /// Sets the path of readiness.
    pub fn ready(mut self, path: impl Into<String>) -> Self {
        self.ready = path.into().into();
        self
    }

    /// Asks this at each probe of readiness: `false`, a panic, and no answer within
    /// [`check_timeout`](Self::check_timeout) are "not ready". The last check counts.
    ///
    /// It runs on the threads that serve, so it should not block; and it should not ask for what
    /// all instances share, whose failure would take all of them from their load balancer.
    pub fn check<F>(mut self, check: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = bool> + Send + 'static,
    {
        self.check = Some(Arc::new(move || Box::pin(check())));
        self
    }

    /// Sets the longest that a check may take; 1 s unless this is called.
    pub fn check_timeout(mut self, time: Duration) -> Self {
        self.check_timeout = time;
        self
    }

    /// Returns what is wrong with a path that no request has, or that both probes have.
    pub(crate) fn fault(&self) -> Option<String> {
        let wrong = [&self.live, &self.ready].into_iter().find(|path| !path.starts_with('/'));
        if let Some(path) = wrong {
            let path = inert(path);
            return Some(format!("the path `{path}` of a probe has no slash at its beginning"));
        }
        let is_one = self.live == self.ready;
        is_one.then(|| format!("both probes have the path `{}`", inert(&self.live)))
    }

    /// The probe that a request is, if it is one.
    pub(crate) fn probe(&self, path: &str) -> Option<Probe> {
        if path == &*self.live {
            Some(Probe::Live)
        } else if path == &*self.ready {
            Some(Probe::Ready)
        } else {
            None
        }
    }

    pub(crate) async fn answer(&self, probe: Probe, method: &Method, stops: bool) -> Response {
        let response = match (method, probe) {
            (&Method::GET | &Method::HEAD, Probe::Live) => pass(),
            (&Method::GET | &Method::HEAD, Probe::Ready) => self.readiness(stops).await,
            _ => return wrong_method(),
        };
        if method == Method::HEAD { reply::without_body(response) } else { response }
    }

    async fn readiness(&self, stops: bool) -> Response {
        if stops {
            return not_ready("the server is stopping");
        }
        if self.passes().await { pass() } else { not_ready("a check of the server fails") }
    }

    async fn passes(&self) -> bool {
        let Some(check) = &self.check else {
            return true;
        };
        let checked = AssertUnwindSafe(async { check().await }).catch_unwind();
        matches!(timeout(self.check_timeout, checked).await, Ok(Ok(true)))
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Probe {
    Live,
    Ready,
}

fn pass() -> Response {
    uncached(reply::json(r#"{"status":"pass"}"#))
}

fn not_ready(detail: &str) -> Response {
    uncached(reply::problem(&Problem::new(Kind::NotReady, detail)))
}

fn uncached(mut response: Response) -> Response {
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn wrong_method() -> Response {
    let problem = Problem::new(Kind::MethodNotAllowed, "the path takes GET, HEAD");
    let mut response = reply::problem(&problem);
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
}

impl Default for Health {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Health {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Health")
            .field("live", &self.live)
            .field("ready", &self.ready)
            .field("check_timeout", &self.check_timeout)
            .finish_non_exhaustive()
    }
}
