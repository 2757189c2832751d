//! A refusal of the caller that a call came upon, which is an answer of HTTP: clients of MCP get a token,
//! or a better one, upon 401 and 403 with a challenge.

use std::sync::{Arc, OnceLock};

use a2t_tool::AuthError;
use http::StatusCode;
use http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use serde_json::Value;

use crate::server::refuse::{INVALID_REQUEST, Reply, refuse};

/// Key in the extensions of a request over HTTP.
#[derive(Clone, Debug, Default)]
pub(crate) struct Denied(Arc<OnceLock<AuthError>>);

impl Denied {
    pub(crate) fn set(&self, refusal: AuthError) {
        // A request is answered once.
        let _ = self.0.set(refusal);
    }

    /// The refusal in place of the reply, if there is one.
    pub(crate) fn instead(&self, reply: Reply, id: impl FnOnce() -> Option<Value>) -> Reply {
        let Some(refusal) = self.0.get() else {
            return reply;
        };
        let status = StatusCode::from_u16(refusal.status()).unwrap_or(StatusCode::UNAUTHORIZED);
        let mut denied = refuse(status, INVALID_REQUEST, &refusal.to_string(), id().as_ref());
        for (name, value) in refusal.headers() {
            if [WWW_AUTHENTICATE, RETRY_AFTER].contains(&name) {
                denied.headers_mut().insert(name, value);
            }
        }
        denied
    }
}
