//! Requests that both sides take and send: what a body must be, and what a reply means.

use std::time::Duration;

use a2t_store::schedule;
use a2t_webhook::egress::{Error, Reply};
use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_TYPE};

/// Maximum time in which the store answers a request.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// Checks that a body declares itself as JSON (CB-1), because a web page of another origin can send one without asking
/// first. Fails with the message of the refusal, 415.
pub(crate) fn check_media_type(headers: &HeaderMap) -> Result<(), &'static str> {
    if headers.get(CONTENT_ENCODING).is_some_and(|coding| coding != "identity") {
        return Err("send the body without a Content-Encoding");
    }
    let declared = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = declared.and_then(|value| value.split(';').next()).unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        Ok(())
    } else {
        Err("send the body as JSON, with Content-Type: application/json")
    }
}

/// Returns the reply to a message as its schedule takes it.
pub(crate) fn reply(sent: &Result<Reply, Error>) -> schedule::Reply {
    match sent {
        Ok(reply) => {
            let after = reply.retry_after().filter(|_| !reply.status().is_success());
            schedule::Reply::Status(reply.status().as_u16(), after)
        }
        Err(Error::Refused(_)) => schedule::Reply::Forbidden,
        Err(_) => schedule::Reply::None,
    }
}
