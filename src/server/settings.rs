//! Settings of a server, which apply to all its protocols and routes.

use std::convert::Infallible;
use std::io;
use std::net::IpAddr;
#[cfg(feature = "tls")]
use std::{net::SocketAddr, sync::Arc};

#[cfg(feature = "tls")]
use a2t_server::__private::ServerConfig;
use a2t_server::__private::{IntoResponse, Layer, Request, Route, Service};
use a2t_server::Idempotency;

use super::Server;
use crate::{Fault, Health, Limits};

impl<S> Server<S> {
    /// Sets the limits of everything that this server answers. Each value that a router or a service sets replaces that of
    /// the server.
    pub fn limits(self, limits: Limits) -> Self {
        Self { server: self.server.limits(limits), ..self }
    }

    /// Answers requests for this host: a name (`tools.example.com`), or a name and a port. Localhost and IP addresses
    /// are always allowed.
    ///
    /// A server that listens only on this machine refuses requests for other hosts with 421, because a web page can
    /// make a browser send requests there under its own host name (DNS rebinding). A server that listens on another
    /// address answers requests for every host until you set one.
    ///
    /// ```
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
    /// // Behind a proxy of the same machine, which hands the name on.
    /// let server = a2t::Server::new(toolset, ())
    ///     .allow_host("tools.example.com")
    ///     .allow_origin("https://app.example.com");
    /// ```
    pub fn allow_host(self, host: impl Into<String>) -> Self {
        Self { server: self.server.allow_host(host), ..self }
    }

    /// Answers requests for every host. Use it for a server behind a proxy that checks hosts.
    pub fn allow_any_host(self) -> Self {
        Self { server: self.server.allow_any_host(), ..self }
    }

    /// Answers web pages of this origin (`https://app.example.com`), as well as those of the requested host and of
    /// this machine. A server that listens only on this machine refuses others with 403. A server that listens on
    /// another address does so once you set an origin. Requests that do not come from a web page have no origin.
    /// Pages that read replies also need CORS, which a layer of the router can add.
    pub fn allow_origin(self, origin: impl Into<String>) -> Self {
        Self { server: self.server.allow_origin(origin), ..self }
    }

    /// Answers web pages of every origin.
    pub fn allow_any_origin(self) -> Self {
        Self { server: self.server.allow_any_origin(), ..self }
    }

    /// Trusts proxies of this network to report their clients, by `Forwarded` (RFC 7239) or `X-Forwarded-For`:
    /// `[10, 0, 0, 0], 8` is `10.0.0.0/8`. Tools take the address as [`ClientAddress`](crate::ClientAddress). Call it
    /// again for another network.
    ///
    /// The proxy must replace the header or append to it. The client is the last address that is not a trusted
    /// proxy's. If a proxy reports something else than an address, or if a request has both headers and they name
    /// different clients, the client is unknown: it has no `ClientAddress`, and shares its rate with others like it. A
    /// request of a proxy with neither header is the proxy's own.
    ///
    /// ```
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
    /// let server = a2t::Server::new(toolset, ()).trusted_proxy([10, 0, 0, 0], 8);
    /// ```
    pub fn trusted_proxy(self, network: impl Into<IpAddr>, prefix: u8) -> Self {
        Self { server: self.server.trusted_proxy(network, prefix), ..self }
    }

    /// Refuses [callers](crate::RateLimit) that make more requests than this, on every route.
    #[cfg(feature = "rate-limit")]
    pub fn rate_limit(self, limit: crate::RateLimit) -> Self {
        Self { server: self.server.rate_limit(limit), ..self }
    }

    /// Keeps the replies of calls with an `Idempotency-Key` in this store instead of the memory of each router.
    pub fn idempotency(self, replies: Idempotency) -> Self {
        Self { server: self.server.idempotency(replies), ..self }
    }

    /// Answers liveness and readiness probes. Without this call, no path does. If a route of the router has the path
    /// of a probe, the probe is answered instead.
    pub fn health(self, health: Health) -> Self {
        Self { server: self.server.health(health), ..self }
    }

