//! Settings of a server, which apply to every protocol and route of it.

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
    /// Sets the limits of everything that this server answers, in place of the default ones. A router or a service
    /// that was given limits of its own keeps those.
    pub fn limits(self, limits: Limits) -> Self {
        Self { server: self.server.limits(limits), ..self }
    }

    /// Answers requests for this host: a name (`tools.example.com`) or a name and a port. Localhost and
    /// addresses need no mention.
    ///
    /// A server that listens on the own machine refuses requests for other hosts with 421, because a web
    /// page can make a browser send them there under a name of its own (DNS rebinding). One that
    /// listens elsewhere answers for every host until it is told one.
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
    ///     .host("tools.example.com")
    ///     .origin("https://app.example.com");
    /// ```
    pub fn host(self, host: impl Into<String>) -> Self {
        Self { server: self.server.host(host), ..self }
    }

    /// Answers requests for every host: for a server behind a proxy that knows its hosts.
    pub fn any_host(self) -> Self {
        Self { server: self.server.any_host(), ..self }
    }

    /// Answers web pages of this origin (`https://app.example.com`), as well as those of the host that
    /// they ask and of the own machine. A server that listens on the own machine refuses others with
    /// 403, and so does one elsewhere that was told an origin. Requests that no web page sends have no
    /// origin. Pages that read replies need CORS besides, by a layer of the router.
    pub fn origin(self, origin: impl Into<String>) -> Self {
        Self { server: self.server.origin(origin), ..self }
    }

    /// Answers web pages of every origin.
    pub fn any_origin(self) -> Self {
        Self { server: self.server.any_origin(), ..self }
    }

    /// Believes proxies of this network what they say of their clients, by `Forwarded` (RFC 7239) or
    /// `X-Forwarded-For`: `[10, 0, 0, 0], 8` is `10.0.0.0/8`. Tools take the address as
    /// [`ClientAddress`](crate::ClientAddress). Say it again for another network.
    ///
    /// The proxy is to write its header anew or to append to it; the last address that is no trusted
    /// proxy's counts. If both headers come and tell different clients, the proxy's own address does.
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

    /// Keeps the replies of calls with an `Idempotency-Key` in this store, and not in the memory of each
    /// router.
    pub fn idempotency(self, replies: Idempotency) -> Self {
        Self { server: self.server.idempotency(replies), ..self }
    }

    /// Answers probes of liveness and readiness beside the tools; no path does unless this is
    /// called. A route of the router with the path of a probe is not reached.
    pub fn health(self, health: Health) -> Self {
        Self { server: self.server.health(health), ..self }
    }

    /// Hands each [`Fault`] to `report`, which takes the place of the report that [`Fault`] describes: why a
    /// tool ended in 500 or 504, or a context refused a request with an error of the server. It runs on the
    /// thread that answers the request, so it should not wait.
    pub fn on_fault(self, report: impl Fn(&Fault) + Send + Sync + 'static) -> Self {
        Self { server: self.server.on_fault(report), ..self }
    }

    /// Reports that no connection can be accepted, mostly because the process has no file
    /// descriptor left; without it, a line on standard error tells. It is told once, and again only
    /// after a connection was accepted meanwhile. The server tries again after a pause of 50 ms,
    /// which doubles up to a second.
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

    /// Puts a layer around everything that this server answers, which authenticates its callers: that
    /// of [`authenticate`](fn@crate::authenticate), or any other that puts an
    /// [`a2t::Caller`](crate::Caller) among the extensions of the requests that it lets pass.
    ///
    /// ```
    /// use a2t::{Caller, Refusal};
    /// use http::request::Parts;
    ///
    /// async fn by_token(head: Parts) -> Result<Caller, Refusal> {
    ///     match a2t::bearer(&head.headers)? {
    ///         "secret-of-alice" => Ok(Caller::new("alice")),
    ///         _ => Err(Refusal::invalid_token("nobody has this token")),
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
    /// The layer stands before the limit on rates and the replies of equal calls, whatever the order in which they
    /// are set, so that both know the caller. A tuple of layers is one, the first outermost.
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

    /// Speaks TLS (1.2 and 1.3) and nothing else, with [`Certificates`] or a [`ServerConfig`] of your own,
    /// such as one that demands certificates of clients. With the feature `http2`, clients that offer it
    /// speak HTTP/2.
    ///
    /// A handshake counts as a connection, and takes as long as a head may ([`Limits::head`](crate::Limits::head)).
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

    /// Reports handshakes that fail, with the address of the client; without it, nobody learns. Anybody
    /// who reaches the server can cause them, so that a report should be cheap.
    #[cfg(feature = "tls")]
    pub fn on_tls_error(
        self,
        report: impl Fn(SocketAddr, &io::Error) + Send + Sync + 'static,
    ) -> Self {
        Self { server: self.server.on_tls_error(report), ..self }
    }
}
