//! Parts of a request that several endpoints read: the body, the shares that it counts against, its base URL.

use std::sync::Arc;

use a2t_tool::{BodyLimits, Shares, check_media_type, reply};
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use bytes::Bytes;
use http::StatusCode;
use http::header::HOST;
use http::request::Parts;
use http::uri::Authority;

use crate::message::limit::{BODY_BYTES_MAX, INVOCATION_BYTES_MAX};
use crate::server::inner::Inner;
use crate::server::refuse::refuse;

/// Most bytes of a body that is not an invocation.
pub(crate) const SMALL: usize = BODY_BYTES_MAX;

pub(crate) type Shared = State<Arc<Inner>>;

pub(crate) const NO_HOST: &str = "the request has no Host that a URL can be made of; the operator of \
                                  this server sets `Server::base_url`";

impl Inner {
    /// Bytes of a body that is declared as JSON, of a request with this head.
    pub(crate) async fn read(
        &self,
        parts: &Parts,
        body: Body,
        max: usize,
    ) -> Result<Bytes, Box<Response>> {
        check_media_type(&parts.headers)
            .map_err(|message| Box::new(refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, message)))?;
        let shares = self.shares();
        let limits = BodyLimits { bytes: max, ..shares.limits.body() };
        let read = shares.bodies.collect(body, limits, &parts.extensions).await;
        read.map_err(|fault| Box::new(reply::unread(&fault)))
    }

    /// Returns the shares that this request counts in.
    pub(crate) fn shares(&self) -> Arc<Shares> {
        let server = Shares::current();
        if let Some(server) = &server {
            self.shares.note(server);
        }
        self.shares.within(server.as_ref())
    }

    pub(crate) fn invocation_bytes(&self) -> usize {
        self.shares().limits.body().bytes.min(INVOCATION_BYTES_MAX)
    }

    /// The base URL as it was set, or else as the caller of this path sees it.
    pub(crate) fn base(&self, parts: &Parts, path: &str) -> Option<String> {
        if let Some(base) = &self.settings.base_url {
            return Some(base.clone());
        }
        let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok());
        let host = host.or_else(|| parts.uri.authority().map(Authority::as_str))?;
        let host: Authority =
            host.parse().ok().filter(|host: &Authority| !host.as_str().contains('@'))?;
        let whole = parts.extensions.get::<axum::extract::OriginalUri>();
        let whole = whole.map_or(parts.uri.path(), |uri| uri.path());
        Some(format!("http://{host}{}", whole.strip_suffix(path)?))
    }
}

/// Problem details of a body that is JSON and not what it should be.
pub(crate) fn unreadable(invalid: a2t_core::ValidationError) -> Response {
    reply::problem(&a2t_core::wire::problem::Problem::invocation(invalid))
}
