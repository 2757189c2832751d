//! Connections by hyper, kept between requests: no redirect, no compression, and nothing unbounded
//! but the body of a reply, which [`read`](crate::read) bounds.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use http::header::PROXY_AUTHORIZATION;
use http::uri::Scheme;
use http::{Request, Response};
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::{Builder, Client, Error, ResponseFuture};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::ClientConfig;
use rustls::crypto::CryptoProvider;

use crate::connector::{Bounded, Connector, Late};
use crate::keep_alive::{Exchange, Expired, Limits};
use crate::replay::{Replay, is_left_alone};
use crate::resolve::Resolver;
use crate::{Body, BoxError, Proxies, Resolve, Root, Trust, connect};

/// Protocols that a server may choose from (ALPN).
const VERSIONS: &[&[u8]] =
    if cfg!(feature = "http2") { &[b"h2", b"http/1.1"] } else { &[b"http/1.1"] };

/// Settings of connections.
#[derive(Debug)]
pub struct Settings {
    /// Maximum wait for a connection: the name's look-up, TCP, a proxy's tunnel and TLS.
    pub connect: Duration,
    /// Maximum time that a connection is kept without a request; zero for one request each.
    pub idle: Duration,
    /// The proxies; none without.
    pub proxies: Option<Proxies>,
    /// Whom TLS trusts.
    pub trust: Trust,
}

/// Connections that requests share; so do clones.
#[derive(Clone)]
pub struct Connections(Arc<Pool>);

struct Pool {
    client: Client<Bounded<HttpsConnector<Connector>>, Body>,
    proxies: Option<Arc<Proxies>>,
    limits: Limits,
}

impl Connections {
    /// Returns the connections to this root, made when a request needs them.
    ///
    /// # Errors
    /// The system offers no certificates, the provider lacks a version of TLS, or the key of the
    /// identity does not fit its certificate.
    pub fn new(
        root: &Root,
        provider: Arc<CryptoProvider>,
        settings: Settings,
    ) -> Result<Self, rustls::Error> {
        let tls = if root.is_https() || settings.proxies.is_some() {
            connect::trusting(provider, &settings.trust)?
        } else {
            connect::no(provider)?
        };
        Ok(Self::with(tls, Resolver::system(), settings))
    }

    /// Creates connections to any host that this resolver finds. It is not asked for a proxy, nor for what a proxy
    /// stands for.
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn resolving(
        resolver: Arc<dyn Resolve>,
        provider: Arc<CryptoProvider>,
        settings: Settings,
    ) -> Result<Self, rustls::Error> {
        let tls = connect::trusting(provider, &settings.trust)?;
        Ok(Self::with(tls, Resolver::Given(resolver), settings))
    }

    fn with(mut tls: ClientConfig, resolver: Resolver, settings: Settings) -> Self {
        let proxies = settings.proxies.map(Arc::new);
        tls.alpn_protocols = vec![b"http/1.1".to_vec()];
        let connector = Connector::new(resolver, tls.clone(), proxies.clone());
        tls.alpn_protocols = VERSIONS.iter().map(|version| version.to_vec()).collect();
        let inner = HttpsConnector::from((connector, tls));
        let mut builder: Builder = Client::builder(TokioExecutor::new());
        builder.pool_timer(TokioTimer::new()).pool_idle_timeout(settings.idle);
        if settings.idle.is_zero() {
            builder.pool_max_idle_per_host(0);
        }
        #[cfg(feature = "http2")]
        builder.timer(TokioTimer::new());
        let client = builder.build(Bounded { inner: Arc::new(inner), limit: settings.connect });
        Self(Arc::new(Pool { client, proxies, limits: Limits::default() }))
    }

    /// Returns the proxies that requests go through, if there are any.
    pub fn proxies(&self) -> Option<&Proxies> {
        self.0.proxies.as_deref()
    }

    /// The `User-Agent` that requests should have.
    pub const USER_AGENT: &str = connect::USER_AGENT;

    /// Sends a request. One that a kept connection did not take, because its server had closed it
    /// or keeps it no longer, is sent on another connection; so is one that a server of HTTP/2
    /// reports as not processed.
    pub fn send(&self, mut request: Request<Body>) -> Replying {
        self.introduce(&mut request);
        let replay = Replay::from_request(&request, self.0.limits.may_expire());
        Replying { reply: self.0.client.request(request), replay, connections: self.clone() }
    }

    /// Adds the headers that a proxy needs of the client; one that tunnels got them before.
    fn introduce(&self, request: &mut Request<Body>) {
        let Some(proxies) = &self.0.proxies else {
            return;
        };
        if request.uri().scheme() == Some(&Scheme::HTTP)
            && let Some(proxy) = proxies.of(request.uri())
            && let Some(own) = proxy.basic_auth()
        {
            request.headers_mut().insert(PROXY_AUTHORIZATION, own.clone());
        }
    }

    /// Returns `true` if an error, without its causes, means that there was no connection, or that
    /// the server did not process the request.
    pub fn is_connect(error: &(dyn std::error::Error + 'static)) -> bool {
        let is_connect = error.downcast_ref().is_some_and(Error::is_connect);
        is_connect || is_left_alone(error) || Expired::is(error)
    }

    /// Returns whether an error, without its causes, means that something took too long.
    pub fn is_timeout(error: &(dyn std::error::Error + 'static)) -> bool {
        let kind = error.downcast_ref().map(std::io::Error::kind);
        error.is::<Late>() || kind == Some(std::io::ErrorKind::TimedOut)
    }
}

/// Reply on its way.
///
/// # Errors
/// No connection, or one that broke before there was a reply: a
/// `hyper_util::client::legacy::Error`.
#[derive(Debug)]
#[must_use = "a request is sent when its reply is awaited"]
pub struct Replying {
    reply: ResponseFuture,
    replay: Option<Box<Replay>>,
    connections: Connections,
}

impl Replying {
    fn replay(&mut self, error: &Error) -> Option<ResponseFuture> {
        let replay = self.replay.as_mut()?.after(error)?;
        Some(self.connections.0.client.request(replay))
    }
}

impl Future for Replying {
    type Output = Result<Response<Body>, BoxError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut reply = loop {
            match ready!(Pin::new(&mut self.reply).poll(context)) {
                Ok(reply) => break reply,
                Err(error) => self.reply = self.replay(&error).ok_or(error)?,
            }
        };
        let exchange = reply.extensions_mut().remove::<Exchange>();
        if let Some(exchange) = &exchange {
            self.connections.0.limits.note(exchange.obey(reply.headers()));
        }
        Poll::Ready(Ok(reply.map(|body| Body::incoming(body, exchange))))
    }
}

impl fmt::Debug for Connections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connections").field("proxies", &self.0.proxies).finish_non_exhaustive()
    }
}
