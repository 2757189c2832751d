//! Clients of other protocols over the same connections: one request and its answer within the
//! limits of an attempt, and the attempts of a call with their budget.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use a2t_http::Watch;
use bytes::Bytes;
use http::header::{AUTHORIZATION, HeaderMap};
use http::{HeaderValue, Method, StatusCode, Uri};
use http_body::Body as _;
use tokio::time::{Instant, timeout};

use crate::Client;
use crate::error::{Error, Kind, Result};
use crate::middleware::Response;
use crate::telemetry::{Attempt, Call, Trace};
use crate::transport::limits::Limits;
use crate::transport::random::Random;
use crate::transport::retry::{Attempts, Budget, Retry};
use crate::transport::token::Grant;
use crate::transport::{Transport, failure, late, left, redirected};

/// One request of another protocol, to an address that its client chose.
#[derive(Clone)]
pub struct Message {
    /// The method.
    pub method: Method,
    /// The address: that of the client, perhaps with a query.
    pub uri: Uri,
    /// The headers in addition to those of the client's builder.
    pub headers: HeaderMap,
    /// The body, which may be empty.
    pub body: Bytes,
    /// Whether this message is an attempt with its own span, which is signed.
    pub is_seen: bool,
}

/// Shows neither headers nor the query, which may be secrets.
impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Message({} {})", self.method, a2t_core::secret::url(&self.uri.to_string()))
    }
}

/// Numbers, budget and jitter of the attempts of one client.
#[derive(Debug)]
pub struct Pace {
    limits: Limits,
    budget: Budget,
    random: Random,
}

impl Pace {
    /// Creates the budget and the jitter for attempts within these limits.
    pub fn new(limits: Limits) -> Self {
        let budget = Budget::new(limits.budget);
        let random = Random::new(a2t_http::provider().secure_random);
        Self { limits, budget, random }
    }

    /// Returns the limits of the client.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Starts with the first attempt on its way.
    pub fn first(&self, retry: Retry) -> Attempts<'_> {
        Attempts::first(retry, &self.limits, &self.budget)
    }

    /// Creates one attempt of a call, with a new span.
    pub fn attempt(&self, call: &Call, made: u32) -> Attempt {
        call.attempt(None, made, self.random)
    }

    /// Creates the key of one call: a random UUID.
    ///
    /// # Errors
    /// Returns an error if the system has no random numbers.
    pub fn key(&self) -> Result<HeaderValue> {
        self.random.key()
    }

    /// Returns a number from 0 to 1.
    pub fn part(&self) -> f64 {
        self.random.part()
    }
}

impl Client {
    /// Returns the address that was given, with this query.
    #[doc(hidden)]
    pub fn endpoint(&self, query: Option<&str>) -> Result<Uri> {
        self.transport.addresses.endpoint(query)
    }

    /// Returns the random numbers of this client, for a transport that makes its own attempts.
    #[doc(hidden)]
    pub fn pace(&self) -> Pace {
        Pace::new(self.transport.limits)
    }

    /// Returns the spans and metrics of its calls.
    #[doc(hidden)]
    pub fn trace(&self) -> Trace {
        self.transport.trace.clone()
    }

    /// Returns the recording or replay of its builder.
    #[cfg(feature = "record")]
    #[doc(hidden)]
    pub fn record_mode(&self) -> crate::record::RecordMode {
        self.transport.record_mode.clone()
    }

    /// Returns the policy of its builder.
    #[doc(hidden)]
    pub fn retry_policy(&self) -> Retry {
        self.retry
    }

    /// Returns the time of a call in all.
    #[doc(hidden)]
    pub fn total(&self) -> Duration {
        self.total
    }

    /// Sends a message and reads its answer within the time of one attempt. A redirect is an error.
    #[doc(hidden)]
    pub async fn exchange<T, E, R>(
        &self,
        message: Message,
        deadline: Option<Instant>,
        read: impl FnOnce(Response) -> R,
    ) -> Result<T, E>
    where
        E: From<Error>,
        R: Future<Output = Result<T, E>>,
    {
        let after = self.transport.limits.attempt;
        let after = left(deadline).map_or(after, |left| left.min(after));
        if after.is_zero() {
            return Err(Error::new(Kind::Timeout { after }).into());
        }
        let body = message.body.clone();
        let (watch, mut grant) = (Watch::default(), Grant::default());
        let sent = async {
            let response = self.transport.raw(message, &watch, &mut grant).await?;
            read(response).await
        };
        let sent = timeout(after, sent).await;
        sent.unwrap_or_else(|_| Err(late(after, &watch, &body, &mut grant).into()))
    }
}

impl Transport {
    async fn raw(&self, message: Message, watch: &Watch, grant: &mut Grant) -> Result<Response> {
        let first = self.once(&message, watch, grant).await?;
        let refused = first.status() == StatusCode::UNAUTHORIZED;
        if refused && self.renew(grant, None).await {
            return self.once(&message, watch, grant).await;
        }
        Ok(first)
    }

    async fn once(&self, message: &Message, watch: &Watch, grant: &mut Grant) -> Result<Response> {
        let Message { method, uri, mut headers, body, is_seen } = message.clone();
        let span = (!is_seen).then(|| self.trace.reading().attempt(None, 1, self.random));
        if let Some(span) = &span {
            span.sign(&mut headers);
        }
        self.authorize(&mut headers, grant).await?;
        let sending = self.wire.send(method, uri, headers, body, watch, None);
        let sending = async { sending.await.map_err(failure) };
        let response = match span {
            Some(span) => span.instrument(sending).await?,
            None => sending.await?,
        };
        let status = response.status();
        if status.is_redirection() {
            return Err(redirected(status, response.headers()));
        }
        Ok(response)
    }

    pub(crate) async fn authorize(&self, headers: &mut HeaderMap, grant: &mut Grant) -> Result<()> {
        if let Some(tokens) = &self.tokens {
            headers.insert(AUTHORIZATION, grant.header(tokens).await?);
        }
        Ok(())
    }

    /// Returns whether the server refused the token of this attempt and there is another one, which
    /// the next attempt has: at most once per call.
    pub(crate) async fn renewed(
        &self,
        error: &Error,
        grant: &mut Grant,
        deadline: Option<Instant>,
    ) -> bool {
        let refused = self.tokens.is_some() && error.status() == Some(401);
        // Apart, because it would make the future of each call larger.
        refused && Box::pin(self.renew(grant, deadline)).await
    }

    async fn renew(&self, grant: &mut Grant, deadline: Option<Instant>) -> bool {
        let Some(tokens) = &self.tokens else {
            return false;
        };
        let limit = self.limits.attempt;
        let limit = left(deadline).map_or(limit, |left| left.min(limit));
        timeout(limit, grant.renew(tokens)).await.unwrap_or(false)
    }
}

/// Reads the next part of an answer, if there is more of it.
///
/// # Errors
/// [`Kind::Interrupted`].
pub async fn chunk(response: &mut Response) -> Result<Option<Bytes>> {
    let mut body = Pin::new(response.body_mut());
    loop {
        match poll_fn(|context| body.as_mut().poll_frame(context)).await {
            None => return Ok(None),
            Some(Err(error)) => return Err(failure(error)),
            // Trailers are of no use here.
            Some(Ok(frame)) => {
                if let Ok(data) = frame.into_data() {
                    return Ok(Some(data));
                }
            }
        }
    }
}
