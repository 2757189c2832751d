//! Requests that both sides take and send: how long a store may take, and what a reply means.

use std::time::Duration;

use a2t_store::schedule;
use a2t_webhook::egress::{Error, Reply};

/// Maximum time in which the store answers a request.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

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
