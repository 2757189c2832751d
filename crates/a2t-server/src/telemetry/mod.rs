//! Requests as they are seen from outside: the id of a request on its way in and out, and its line in the log.

#[cfg(any(feature = "tracing", feature = "metrics"))]
pub(crate) mod access;
#[cfg(not(any(feature = "tracing", feature = "metrics")))]
#[path = "noop.rs"]
pub(crate) mod access;

use a2t_tool::telemetry::{self, RequestId, mark, name, settle};
use axum::response::Response;
use http::Request;

use crate::telemetry::access::Access;

/// A request in the outermost part of a2t that sees it, until its response leaves.
pub(crate) struct ResponseGuard {
    id: Option<RequestId>,
    access: Access,
}

impl ResponseGuard {
    pub(crate) fn enter<B>(request: &mut Request<B>) -> Self {
        let id = settle(request.headers_mut(), telemetry::is_watched());
        let access = Access::start(request.method());
        Self { id, access }
    }

    /// Id that the caller sent, or that the request was given.
    pub(crate) fn id(&self) -> Option<&RequestId> {
        self.id.as_ref()
    }

    /// A response of our own with its id.
    pub(crate) fn marked(&self, mut response: Response) -> Response {
        mark(self.id(), &mut response);
        response
    }

    /// A response of the program's router with its id; its body is not ours.
    pub(crate) fn named(&self, mut response: Response) -> Response {
        name(self.id(), &mut response);
        response
    }

    /// Reports the response to the log.
    pub(crate) fn leave(&mut self, response: &Response) {
        self.access.end(response);
    }
}
