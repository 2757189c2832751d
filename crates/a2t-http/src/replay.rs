//! Requests that are sent once more on another connection: those of HTTP/2 that their server left
//! alone, and those that met a connection beyond its time.
//!
//! hyper does so for HTTP/1.1 where the server has closed a connection, because a request waits until its
//! connection was looked at.

use std::error::Error as StdError;
use std::fmt;

use http::uri::Scheme;
use http::{Extensions, Request};
use hyper_util::client::legacy::Error;

use crate::Body;
use crate::keep_alive::{Exchange, Expired, tick};

/// Maximum number of times that a request is sent once more, except after expired connections.
const MOST: u8 = 2;

/// Copy of a request, for as long as its server may leave it alone.
pub(crate) struct Replay {
    request: Request<Body>,
    began: usize,
    left: u8,
}

impl Replay {
    /// Copies a request that may go by HTTP/2 or meet an expired connection, and whose body is there
    /// as a whole.
    pub(crate) fn from_request(request: &Request<Body>, may_expire: bool) -> Option<Box<Self>> {
        let is_http2 = cfg!(feature = "http2") && request.uri().scheme() == Some(&Scheme::HTTPS);
        if !is_http2 && !may_expire {
            return None;
        }
        let request = copy(request)?;
        Some(Box::new(Self { request, began: tick(), left: MOST }))
    }

    /// The request to send in place of one that failed so, if its server left it alone.
    pub(crate) fn after(&mut self, error: &Error) -> Option<Request<Body>> {
        // Each connection expires once, so these need no bound.
        if !causes(error).any(Expired::is) {
            let is_alone = causes(error).any(is_left_alone) || self.is_unwritten(error);
            self.left = self.left.checked_sub(1).filter(|_| is_alone)?;
        }
        self.request.body().came_back();
        self.began = tick();
        copy(&self.request)
    }

    /// Returns whether nothing was written on the request's connection since it began.
    fn is_unwritten(&self, error: &Error) -> bool {
        let mut extensions = Extensions::new();
        if let Some(connected) = error.connect_info() {
            connected.get_extras(&mut extensions);
        }
        extensions.get::<Exchange>().is_some_and(|exchange| exchange.written() < self.began)
    }
}

fn causes<'a>(
    error: &'a (dyn StdError + 'static),
) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}

fn copy(request: &Request<Body>) -> Option<Request<Body>> {
    let mut copy = Request::new(request.body().copy()?);
    *copy.method_mut() = request.method().clone();
    *copy.uri_mut() = request.uri().clone();
    *copy.version_mut() = request.version();
    *copy.headers_mut() = request.headers().clone();
    *copy.extensions_mut() = request.extensions().clone();
    Some(copy)
}

/// Returns whether an error is the server's word that it did nothing for a request (RFC 9113, section 8.7):
/// by a `GOAWAY` before it, or by `REFUSED_STREAM`.
#[cfg(feature = "http2")]
pub(crate) fn is_left_alone(error: &(dyn StdError + 'static)) -> bool {
    error.downcast_ref::<h2::Error>().is_some_and(|error| {
        let is_before = error.is_go_away() && error.reason() == Some(h2::Reason::NO_ERROR);
        let is_refused = error.is_reset() && error.reason() == Some(h2::Reason::REFUSED_STREAM);
        error.is_remote() && (is_before || is_refused)
    })
}

#[cfg(not(feature = "http2"))]
pub(crate) fn is_left_alone(_: &(dyn StdError + 'static)) -> bool {
    false
}

/// Shows nothing, since headers hold secrets.
impl fmt::Debug for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replay").field("left", &self.left).finish_non_exhaustive()
    }
}
