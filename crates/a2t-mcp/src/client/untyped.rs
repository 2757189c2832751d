//! Client of one server of MCP: its way, its limits, its policy.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use a2t_client::Retry;
use a2t_schema::Server;
use tokio::time::{Instant, sleep, timeout_at};

use crate::client::hub::{Endpoint, Hub};
use crate::client::session::Session;
use a2t_client::schema::Policy;
use a2t_client::{Error, Kind, Result};

/// A client of one server of MCP, over HTTP or as a child process.
///
/// It connects when it is first used, and again when the connection is lost. It is cheap to clone,
/// and clones share their connection. Its futures run on tokio; a call whose future is dropped is
/// cancelled at the server.
#[derive(Clone)]
pub struct Client {
    pub(crate) hub: Arc<Hub>,
    pub(crate) retry: Retry,
    pub(crate) total: Duration,
    /// Policy that the program set.
    pub(crate) policy: Option<Policy>,
    /// Key that the program set. Without it, each call gets a fresh one.
    pub(crate) key: Option<Arc<str>>,
}

impl Client {
    /// Returns the same client, with the same connection and the same retry budget, whose calls are
    /// retried by this policy.
    ///
    /// With [`Retry::WhenHarmless`], the default, a call of a tool that was approved as read-only or
    /// idempotent is retried as with [`Retry::Always`]: hints that the server changed since count
    /// for nothing.
    #[must_use]
    pub fn with_retry(&self, retry: Retry) -> Self {
        Self { retry, ..self.clone() }
    }

    /// Returns the same client, with the same connection, whose calls and listings may take this
    /// long in all: the start of a child process, retries and waits included.
    #[must_use]
    pub fn with_total_timeout(&self, total: Duration) -> Self {
        Self { total, ..self.clone() }
    }

    /// Returns the same client, with the same connection, which deals so with tools that are not as
    /// they were approved.
    #[must_use]
    pub fn with_drift_policy(&self, policy: Policy) -> Self {
        Self { policy: Some(policy), ..self.clone() }
    }

    /// Returns a client on the same connection that sends one call under your own key instead of a fresh one. A
    /// server built with a2t runs the tool once for all calls with one key, even if your program restarts between
    /// them. Other servers ignore keys. Use the client for one call and its repetitions: another call under the same
    /// key is refused.
    ///
    /// A key has 1 to 255 characters. Each is an ASCII letter, digit, punctuation mark or space, with no space at
    /// either end. A call with any other key fails with [`Kind::IdempotencyKey`] and is not sent.
    #[must_use]
    pub fn with_idempotency_key(&self, key: impl AsRef<str>) -> Self {
        Self { key: Some(key.as_ref().into()), ..self.clone() }
    }

    /// Returns the policy by which its calls are retried.
    #[doc(hidden)]
    pub fn retry(&self) -> Retry {
        self.retry
    }

    /// Returns the address of the server, or its command, for people: without values of the query, and without
    /// arguments that look like secrets.
    pub fn location(&self) -> String {
        self.hub.location()
    }

    /// Returns the identity of the server.
    ///
    /// # Errors
    /// Every [`Kind`] of failure of a connection.
    pub async fn server(&self) -> Result<Server> {
        let session = self.connected().await?;
        let known = session.server();
        let server = known.as_ref().and_then(|known| known.server_info.as_ref());
        let instructions = known.as_ref().and_then(|known| known.instructions.clone());
        let server = match server {
            Some(server) => Server::new(&server.name, &server.version).title(server.title.clone()),
            // The newer revision leaves it to servers whether they identify themselves.
            None => Server::new("", ""),
        };
        Ok(server.instructions(instructions))
    }

    /// Returns the revision of MCP that was agreed with the server, such as `2026-07-28`.
    ///
    /// # Errors
    /// Those of [`Client::server`].
    pub async fn revision(&self) -> Result<String> {
        let session = self.connected().await?;
        let known = session.server();
        Ok(known.map(|known| known.protocol_version.to_string()).unwrap_or_default())
    }

    async fn connected(&self) -> Result<Arc<Session>> {
        let opening = |_| async { self.hub.session().await.map_err(Error::before) };
        self.attempts(self.retry.for_request(true, false), opening).await
    }

    /// Does something as often as the policy and the budget allow, within the total time.
    pub(crate) async fn attempts<T, F>(
        &self,
        retry: Retry,
        once: impl Fn(Option<Instant>) -> F,
    ) -> Result<T>
    where
        F: Future<Output = Result<T>>,
    {
        self.attempts_until(Instant::now().checked_add(self.total), retry, once).await
    }

    /// The same, as a part of what has begun before.
    pub(crate) async fn attempts_until<T, F>(
        &self,
        deadline: Option<Instant>,
        retry: Retry,
        once: impl Fn(Option<Instant>) -> F,
    ) -> Result<T>
    where
        F: Future<Output = Result<T>>,
    {
        let mut attempts = self.hub.pace.first(retry);
        loop {
            let error = match within(deadline, self.total, once(deadline)).await {
                Ok(done) => {
                    attempts.succeeded();
                    return Ok(done);
                }
                Err(error) => error,
            };
            if error.may_have_run() {
                attempts.may_have_run();
            }
            let left = deadline.map(|end| end.saturating_duration_since(Instant::now()));
            let Some(wait) =
                attempts.next(error.failure(attempts.is_unknown()), left, self.hub.pace.part())
            else {
                let error = error.repeated(attempts.made(), attempts.is_unknown());
                let silent = matches!(error.kind(), Kind::Timeout { .. });
                let error = if silent { error.heard(self.hub.heard().await) } else { error };
                return Err(error.at(|| self.location()));
            };
            sleep(wait).await;
        }
    }

    /// A session, and the result of one request to it.
    pub(crate) async fn ask<T, F>(
        &self,
        deadline: Option<Instant>,
        ask: impl FnOnce(Arc<Session>) -> F,
    ) -> Result<T>
    where
        F: Future<Output = Result<T>>,
    {
        let session = self.hub.session().await.map_err(Error::before)?;
        match &self.hub.endpoint {
            // Each exchange over HTTP has the time of an attempt, and records what had left by
            // then.
            Endpoint::Http(_) => ask(session).await,
            Endpoint::Command(_) => {
                let attempt = self.hub.pace.limits().attempt;
                let end = Instant::now().checked_add(attempt);
                let end = end.map(|end| deadline.map_or(end, |deadline| deadline.min(end)));
                within(end, attempt, ask(session)).await
            }
        }
    }
}

pub(crate) async fn within<T>(
    end: Option<Instant>,
    after: Duration,
    work: impl Future<Output = Result<T>>,
) -> Result<T> {
    match end {
        None => work.await,
        Some(end) => match timeout_at(end, work).await {
            Ok(done) => done,
            Err(_) => Err(Error::new(Kind::Timeout { after })),
        },
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("location", &self.location())
            .field("retry", &self.retry)
            .field("policy", &self.policy)
            .finish_non_exhaustive()
    }
}
