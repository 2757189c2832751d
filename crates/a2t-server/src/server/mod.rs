//! A server: its router, limits and address; bound, then run until it is stopped.

pub(crate) mod answer;
pub(crate) mod app;
pub(crate) mod authenticate;
pub(crate) mod bound;
pub(crate) mod forwarded;
pub(crate) mod health;
pub(crate) mod host_policy;
#[cfg(feature = "rate-limit")]
pub(crate) mod rate;
pub(crate) mod serve_error;
pub(crate) mod signals;
pub(crate) mod trouble;
pub(crate) mod unrouted;
pub(crate) mod work;

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::Request;
use axum::{Extension, Router};
use tokio::net::{TcpListener, ToSocketAddrs, lookup_host};

use a2t_tool::{Fault, IntoTools, Report, Shares};

use crate::endpoints::nothing_here;
use crate::server::app::{App, Setup};
use crate::server::bound::BoundServer;
use crate::server::forwarded::Proxies;
use crate::server::host_policy::HostPolicy;
use crate::server::trouble::OnError;
use crate::server::unrouted::marked;
use crate::server::work::Work;
use crate::{Health, Idempotency, Limits, ServeError};

/// Serves the toolset at `/tools` of this address until the process gets SIGTERM or ctrl-c, then
/// lets the requests that it has begun end.
///
/// This is [`Server::new`], [`bind`](Server::bind) and [`serve`](BoundServer::serve) with the
/// default [`Limits`]. The connection is plain HTTP/1.1: put a proxy that speaks TLS before it.
///
/// ```no_run
/// # async fn example(toolset: a2t::Toolset<()>) -> Result<(), a2t::ServeError> {
/// a2t::serve("127.0.0.1:8080", toolset, ()).await
/// # }
/// ```
///
/// # Errors
/// The address is not valid, or cannot be listened on.
pub async fn serve<S>(
    address: impl ToSocketAddrs + fmt::Debug,
    toolset: impl IntoTools<S>,
    state: S,
) -> Result<(), ServeError>
where
    S: Clone + Send + Sync + 'static,
{
    Server::new(toolset, state).bind(address).await?.serve().await
}

