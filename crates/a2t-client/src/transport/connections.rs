//! Settings of a client's connections, and transports of the program's own in their place.

use std::time::Duration;

use a2t_http::Identity;
use http_body::Body as HttpBody;
use tower_service::Service;

use crate::config::Builder;
use crate::error::Error;
use crate::middleware::{BoxError, Request, Sender, erase};
use crate::transport::connecting::{Connecting, Own, Proxy};

impl Builder {
    /// Sends every request through the proxy at this `http` or `https` URL; what is encrypted to
    /// the vendor stays so (`CONNECT`). A user and a password in the URL are sent to the proxy
    /// only. Requests to a vendor on this machine go to it directly. `build` refuses headers and
    /// tokens that the proxy could read, those to an `http` address.
    ///
    /// ```
    /// # use a2t::client::Client;
    /// let client = Client::builder("https://api.weather.example")
    ///     .proxy("http://user:s3cret@proxy.example:3128")
    ///     .build()?;
    /// # Ok::<_, a2t::client::Error>(())
    /// ```
    pub fn proxy(self, url: impl Into<String>) -> Self {
        let proxy = Proxy::At(url.into());
        self.connecting(|connecting| connecting.proxy = proxy)
    }

    /// Uses the proxies that `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` name when the
    /// client is made, except for vendors on this machine; `build` refuses what [`proxy`](Self::proxy)
    /// refuses.
    pub fn proxy_from_env(self) -> Self {
        self.connecting(|connecting| connecting.proxy = Proxy::Environment)
    }

    /// Trusts the certificates of this PEM text besides those that the system trusts, such as the
    /// root of a company. A text without one fails `build`.
    pub fn root_certificates(mut self, pem: impl AsRef<[u8]>) -> Self {
        if let Err(error) = self.connecting.trust.add(pem) {
            self.fail(Error::setup(error));
        }
        self
    }

    /// Shows this certificate to servers that ask for one (mutual TLS).
    ///
    /// ```no_run
    /// use a2t::client::{Client, Identity};
    ///
    /// let pem = std::fs::read("/run/secrets/agent.pem")?; // certificate and key
    /// let client = Client::builder("https://api.weather.example")
    ///     .identity(Identity::from_pem(pem)?)
    ///     .build()?;
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn identity(self, identity: Identity) -> Self {
        self.connecting(|connecting| connecting.trust.identify(identity))
    }

    /// Sets how long a connection is kept without a request: 50 s by default, so that a model's
    /// turn between two calls costs no handshake, and less than the 60 s and 75 s of the usual load
    /// balancers and proxies. Zero for one request a connection.
    ///
    /// A server may close earlier. One that says when (`Keep-Alive: timeout=N`, up to an hour) has its
    /// connection left alone from a second before that on. Each connection is looked at before its
    /// next request: one that turns out to be closed is replaced without a word, whatever the retry
    /// policy, since nothing was sent; so is one whose server says that it left the request alone, as
    /// servers of HTTP/2 do that stop (RFC 9113, section 8.7). Only a request that crosses the
    /// server's close on its way is lost, as [`Interrupted`](crate::Kind::Interrupted), and sent again
    /// as the policy says.
    pub fn pool_idle_timeout(self, time: Duration) -> Self {
        self.connecting(|connecting| connecting.idle = Some(time))
    }

    /// Sends by a transport of the program's own: any tower service of `http` requests. Limits,
    /// retries, credentials and [layers](Self::layer) stand around it, and a redirect that it
    /// answers stays refused; proxies, certificates, idle connections and the time to connect are
    /// its own matter, within the time of the attempt.
    ///
    /// An error that is [`NotConnected`](crate::middleware::NotConnected), or has it among its
    /// sources, is that of a request which has not been sent and is retried as such; so is the
    /// `is_connect()` of hyper-util's client.
    ///
    /// ```
    /// use a2t::client::{Client, middleware::{Body, BoxError, Request, Response}};
    /// use tower::service_fn;
    ///
    /// let canned = service_fn(|_: Request| async {
    ///     Ok::<_, BoxError>(Response::new(Body::from(r#"{"output_parameters":[]}"#)))
    /// });
    /// let client = Client::builder("https://api.weather.example").transport(canned).build()?;
    /// # Ok::<_, a2t::client::Error>(())
    /// ```
    pub fn transport<S, B>(self, service: S) -> Self
    where
        S: Service<Request, Response = http::Response<B>> + Clone + Send + Sync + 'static,
        S::Error: Into<BoxError>,
        S::Future: Send + 'static,
        B: HttpBody<Data = bytes::Bytes> + Send + Sync + 'static,
        B::Error: Into<BoxError>,
    {
        let own = Own::Service(Sender::Own(erase(service)));
        self.connecting(|connecting| connecting.own = Some(own))
    }

    /// Sends by reqwest, with the proxies, certificates, resolvers and pools of this builder, for
    /// programs that have one already. What [`docs/client.md`](crate#defaults) promises stays: no
    /// redirect is followed, nothing is unpacked, and the time to connect is that of
    /// [`connect_timeout`](Self::connect_timeout); those settings of the builder are overridden.
    /// Its other settings (cookies, headers, a timeout) count besides the client's. Its proxies are
    /// not used for a vendor on this machine.
    ///
    /// A kept connection is not looked at before a call, as the client's own are: one that the server
    /// closed before the runtime had time to notice may lose the call, as
    /// [`Interrupted`](crate::Kind::Interrupted). Without kept connections
    /// (`pool_max_idle_per_host(0)`) that does not happen.
    ///
    /// It comes with the feature `client-reqwest` of `a2t`.
    ///
    /// A program that installed no provider of cryptography for rustls has ring installed by
    /// `build`, which reqwest would miss.
    ///
    /// ```
    /// use a2t::client::{Client, reqwest};
    ///
    /// let http = reqwest::Client::builder().pool_max_idle_per_host(4);
    /// let client = Client::builder("https://api.weather.example").reqwest(http).build()?;
    /// # Ok::<_, a2t::client::Error>(())
    /// ```
    #[cfg(feature = "reqwest")]
    pub fn reqwest(self, builder: reqwest::ClientBuilder) -> Self {
        let own = Own::Reqwest(Box::new(builder));
        self.connecting(|connecting| connecting.own = Some(own))
    }

    fn connecting(mut self, change: impl FnOnce(&mut Connecting)) -> Self {
        change(&mut self.connecting);
        self
    }
}
