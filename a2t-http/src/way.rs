//! One connection: to the host itself, or to the proxy that stands for it.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http::Uri;
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::proxy::matcher::Intercept;
use rustls::ClientConfig;
use tokio::time::timeout;
use tower_service::Service;

use crate::reached::Reached;
use crate::{BoxError, Proxies};

type Boxed<T> = Pin<Box<dyn Future<Output = Result<T, BoxError>> + Send>>;

/// Maker of connections to the hosts of URLs, over TCP alone: TLS to the host is put around it.
#[derive(Clone)]
pub(crate) struct Way {
    direct: HttpConnector,
    proxied: HttpsConnector<HttpConnector>,
    proxies: Option<Arc<Proxies>>,
}

impl Way {
    /// `tls` is that of connections to proxies.
    pub(crate) fn new(tls: ClientConfig, proxies: Option<Arc<Proxies>>) -> Self {
        let mut direct = HttpConnector::new();
        // TLS is put around it, so https is as good.
        direct.enforce_http(false);
        direct.set_nodelay(true);
        // A peer that is gone without a word is noticed, and routers on the way do not forget a
        // connection that waits for its next call.
        direct.set_keepalive(Some(Duration::from_secs(15)));
        direct.set_keepalive_interval(Some(Duration::from_secs(15)));
        direct.set_keepalive_retries(Some(3));
        Self { proxied: (direct.clone(), tls).into(), direct, proxies }
    }
}

impl Service<Uri> for Way {
    type Response = Reached;
    type Error = BoxError;
    type Future = Boxed<Reached>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Service::<Uri>::poll_ready(&mut self.direct, context).map_err(Into::into)
    }

    fn call(&mut self, host: Uri) -> Self::Future {
        let proxy = self.proxies.as_ref().and_then(|proxies| proxies.of(&host));
        let (mut direct, proxied) = (self.direct.clone(), self.proxied.clone());
        Box::pin(async move {
            match proxy {
                Some(proxy) => through(&proxy, proxied, host).await,
                None => Ok(Reached::new(direct.call(host).await?.into(), false)),
            }
        })
    }
}

async fn through(
    proxy: &Intercept,
    mut proxied: HttpsConnector<HttpConnector>,
    host: Uri,
) -> Result<Reached, BoxError> {
    let to = proxy.uri().clone();
    if !matches!(to.scheme_str(), Some("http" | "https")) {
        return Err(format!("the proxy `{to}` is not one of http or https").into());
    }
    if host.scheme_str() != Some("https") {
        return Ok(Reached::new(proxied.call(to).await?, true));
    }
    let mut tunnel = Tunnel::new(to, proxied);
    if let Some(own) = proxy.basic_auth() {
        tunnel = tunnel.with_auth(own.clone());
    }
    Ok(Reached::new(tunnel.call(host).await?, false))
}

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
            let late = |_| BoxError::from(format!("not connected within {limit:?}"));
            timeout(limit, connecting).await.map_err(late)?
        })
    }
}