/// A server that is being set up: [`Server::new`], the limits, then [`Server::bind`].
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), a2t::ServeError> {
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
///     .limits(a2t::Limits::new().max_connections(100))
///     .on_fault(|fault| eprintln!("{fault}"))
///     .bind("127.0.0.1:0")
///     .await?;
/// println!("listening on http://{}", server.local_addr());
/// # let stop = async {};
/// server.serve_until(stop).await
/// # }
/// ```
#[must_use]
pub struct Server {
    router: Router,
    /// Path below which the tools are, if the server answers all other paths with 404.
    prefix: Option<String>,
    mounts: Vec<Mount>,
    pub(crate) callers: Vec<Around>,
    limits: Limits,
    host_policy: HostPolicy,
    proxies: Proxies,
    #[cfg(feature = "rate-limit")]
    rate: Option<crate::RateLimit>,
    idempotency: Option<Idempotency>,
    health: Option<Health>,
    on_fault: Option<Report>,
    on_accept_error: Option<OnError>,
    #[cfg(feature = "tls")]
    pub(crate) tls: crate::tls::Setting,
}

pub(crate) type Around = Box<dyn FnOnce(Router) -> Router + Send>;

/// An error in the settings of a protocol.
#[doc(hidden)]
pub type SetupError = Box<dyn std::error::Error + Send + Sync>;

/// A router with the routes of one more protocol, and the work that belongs to it.
#[doc(hidden)]
pub struct Mounted {
    pub router: Router,
    pub work: Option<Work>,
}

a2t_core::opaque! {
    [] "Mounted" Mounted;
}

type Mount = Box<dyn FnOnce(Router, &Arc<Shares>) -> Result<Mounted, SetupError> + Send>;

impl Server {
    /// Creates a server of this toolset at `/tools`; every other path is 404.
    pub fn new<S>(toolset: impl IntoTools<S>, state: S) -> Self
    where
        S: Clone + Send + Sync + 'static,
    {
        let mut server = Self::from_router(crate::router(toolset, None).with_state(state));
        server.prefix = Some(String::new());
        server
    }

    /// Serves the tools below this path, such as `/api/v1` for `/api/v1/tools`.
    #[doc(hidden)]
    pub fn at(mut self, path: impl Into<String>) -> Self {
        self.prefix = Some(path.into().trim_end_matches('/').to_owned());
        self
    }

    /// Creates a server of your own router, with [`router`](crate::router) merged or nested into
    /// it: the same care with connections. The limits that the router was made with stay as they
    /// are.
    pub fn from_router(router: Router) -> Self {
        Self {
            router,
            prefix: None,
            mounts: Vec::new(),
            callers: Vec::new(),
            limits: Limits::new(),
            host_policy: HostPolicy::default(),
            proxies: Proxies::default(),
            #[cfg(feature = "rate-limit")]
            rate: None,
            idempotency: None,
            health: None,
            on_fault: None,
            on_accept_error: None,
            #[cfg(feature = "tls")]
            tls: crate::tls::Setting::default(),
        }
    }

    /// Adds another protocol: `mount` adds its routes when the server is bound.
    #[doc(hidden)]
    pub fn mount(
        mut self,
        mount: impl FnOnce(Router, &Arc<Shares>) -> Result<Mounted, SetupError> + Send + 'static,
    ) -> Self {
        self.mounts.push(Box::new(mount));
        self
    }

    /// Sets the limits of everything that this server answers. A value that a router or a service sets replaces that of
    /// the server.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Answers requests for this host: a name (`tools.example.com`) or a name and a port. Localhost and
    /// addresses need no mention.
    pub fn allow_host(mut self, host: impl Into<String>) -> Self {
        self.host_policy.allow_host(host.into());
        self
    }

    /// Answers requests for every host: for a server behind a proxy that knows its hosts.
    pub fn allow_any_host(mut self) -> Self {
        self.host_policy.allow_any_host();
        self
    }

    /// Answers web pages of this origin (`https://app.example.com`), as well as those of the host
    /// that they ask and of this machine. A server that listens on this machine refuses others with
    /// 403, and so does one elsewhere that has an allowed origin. Requests that no web page sends
    /// have no origin. Pages that read replies need CORS as well, by a layer of the router.
    pub fn allow_origin(mut self, origin: impl Into<String>) -> Self {
        self.host_policy.allow_origin(origin.into());
        self
    }

    /// Answers web pages of every origin.
    pub fn allow_any_origin(mut self) -> Self {
        self.host_policy.allow_any_origin();
        self
    }

    /// Trusts proxies of this network to report their clients, by `Forwarded` (RFC 7239) or
    /// `X-Forwarded-For`: `[10, 0, 0, 0], 8` is `10.0.0.0/8`. Tools take the address as
    /// [`ClientAddress`](crate::ClientAddress). Call it again for another network.
    pub fn trusted_proxy(mut self, network: impl Into<IpAddr>, prefix: u8) -> Self {
        self.proxies.trust(network.into(), prefix);
        self
    }

    /// Refuses [callers](crate::RateLimit) that make more requests than this, on every route.
    #[cfg(feature = "rate-limit")]
    pub fn rate_limit(mut self, limit: crate::RateLimit) -> Self {
        self.rate = Some(limit);
        self
    }

    /// Keeps the replies of calls with an `Idempotency-Key` in this store, and not in the memory of each
    /// router.
    pub fn idempotency(mut self, replies: Idempotency) -> Self {
        self.idempotency = Some(replies);
        self
    }

    /// Answers probes of liveness and readiness next to the tools; by default no path does. A route
    /// of the router with the path of a probe is not reached.
    pub fn health(mut self, health: Health) -> Self {
        self.health = Some(health);
        self
    }

    /// Passes each [`Fault`] to `report`, which replaces the report that [`Fault`] describes. The fault has the
    /// reason why a tool ended in 500 or 504, or why a context refused a request with 5xx. `report` runs on the
    /// thread that answers the request, so it should not block.
    pub fn on_fault(mut self, report: impl Fn(&Fault) + Send + Sync + 'static) -> Self {
        self.on_fault = Some(Arc::new(report));
        self
    }

    /// Reports that no connection can be accepted, mostly because the process has no file
    /// descriptor left; by default to standard error. It is reported once, and again only after a
    /// connection was accepted meanwhile. The server tries again after a pause of 50 ms, which
    /// doubles up to a second.
    pub fn on_accept_error(mut self, report: impl Fn(&io::Error) + Send + Sync + 'static) -> Self {
        self.on_accept_error = Some(Arc::new(report));
        self
    }

    /// Serves only TLS (1.2 and 1.3), with [`Certificates`](crate::tls::Certificates) or your own
    /// [`ServerConfig`](crate::tls::rustls::ServerConfig), such as one that demands certificates of
    /// clients. With the feature `http2`, clients that offer it use HTTP/2.
    #[cfg(feature = "tls")]
    pub fn tls(mut self, config: impl Into<Arc<rustls::ServerConfig>>) -> Self {
        self.tls.config = Some(config.into());
        self
    }

    /// Reports handshakes that fail, with the address of the client; by default they are not
    /// reported. Every client that reaches the server can cause them, so a report should be cheap.
    #[cfg(feature = "tls")]
    pub fn on_tls_error(
        mut self,
        report: impl Fn(SocketAddr, &io::Error) + Send + Sync + 'static,
    ) -> Self {
        self.tls.on_error = Some(Arc::new(report));
        self
    }

    /// Listens on an address such as `"127.0.0.1:8080"`; port 0 is any free port.
    ///
    /// # Errors
    /// The address is not valid or cannot be listened on, a setting could have no effect, or the settings of a
    /// protocol contradict each other.
    pub async fn bind(
        self,
        address: impl ToSocketAddrs + fmt::Debug,
    ) -> Result<BoundServer, ServeError> {
        let named = format!("{address:?}");
        let fail = |error| ServeError::new(format!("cannot find the address {named}"), error);
        let addresses: Vec<SocketAddr> = lookup_host(address).await.map_err(fail)?.collect();
        let listener = TcpListener::bind(&*addresses).await;
        let listed = || addresses.iter().map(SocketAddr::to_string).collect::<Vec<_>>();
        let fail =
            |error| ServeError::new(format!("cannot listen on {}", listed().join(", ")), error);
        self.listener(listener.map_err(fail)?)
    }

    /// Takes a socket that listens already, such as one that a supervisor handed over.
    ///
    /// # Errors
    /// The socket has no local address, a setting could have no effect, or the settings of a protocol contradict each
    /// other.
    pub fn listener(self, listener: TcpListener) -> Result<BoundServer, ServeError> {
        let fail = |error| ServeError::new("the listening socket has no address".to_owned(), error);
        let address = listener.local_addr().map_err(fail)?;
        if let Some(fault) = self.fault() {
            return Err(ServeError::setup(fault.into()));
        }
        let shares = Shares::new(self.limits, self.on_fault);
        let explains = self.prefix.is_none();
        let router = match self.prefix {
            None => self.router,
            Some(path) => below(path, self.router),
        };
        let (mut router, mut works) = (router, Vec::new());
        for mount in self.mounts {
            let mounted = mount(router, &shares).map_err(ServeError::setup)?;
            router = mounted.router;
            works.extend(mounted.work);
        }
        let router = if explains { marked(router) } else { router };
        let router = match self.idempotency {
            Some(replies) => router.layer(Extension(replies)),
            None => router,
        };
        #[cfg(feature = "rate-limit")]
        let router = match self.rate {
            Some(limit) => router.layer(limit),
            None => router,
        };
        let router = self.callers.into_iter().fold(router, |router, around| around(router));
        let setup = Setup {
            limits: self.limits.effective(),
            host_policy: self.host_policy.at(address.ip()),
            proxies: self.proxies,
            health: self.health,
            explains,
            on_accept_error: self.on_accept_error,
            #[cfg(feature = "tls")]
            tls: self.tls.secured(),
        };
        let app = App::new(router, shares, setup);
        Ok(BoundServer::new(listener, address, app, works))
    }

    /// Returns what is wrong with a setting that could have no effect.
    fn fault(&self) -> Option<String> {
        let probes = || self.health.as_ref().and_then(Health::fault);
        self.host_policy.fault().or_else(|| self.proxies.fault()).or_else(probes)
    }
}

/// Returns a router with the tools at this path and 404 at every other one.
fn below(path: String, tools: Router) -> Router {
    let router = match &*path {
        "" => tools,
        path => Router::new().nest(path, tools),
    };
    router.fallback(move |request: Request| nothing_here(path, request))
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Server");
        shown.field("limits", &self.limits).finish_non_exhaustive()
    }
}
