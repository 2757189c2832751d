//! State that moves with a conversation to another server, where a program declares it.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use a2t_webhook::egress::{Guard, HeaderMap};
use axum::extract::{Request, State};
use axum::response::Response;
use http::StatusCode;
use tokio::time::timeout;

use crate::message::{DISCOVERY, Migrate};
use crate::server::endpoints::{SMALL, Shared, unreadable};
use crate::server::refuse::{refuse, well};

/// Longest time of a migration.
const TIME: Duration = Duration::from_secs(300);

/// A conversation that moves: which one, and where to.
#[derive(Debug)]
#[non_exhaustive]
pub struct Migration {
    /// Id of the root thread.
    pub session_id: String,
    /// Base URL of the server that takes the state; it answered, and its address was vetted. Send
    /// no secrets there that it need not have (CB-157).
    pub destination_url: String,
    /// The way there: it dials vetted addresses only.
    pub guard: Guard,
}

/// Reason why state did not move, in words for whoever runs the conversation.
#[derive(Debug)]
pub struct MigrationError(String);

impl MigrationError {
    /// A reason without internals.
    pub fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }
}

impl fmt::Display for MigrationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the state did not move: {}", self.0)
    }
}

impl std::error::Error for MigrationError {}

type Moved = Pin<Box<dyn Future<Output = Result<(), MigrationError>> + Send>>;

pub(crate) type Handler = Arc<dyn Fn(Migration) -> Moved + Send + Sync>;

/// `POST /migrate` (CB-154): 200 only when the destination has the state.
pub(crate) async fn migrate(State(inner): Shared, request: Request) -> Response {
    let Some(handler) = inner.settings.migration.clone() else {
        return refuse(StatusCode::NOT_FOUND, "nothing moves from this server");
    };
    let (parts, body) = request.into_parts();
    let body = match inner.read(&parts, body, SMALL).await {
        Ok(body) => body,
        Err(refused) => return *refused,
    };
    let Migrate { session_id, destination_url } = match Migrate::parse(&body) {
        Ok(asked) => asked,
        Err(invalid) => return unreadable(invalid),
    };
    let destination = destination_url.as_str().trim_end_matches('/').to_owned();
    if let Err(refusal) = inner.guard.policy().judge(&destination) {
        return refuse(StatusCode::FORBIDDEN, format!("the destination: {refusal}"));
    }
    let moved = async {
        let found = inner.guard.get(&format!("{destination}{DISCOVERY}"), HeaderMap::new()).await;
        match found {
            Ok(reply) if reply.status() == StatusCode::OK => {}
            Ok(reply) => {
                let words = format!("the destination has no manifest: status {}", reply.status());
                return Err(MigrationError::new(words));
            }
            Err(error) => return Err(MigrationError::new(error.to_string())),
        }
        let guard = inner.guard.clone();
        handler(Migration { session_id, destination_url: destination, guard }).await
    };
    match timeout(TIME, moved).await {
        Ok(Ok(())) => well(),
        Ok(Err(error)) => refuse(StatusCode::BAD_GATEWAY, error.to_string()),
        Err(_) => refuse(StatusCode::GATEWAY_TIMEOUT, "the state did not move in time"),
    }
}
