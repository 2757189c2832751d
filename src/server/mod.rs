//! A server that offers a toolset in several protocols, with one set of settings for all of them.

mod protocols;
mod settings;

use std::fmt;

use a2t_server::__private::{TcpListener, ToSocketAddrs};
use a2t_server::Router;
use a2t_tool::{IntoTools, Tools};

use crate::{BoundServer, ServeError};

/// A builder of a server: [`Server::new`], settings, then [`Server::bind`].
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
/// let server = a2t::Server::new(a2t::toolset![add], ())
///     .limits(a2t::Limits::new().max_connections(100))
///     .bind("127.0.0.1:0")
///     .await?;
/// println!("listening on http://{}", server.local_addr());
/// # let stop = async {};
/// server.serve_until(stop).await
/// # }
/// ```
///
/// You make each setting once. It applies to everything that the server answers: the endpoints of A2T, the protocols
/// that `Server::mcp` and `Server::rap` add, and your own routes ([`Server::routes`]).
///
/// | setting | A2T | MCP | RAP | other routes |
/// | --- | --- | --- | --- | --- |
/// | hosts, origins, trusted proxies, rates, `authenticate`, TLS, probes | yes | yes | yes | yes |
/// | [`on_fault`](Self::on_fault) | yes | yes | yes | |
/// | [`Limits`](crate::Limits) of connections, headers and the stop | yes | yes | yes | yes |
/// | limits of bodies, `max_concurrent_calls`, `slow_poll_threshold` | yes | yes | yes | |
/// | `handler_timeout`, `blocking_threads`, `max_queued_calls` | yes | yes | `rap::WorkerLimits` | |
/// | `on_disconnect` | yes | a client cancels | a caller cancels | |
/// | [`idempotency`](Self::idempotency) | yes | yes | calls have ids | |
///
/// Permits, bytes and threads are counted together. A router, a service or the server of one protocol that sets
/// its own receiver of faults, hosts or origins keeps those; each limit that it sets replaces that of the server.
#[must_use]
pub struct Server<S: 'static = ()> {
    server: a2t_server::Server,
    /// The toolset, for further protocols.
    tools: Option<(Tools<S>, S)>,
}

/// Takes the place of a state in a server of your own router ([`Server::from_router`]). Such a server has no toolset to
/// offer in another protocol.
#[derive(Debug)]
pub enum Routes {}

impl<S: Clone + Send + Sync + 'static> Server<S> {
    /// Creates a server with this toolset at `/tools`. Every other path returns 404.
    ///
    /// ```no_run
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
    /// use axum::{Router, routing::get};
    ///
    /// // GET /about, and the tools below /api.
    /// let own = Router::new().route("/about", get(async || "a calculator"));
    /// let server = a2t::Server::new(a2t::toolset![add], ())
    ///     .at("/api")
    ///     .routes(own)
    ///     .allow_host("tools.example.com");
    /// server.bind("127.0.0.1:8080").await?.serve().await
    /// # }
    /// ```
    pub fn new(toolset: impl IntoTools<S>, state: S) -> Self {
        let tools = toolset.into_tools();
        let server = a2t_server::Server::new(tools.clone(), state.clone());
        Self { server, tools: Some((tools, state)) }
    }

    /// Serves the tools below this path: with `/api/v1`, at `/api/v1/tools`. Other protocols and routes have their
    /// own paths.
    pub fn at(self, path: impl Into<String>) -> Self {
        Self { server: self.server.at(path), ..self }
    }

    /// Adds your own routes, which have the same state as the tools. The server answers unknown paths with a problem
    /// document, so the router must not have a fallback.
    ///
    /// # Panics
    /// [`Server::bind`] panics, as axum does, if the router has a fallback or a route that already exists.
    pub fn routes(self, routes: Router<S>) -> Self {
        let Some((_, state)) = &self.tools else {
            return self;
        };
        let routes = routes.with_state(state.clone());
        let mount = move |router: Router, _: &_| {
            Ok(a2t_server::Mounted { router: router.merge(routes), work: None })
        };
        Self { server: self.server.mount(mount), ..self }
    }
}

impl Server<Routes> {
    /// Creates a server for your own router, into which you merge or nest
    /// [`Toolset::into_router`](crate::Toolset::into_router). For most programs, [`Server::new`] with
    /// [`Server::routes`] is enough.
    ///
    /// The settings of the server apply to the routers and services of a2t in it, except those with their own
    /// settings, for example through [`Toolset::into_router_with`](crate::Toolset::into_router_with). The router's
    /// fallback answers all other requests. If it has none, the server answers them with a problem document of status
    /// 404 in place of axum's empty 404.
    ///
    /// ```
    /// # use axum::{Router, routing::get};
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
    /// let api = Router::new()
    ///     .route("/health", get(async || "well"))
    ///     .nest("/api", toolset.into_router());
    /// let server = a2t::Server::from_router(api);
    /// ```
    pub fn from_router(router: Router) -> Self {
        Self { server: a2t_server::Server::from_router(router), tools: None }
    }
}

impl<S> Server<S> {
    /// Listens on an address such as `"127.0.0.1:8080"`. Port 0 selects a free port.
    ///
    /// # Errors
    /// Returns an error if the address is not valid or cannot be listened on, if a setting could have no effect (a host
    /// that is a URL, a probe without a slash), or if the settings of a protocol contradict each other.
    pub async fn bind(
        self,
        address: impl ToSocketAddrs + fmt::Debug,
    ) -> Result<BoundServer, ServeError> {
        self.server.bind(address).await
    }

    /// Uses a socket that already listens, such as one that a supervisor passed on.
    ///
    /// # Errors
    /// Returns an error if the socket has no local address, if a setting could have no effect, or if the settings of a
    /// protocol contradict each other.
    pub fn listener(self, listener: TcpListener) -> Result<BoundServer, ServeError> {
        self.server.listener(listener)
    }
}

impl<S> fmt::Debug for Server<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.server.fmt(f)
    }
}
