//! One connection: to the host itself, or to the proxy that stands for it.

use std::error::Error;
use std::fmt;
use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http::Uri;
use hyper_rustls::{HttpsConnector, MaybeHttpsStream};
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::proxy::matcher::Intercept;
use rustls::ClientConfig;
use tokio::time::timeout;
use tower_service::Service;

use crate::liveness::CheckedStream;
use crate::proxy::shown;
use crate::resolve::{Boxed, Resolver};
use crate::tcp::TcpConnector;
use crate::{BoxError, Proxies};

/// Maker of connections to the hosts of URLs, through their proxies: TLS to the host is put around it.
#[derive(Clone)]
pub(crate) struct Connector {
    direct: TcpConnector,
    relayed: HttpsConnector<TcpConnector>,
    tunnelled: HttpsConnector<TcpConnector>,
    proxies: Option<Arc<Proxies>>,
}

impl Connector {
    /// `tls` is that of connections to proxies, whose names the system looks up, since a proxy may stand
    /// where `resolver` lets no request go.
    pub(crate) fn new(
        resolver: Resolver,
        tls: ClientConfig,
        proxies: Option<Arc<Proxies>>,
    ) -> Self {
        let tls = Arc::new(tls);
        let by = |is_relayed| {
            HttpsConnector::from((
                TcpConnector::new(Resolver::system(), is_relayed),
                Arc::clone(&tls),
            ))
        };
        let direct = TcpConnector::new(resolver, false);
        Self { direct, relayed: by(true), tunnelled: by(false), proxies }
    }

    async fn through(mut self, proxy: &Intercept, host: Uri) -> Result<Stream, BoxError> {
        let to = proxy.uri().clone();
        if !matches!(to.scheme_str(), Some("http" | "https")) {
            return Err("its scheme is not http or https".into());
        }
        if host.scheme_str() != Some("https") {
            return self.relayed.call(to).await;
        }
        let mut tunnel = Tunnel::new(to, self.tunnelled);
        if let Some(own) = proxy.basic_auth() {
            tunnel = tunnel.with_auth(own.clone());
        }
        Ok(tunnel.call(host).await?)
    }
}

/// TLS, if there is any, to the proxy.
type Stream = MaybeHttpsStream<CheckedStream>;

impl Service<Uri> for Connector {
    type Response = Stream;
    type Error = BoxError;
    type Future = Boxed<Stream>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.direct.poll_ready(context)
    }

    fn call(&mut self, host: Uri) -> Self::Future {
        let proxy = self.proxies.as_ref().and_then(|proxies| proxies.of(&host));
        let mut connector = self.clone();
        Box::pin(async move {
            match proxy {
                Some(proxy) => connector
                    .through(&proxy, host)
                    .await
                    .map_err(|cause| ProxyConnectError { proxy: shown(proxy.uri()), cause }.into()),
                None => Ok(connector.direct.call(host).await?.into()),
            }
        })
    }
}

/// A connection that a proxy did not give: it is reported, because people look for the fault at the
/// host.
#[derive(Debug)]
struct ProxyConnectError {
    proxy: String,
    cause: BoxError,
}

impl fmt::Display for ProxyConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "through the proxy `{}`", self.proxy)
    }
}

impl Error for ProxyConnectError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.cause)
    }
}

/// A connection that was not made in time.
#[derive(Debug)]
pub(crate) struct Late(Duration);

impl fmt::Display for Late {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not connected within {:?}", self.0)
    }
}

impl Error for Late {}

/// A connection whose making is bounded in time, TLS included.
pub(crate) struct Bounded<C> {
    /// Shared, because each request clones its connector.
    pub(crate) inner: Arc<C>,
    pub(crate) limit: Duration,
}

impl<C> Clone for Bounded<C> {
    fn clone(&self) -> Self {
        Self { inner: self.inner.clone(), limit: self.limit }
    }
}

impl<C> Service<Uri> for Bounded<C>
where
    C: Service<Uri, Error = BoxError> + Clone + Send + Sync + 'static,
    C::Future: Send,
{
    type Response = C::Response;
    type Error = BoxError;
    type Future = Boxed<C::Response>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, host: Uri) -> Self::Future {
        let (mut inner, limit) = (C::clone(&self.inner), self.limit);
        Box::pin(async move {
            let connecting = async {
                poll_fn(|context| inner.poll_ready(context)).await?;
                inner.call(host).await
            };
            timeout(limit, connecting).await.map_err(|_| Late(limit))?
        })
    }
}
