//! Requests of any form to one server, and its replies as they came: what a conformance suite needs.

use super::http::Session;
use super::{Endpoint, Error};

/// Sends requests that may break the protocol on purpose, and returns replies of any status.
///
/// [`Limits::attempt`](super::Limits) bounds each reply, `total` all of them, and `document` the size of each reply.
/// Redirects are not followed.
pub struct Probe<'a>(Session<'a>);

/// A request below the root of an API.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProbeRequest {
    /// The method, such as `GET`.
    pub method: String,
    /// The path and the query, such as `/tools?pageLimit=1`.
    pub target: String,
    /// Names and values of headers, in addition to those of the [`Endpoint`].
    pub headers: Vec<(String, String)>,
    /// The body, which is sent as `application/json`.
    pub body: Option<Vec<u8>>,
}

/// A reply, as it came. A redirect has no body.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProbeReply {
    /// The HTTP status.
    pub status: u16,
    /// The text of `Content-Type`, which may be empty.
    pub media_type: String,
    /// The body.
    pub body: Vec<u8>,
}

impl<'a> Probe<'a> {
    /// Creates the connections, without opening one.
    ///
    /// # Errors
    /// Certificates or proxies of the system that cannot be used.
    pub fn new(endpoint: &'a Endpoint) -> Result<Self, Error> {
        Session::new(endpoint).map(Self)
    }

    /// Sends a request once.
    ///
    /// # Errors
    /// No complete reply within the limits, and a target that leads to another server.
    pub fn send(&mut self, request: &ProbeRequest) -> Result<ProbeReply, Error> {
        let bytes = self.0.endpoint.limits.document;
        let received = self.0.receive(self.0.custom(request)?, bytes, false);
        // A reply that comes too late must not be taken for the next one.
        if matches!(received, Err(Error::Timeout { .. })) {
            self.0.restart()?;
        }
        let received = received?;
        Ok(ProbeReply {
            status: received.status,
            media_type: received.media_type,
            body: received.body,
        })
    }

    /// Returns `true` if the time of all replies is over.
    pub fn is_over(&self) -> bool {
        self.0.is_over()
    }
}

impl std::fmt::Debug for Probe<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Probe").finish_non_exhaustive()
    }
}
