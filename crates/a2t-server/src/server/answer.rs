//! One request and its reply.

use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use a2t_core::wire::problem::{Kind, Problem};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::response::Response;
use futures_util::FutureExt;
use http::header::{CONNECTION, EXPECT};
use http::{HeaderValue, Request, StatusCode, Version};
use hyper::body::{Body as _, Incoming};
use tower_service::Service;

use crate::connection::conversation::Peer;
use crate::connection::exchange::{Exchange, Reply};
use crate::connection::head;
use crate::reply;
use crate::server::app::App;
use crate::server::unrouted::{explained, is_unrouted};
use crate::telemetry::ResponseGuard;

impl App {
    pub(crate) async fn answer(
        self,
        request: Request<Incoming>,
        peer: &Peer,
        exchange: Arc<Exchange>,
    ) -> Result<Response<Reply>, Infallible> {
        let is_alone = request.version() != Version::HTTP_2;
        let has_body = is_alone && !request.body().is_end_stream();
        let held_back = has_body && request.headers().contains_key(EXPECT);
        let checked = head::check(&request, has_body).and_then(|host| {
            self.0.setup.host_policy.check(host, request.uri(), request.headers())
        });
        let mut request = request.map(|body| {
            if is_alone {
                exchange.lend(body, held_back)
            } else {
                // A body that is not read ends with its request.
                Body::new(body)
            }
        });
        request.extensions_mut().insert(ConnectInfo(peer.address));
        #[cfg(feature = "tls")]
        if let Some(certificates) = &peer.certificates {
            request.extensions_mut().insert(certificates.clone());
        }
        if let Some(waited) = exchange.waited() {
            request.extensions_mut().insert(waited);
        }
        if !self.0.setup.proxies.is_empty() {
            let mut extensions = std::mem::take(request.extensions_mut());
            self.0.setup.proxies.note(peer.address.ip(), request.headers(), &mut extensions);
            *request.extensions_mut() = extensions;
        }
        let mut guard = ResponseGuard::enter(&mut request);
        exchange.identify(guard.id());
        let answered = AssertUnwindSafe(async {
            if let Err(refused) = checked {
                return guard.marked(reply::problem(&refused));
            }
            if let Some(health) = &self.0.setup.health
                && let Some(probe) = health.probe(request.uri().path())
            {
                let leaving = self.0.leaving.load(Ordering::Relaxed);
                return guard.marked(health.answer(probe, request.method(), leaving).await);
            }
            let mut router = self.0.router.clone();
            // The whole router runs inside, including what it does before it returns a future.
            let routed = self.0.shares.within(async move { router.call(request).await });
            let Ok(response) = routed.await;
            let mut response = if self.0.setup.explains && is_unrouted(&response) {
                guard.marked(explained(response))
            } else {
                guard.named(response)
            };
            self.report(&mut response);
            response
        });
        let answered = answered.catch_unwind().await;
        let mut response = answered.unwrap_or_else(|_| guard.marked(failed()));
        guard.leave(&response);
        let in_time = response.status() != StatusCode::REQUEST_TIMEOUT;
        let kept = !has_body || exchange.drained(in_time).await;
        if !kept || is_alone && self.0.stopping.load(Ordering::Relaxed) {
            last(&mut response);
        }
        Ok(response.map(|body| exchange.reply(body)))
    }
}

/// Announces to the client that the connection ends with this reply.
fn last(response: &mut Response) {
    if response.status() != StatusCode::SWITCHING_PROTOCOLS {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
}

/// Answer to a panic outside any tool: in the rest of the router, or in the report of a fault.
fn failed() -> Response {
    reply::problem(&Problem::new(Kind::Internal, "the server failed"))
}