    /// Passes each [`Fault`] to `report`, which replaces the report that [`Fault`] describes. The fault has the
    /// reason why a tool ended in 500 or 504, or why a context refused a request with 5xx. `report` runs on the
    /// thread that answers the request, so it should not block.
    pub fn on_fault(self, report: impl Fn(&Fault) + Send + Sync + 'static) -> Self {
        Self { server: self.server.on_fault(report), ..self }
    }

    /// Calls `report` if no connection can be accepted, mostly because the process has no free file descriptor. By
    /// default the server prints a line on standard error. It reports once, and again only after it has accepted a
    /// connection in between. The server tries again after 50 ms, and doubles the pause up to a second.
    ///
    /// ```
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
    ///     .on_accept_error(|error| eprintln!("no connections: {error}"));
    /// ```
    pub fn on_accept_error(self, report: impl Fn(&io::Error) + Send + Sync + 'static) -> Self {
        Self { server: self.server.on_accept_error(report), ..self }
    }

    /// Puts a layer that authenticates callers around everything that this server answers: that of
    /// [`authenticate`](fn@crate::authenticate), or any other that adds an [`a2t::Caller`](crate::Caller) to the
    /// extensions of the requests that it accepts.
    ///
    /// ```
    /// use a2t::{AuthError, Caller};
    /// use http::request::Parts;
    ///
    /// async fn by_token(head: Parts) -> Result<Caller, AuthError> {
    ///     match a2t::bearer(&head.headers)? {
    ///         "secret-of-alice" => Ok(Caller::new("alice")),
    ///         _ => Err(AuthError::invalid_token("no caller has this token")),
    ///     }
    /// }
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
    /// let server = a2t::Server::new(toolset, ()).authenticate(a2t::authenticate(by_token));
    /// ```
    ///
    /// The layer runs before the rate limit and before the replies of repeated calls, regardless of the order in
    /// which you set them, so that both know the caller. A tuple of layers is one layer, with the first one
    /// outermost.
    pub fn authenticate<L>(self, layer: L) -> Self
    where
        L: Layer<Route> + Clone + Send + Sync + 'static,
        L::Service: Service<Request, Response: IntoResponse, Error: Into<Infallible>, Future: Send>
            + Clone
            + Send
            + Sync
            + 'static,
    {
        Self { server: self.server.authenticate(layer), ..self }
    }

    /// Serves only TLS (1.2 and 1.3), with [`Certificates`](crate::tls::Certificates) or your own [`ServerConfig`],
    /// such as one that requires client certificates. With the feature `http2`, clients that offer HTTP/2 use it.
    ///
    /// A handshake counts as a connection, and may take as long as a request head
    /// ([`Limits::header_read_timeout`](crate::Limits::header_read_timeout)).
    ///
    /// ```no_run
    /// # async fn example(toolset: a2t::Toolset<()>) -> Result<(), Box<dyn std::error::Error>> {
    /// let certificates = a2t::tls::Certificates::read("chain.pem", "key.pem")?;
    /// let server = a2t::Server::new(toolset, ()).tls(&certificates).bind("0.0.0.0:443").await?;
    /// // When they were renewed, such as on SIGHUP or once a day: certificates.renew()?;
    /// server.serve().await?;
    /// # Ok(())
    /// # }
    /// ```
    #[cfg(feature = "tls")]
    pub fn tls(self, config: impl Into<Arc<ServerConfig>>) -> Self {
        Self { server: self.server.tls(config), ..self }
    }

    /// Reports failed handshakes, with the address of the client. By default they are not reported. Everyone who can
    /// reach the server can cause them, so the report should be cheap.
    #[cfg(feature = "tls")]
    pub fn on_tls_error(
        self,
        report: impl Fn(SocketAddr, &io::Error) + Send + Sync + 'static,
    ) -> Self {
        Self { server: self.server.on_tls_error(report), ..self }
    }
}
