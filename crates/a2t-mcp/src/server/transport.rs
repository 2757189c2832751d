//! The service over HTTP: a request is read within limits, and answered on the fast path, or by the SDK and worded.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use a2t_tool::telemetry::{is_watched, name, settle};
use a2t_tool::{Shares, overloaded};
use bytes::Bytes;
use http::request::Parts;
use http::{Method, Request};
use http_body::Body;
use http_body_util::Full;

use crate::server::accept::Accepted;
use crate::server::denied::Denied;
use crate::server::gap::Gap;
use crate::server::handler::{CALLER, Http, http};
use crate::server::inner::Inner;
use crate::server::refuse::{Reply, Sent, body_problem};
use crate::server::service::Service;
use crate::server::usual::{self, Hosts, Usual};

impl<S, B> tower_service::Service<Request<B>> for Service<S>
where
    S: Clone + Send + Sync + 'static,
    B: Body<Data: Send, Error: Send> + Send + 'static,
{
    type Response = Reply;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Reply, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        let service = self.clone();
        Box::pin(async move {
            let id = settle(request.headers_mut(), is_watched());
            let mut reply = service.answer(request, usual::read).await;
            name(id.as_ref(), &mut reply);
            Ok(reply)
        })
    }
}

/// Where requests enter: which hosts they may be for, and the SDK.
pub(crate) struct Entry<S: 'static> {
    hosts: Hosts,
    sdk: Http<S>,
}

impl<S: Clone + Send + Sync + 'static> Entry<S> {
    pub(crate) fn new(
        inner: &Arc<Inner<S>>,
        hosts: Option<Vec<String>>,
        origins: Vec<String>,
    ) -> Self {
        let known = Hosts::new(hosts.as_deref(), &origins);
        Self { hosts: known, sdk: http(inner, hosts, origins) }
    }
}

/// Reads a request for the fast path.
pub(crate) type Reader = for<'r> fn(&Parts, &'r [u8], &Hosts, bool) -> Option<Usual<'r>>;

impl<S: Clone + Send + Sync + 'static> Service<S> {
    /// Answers a request, on the fast path if `read` reads it.
    pub(crate) async fn answer<B: Body>(&self, request: Request<B>, read: Reader) -> Reply {
        #[cfg(feature = "tasks")]
        self.inner.begin();
        let (mut parts, body) = request.into_parts();
        let server = Shares::current();
        if let Some(server) = &server {
            server.note(&mut parts.extensions);
            self.inner.shares.note(server);
        }
        let shares = self.inner.shares(&parts.extensions);
        let body = match parts.method {
            Method::POST => {
                let limits = shares.limits.body();
                shares.bodies.collect(body, limits, &parts.extensions).await
            }
            _ => Ok(Bytes::new()),
        };
        let body = match body {
            Ok(body) => body,
            Err(problem) => return body_problem(&problem),
        };
        // A client that sends its body slowly must not hold a permit that another call needs.
        let Ok(_permit) = shares.in_flight.try_acquire() else {
            return body_problem(&overloaded());
        };
        let accepted = Accepted::take(&mut parts);
        let entry = if server.is_some() { &self.within_server } else { &self.alone };
        let mirrors = !self.inner.settings.mirrored.is_empty();
        // The SDK lets a call that becomes a task go on when its client leaves, and knows which clients take tasks.
        let may_be_usual = accepted.json && !self.inner.has_tasks();
        let usual = may_be_usual.then(|| read(&parts, &body, &entry.hosts, mirrors)).flatten();
        match usual {
            Some(usual) => self.inner.reply(usual, parts).await,
            // In a box, because it is many times as large as the rest.
            None => Box::pin(entry.answer(parts, body, &accepted)).await,
        }
    }
}

impl<S: Clone + Send + Sync + 'static> Entry<S> {
    /// Answers a request by the SDK.
    async fn answer(&self, mut parts: Parts, body: Bytes, accepted: &Accepted) -> Reply {
        let sent = Sent::new(&parts, body.clone());
        if let Some(refused) = sent.unreadable() {
            return refused;
        }
        let gap = Gap::default();
        parts.extensions.insert(gap.clone());
        let denied = Denied::default();
        parts.extensions.insert(denied.clone());
        let caller = parts.extensions.get().cloned();
        let request = Request::from_parts(parts, Full::new(body));
        let reply = CALLER.scope(caller, self.sdk.handle(request)).await;
        let reply = denied.instead(sent.word(accepted.check(reply)).await, || sent.id());
        gap.close(reply).await
    }
}
