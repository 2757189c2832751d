//! A connection over TCP, below all TLS.

use std::task::{Context, Poll};
use std::time::Duration;

use http::Uri;
use hyper_util::client::legacy::connect::HttpConnector;
use tower_service::Service;

use crate::BoxError;
use crate::liveness::CheckedStream;
use crate::resolve::{Boxed, Resolver};

/// Maker of connections over TCP.
#[derive(Clone)]
pub(crate) struct TcpConnector {
    http: HttpConnector<Resolver>,
    /// Whether the connection leads to a proxy that reads and relays requests.
    is_relayed: bool,
}

impl TcpConnector {
    pub(crate) fn new(resolver: Resolver, is_relayed: bool) -> Self {
        let mut http = HttpConnector::new_with_resolver(resolver);
        // TLS is put around it, so https is as good.
        http.enforce_http(false);
        http.set_nodelay(true);
        // A peer that is gone without a word is noticed, and routers on the way do not forget a
        // connection that waits for its next call.
        http.set_keepalive(Some(Duration::from_secs(15)));
        http.set_keepalive_interval(Some(Duration::from_secs(15)));
        http.set_keepalive_retries(Some(3));
        Self { http, is_relayed }
    }
}

impl Service<Uri> for TcpConnector {
    type Response = CheckedStream;
    type Error = BoxError;
    type Future = Boxed<CheckedStream>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Service::<Uri>::poll_ready(&mut self.http, context).map_err(Into::into)
    }

    fn call(&mut self, host: Uri) -> Self::Future {
        let (connecting, is_relayed) = (self.http.call(host), self.is_relayed);
        Box::pin(async move { Ok(CheckedStream::new(connecting.await?, is_relayed)) })
    }
}
