//! State that moves with a conversation to another server, where a program declares it.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use a2t_webhook::egress::Guard;

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

/// Reason why state did not move, as text for the person who runs the conversation.
#[derive(Debug)]
pub struct MigrationError(String);

impl MigrationError {
    /// Creates a reason without internals.
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
