//! Rates of calls, one for each caller.

use std::convert::Infallible;
use std::fmt;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use a2t_core::wire::problem::{Kind, Problem};
use a2t_tool::Caller;
use a2t_tool::telemetry::{RequestId, mark};
use axum::extract::Request;
use axum::response::Response;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};
use tower_layer::Layer;
use tower_service::Service;

use crate::{ClientAddress, reply};

/// Checks between two sweeps of callers that have not called for a while.
const SWEEP: u32 = 4_096;

/// A limit on the requests of each caller, beyond which they are refused with 429 and `Retry-After`: a layer of a
/// router, or of a [`Server`](crate::Server::rate_limit).
///
/// A caller is an [`a2t::Caller`](a2t_tool::Caller) by its id, if a layer outside this one has
/// authenticated it; or else all clients with one address, [as the trusted proxies report
/// it](crate::Server::trusted_proxy), or one network of IPv6 (`/64`). Those whose address the
/// server does not know are one caller.
///
/// ```
/// use a2t::RateLimit;
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
/// // 100 at once, then 20 a second.
/// let limit = RateLimit::per_second(20).burst(100);
/// let server = a2t::Server::new(toolset, ()).rate_limit(limit);
/// ```
///
/// [`Server::rate_limit`](crate::Server::rate_limit) stands behind [`Server::authenticate`](crate::Server::authenticate),
/// so that requests which that refuses count nowhere. A limit before it counts them by address, and slows those who
/// guess tokens:
///
/// ```
/// # use a2t::{AuthError, Caller, RateLimit};
/// # use http::request::Parts;
/// # async fn by_token(head: Parts) -> Result<Caller, AuthError> {
/// #     Ok(Caller::new(a2t::bearer(&head.headers)?))
/// # }
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
/// let server = a2t::Server::new(toolset, ())
///     .authenticate((RateLimit::per_minute(6_000), a2t::authenticate(by_token)))
///     .rate_limit(RateLimit::per_second(20));
/// ```
///
/// Copies of a limit count together, so that one of them can stand before several routers.
///
/// The counting is that of the crate `governor`; it is one program's, so that two machines let twice as many pass.
#[derive(Clone)]
#[must_use]
pub struct RateLimit {
    quota: Quota,
    // Here, because a router lays a layer around each of its routes, and again for each request.
    limiter: Arc<Limiter>,
}

impl RateLimit {
    /// Allows this number of requests a second, spread evenly; zero counts as 1.
    pub fn per_second(requests: u32) -> Self {
        Self::from_quota(Quota::per_second(at_least_one(requests)))
    }

    /// Allows this number of requests a minute, for tools that are expensive; zero counts as 1.
    pub fn per_minute(requests: u32) -> Self {
        Self::from_quota(Quota::per_minute(at_least_one(requests)))
    }

    /// Sets the maximum number of requests at once of a caller that has been silent; by default as
    /// many as the rate has in its time. Zero counts as 1.
    pub fn burst(self, requests: u32) -> Self {
        Self::from_quota(self.quota.allow_burst(at_least_one(requests)))
    }

    fn from_quota(quota: Quota) -> Self {
        let callers = DefaultKeyedRateLimiter::keyed(quota);
        let (clock, checks) = (DefaultClock::default(), AtomicU32::new(0));
        Self { quota, limiter: Arc::new(Limiter { callers, clock, checks }) }
    }
}

impl fmt::Debug for RateLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RateLimit")
            .field("burst", &self.quota.burst_size())
            .field("every", &self.quota.replenish_interval())
            .finish()
    }
}

fn at_least_one(requests: u32) -> NonZeroU32 {
    NonZeroU32::new(requests).unwrap_or(NonZeroU32::MIN)
}

/// A caller, as far as the server can distinguish one from another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Who {
    Known(String),
    Network(IpAddr),
    Unknown,
}

impl Who {
    fn from_request(request: &Request) -> Self {
        if let Some(caller) = request.extensions().get::<Caller>() {
            return Self::Known(caller.id().to_owned());
        }
        match ClientAddress::from_extensions(request.extensions()) {
            // An address of IPv6 comes with the 2^64 of its network.
            Some(ClientAddress(IpAddr::V6(six))) => {
                Self::Network(IpAddr::V6((six.to_bits() >> 64 << 64).into()))
            }
            Some(ClientAddress(four)) => Self::Network(four),
            None => Self::Unknown,
        }
    }
}

struct Limiter {
    callers: DefaultKeyedRateLimiter<Who>,
    clock: DefaultClock,
    checks: AtomicU32,
}

impl Limiter {
    /// The time after which the caller may come again, if it is too early now.
    fn wait(&self, who: &Who) -> Option<Duration> {
        if self.checks.fetch_add(1, Ordering::Relaxed) % SWEEP == SWEEP - 1 {
            self.callers.retain_recent();
            self.callers.shrink_to_fit();
        }
        let early = self.callers.check_key(who).err()?;
        Some(early.wait_time_from(self.clock.now()))
    }
}

impl<S> Layer<S> for RateLimit {
    type Service = RateLimited<S>;

    fn layer(&self, inner: S) -> RateLimited<S> {
        RateLimited { inner, limiter: Arc::clone(&self.limiter) }
    }
}

/// The service of a [`RateLimit`].
#[derive(Clone)]
pub struct RateLimited<S> {
    inner: S,
    limiter: Arc<Limiter>,
}

impl<S> fmt::Debug for RateLimited<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RateLimited").finish_non_exhaustive()
    }
}

impl<S> Service<Request> for RateLimited<S>
where
    S: Service<Request, Response = Response, Error = Infallible>,
    S::Future: Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        match self.limiter.wait(&Who::from_request(&request)) {
            None => Box::pin(self.inner.call(request)),
            Some(wait) => {
                let mut response = refused(wait);
                mark(RequestId::sent(request.headers()).as_ref(), &mut response);
                Box::pin(std::future::ready(Ok(response)))
            }
        }
    }
}

fn refused(wait: Duration) -> Response {
    // A whole second at least, since `Retry-After` has no smaller ones.
    let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
    let seconds = u32::try_from(seconds.max(1)).unwrap_or(u32::MAX);
    let detail = format!(
        "the caller has made too many requests; nothing was done: come again in {seconds} s"
    );
    reply::retry_later(&Problem::new(Kind::RateLimited, detail), seconds)
}
