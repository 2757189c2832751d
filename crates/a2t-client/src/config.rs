//! Settings from which a client is built; every number has a default.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use a2t_http::{Connections, Root};
use http::header::{AUTHORIZATION, HOST, HeaderMap, HeaderName, HeaderValue, USER_AGENT};
use tower_layer::Layer;
use tower_service::Service;

use crate::Client;
use crate::error::{Error, Kind, Result};
use crate::middleware::{Bottom, BoxError, Inner, Request, Response, Wire, Wrap, wrap};
use crate::record::RecordMode;
use crate::telemetry::Trace;
use crate::transport::Transport;
use crate::transport::address::Addresses;
use crate::transport::connecting::Connecting;
use crate::transport::headers;
use crate::transport::limits::{Backoff, Limits};
use crate::transport::random::Random;
use crate::transport::retry::{Budget, Retry};
use crate::transport::token::{TokenSource, Tokens};

/// Configures a [`Client`]; see [the table of defaults](super#defaults).
///
/// ```
/// # use std::time::Duration;
/// use a2t::client::Client;
///
/// let client = Client::builder("https://api.weather.example")
///     .bearer_token("s3cret")
///     .header("x-tenant", "acme")
///     .attempt_timeout(Duration::from_secs(5))
///     .build()?;
/// # Ok::<_, a2t::client::Error>(())
/// ```
#[must_use = "a builder does nothing until `build`"]
pub struct Builder {
    url: String,
    headers: HeaderMap,
    /// First error of a setting, kept until `build` can report it.
    fault: Option<Error>,
    tokens: Option<Tokens>,
    layers: Vec<Wrap>,
    pub(crate) connecting: Connecting,
    headers_over_http: bool,
    retry: Retry,
    limits: Limits,
    trace: Trace,
    record_mode: RecordMode,
}

impl Builder {
    pub(crate) fn new(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            headers: HeaderMap::new(),
            fault: None,
            tokens: None,
            layers: Vec::new(),
            connecting: Connecting::default(),
            headers_over_http: false,
            retry: Retry::default(),
            limits: Limits::DEFAULT,
            trace: Trace::default(),
            record_mode: RecordMode::default(),
        }
    }

    /// Sends `Authorization: Bearer {token}` with every request. It never shows in `Debug` output.
    /// If you set several credentials (this one, [`bearer_token_from`](Self::bearer_token_from) or a
    /// [`header`](Self::header) `Authorization`), the last one is sent.
    pub fn bearer_token(mut self, token: impl AsRef<str>) -> Self {
        let token = token.as_ref();
        if token.is_empty() {
            self.fail(Error::setup("the bearer token is empty"));
        }
        self.header(AUTHORIZATION, format!("Bearer {token}"))
    }

    /// Sends bearer tokens from this [source](TokenSource), for tokens that expire.
    ///
    /// A token with an expiry time ([`Token::expires_in`](crate::Token::expires_in)) is kept for all calls of the client
    /// and its clones. The next one is requested before the old one expires, once for all calls that need it. If the source
    /// fails, it is asked again while the old token is still valid. A token without an expiry time, such as a bare
    /// `String`, is requested for each attempt. The time of the source counts as time of the attempt.
    ///
    /// If the server answers 401, the request is sent once more with a new token, if the source has one. This happens at
    /// most once per call, counts towards [`max_attempts`](Self::max_attempts), and does not depend on the retry policy, because
    /// the tool did not run. A source that fails ends the call with
    /// [`Kind::Token`].
    ///
    /// ```
    /// # use std::time::Duration;
    /// use a2t::client::{Client, Token};
    ///
    /// let client = Client::builder("https://api.weather.example")
    ///     .bearer_token_from(|| async {
    ///         let text = std::fs::read_to_string("/run/secrets/token")?;
    ///         Ok(Token::new(text.trim()).expires_in(Duration::from_secs(300)))
    ///     })
    ///     .build()?;
    /// # Ok::<_, a2t::client::Error>(())
    /// ```
    pub fn bearer_token_from(mut self, source: impl TokenSource) -> Self {
        self.headers.remove(AUTHORIZATION);
        self.tokens = Some(Tokens::new(source));
        self
    }

    /// Puts a [tower layer](crate::middleware) around every attempt; the first one added is the
    /// outermost.
    pub fn layer<L>(mut self, layer: L) -> Self
    where
        L: Layer<Inner> + Send + Sync + 'static,
        L::Service: Service<Request, Response = Response> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request>>::Error: Into<BoxError>,
        <L::Service as Service<Request>>::Future: Send + 'static,
    {
        self.layers.push(wrap(layer));
        self
    }

    /// Calls this function for the trace context of each call, and sends it in `traceparent` and `tracestate` (W3C Trace
    /// Context). Each attempt belongs to that trace and has its own span. If this is not set, or if it returns `None`, the
    /// headers are not sent.
    ///
    /// In a tool, use the context of the tool's own call (`a2t::telemetry::current`, with the feature
    /// `tracing` of a server); with OpenTelemetry, use the ids of
    /// `Context::current().span().span_context()`.
    ///
    /// ```
    /// # use a2t::client::{Client, TraceContext};
    /// let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    /// let client = Client::builder("https://api.weather.example")
    ///     .trace_context(move || TraceContext::parse(parent, ""))
    ///     .build()?;
    /// # Ok::<_, a2t::client::Error>(())
    /// ```
    #[cfg(feature = "tracing")]
    pub fn trace_context(
        mut self,
        context: impl Fn() -> Option<a2t_core::wire::trace::TraceContext> + Send + Sync + 'static,
    ) -> Self {
        self.trace = Trace::new(context);
        self
    }

    /// Records each call and listing of the client with its outcome, for
    /// [`Recorder::save`](crate::record::Recorder::save) to write them to a file. No header is kept.
    /// It comes with the feature `testing` of `a2t`.
    #[cfg(feature = "record")]
    pub fn record(mut self, recorder: &crate::record::Recorder) -> Self {
        self.record_mode = RecordMode::Recording(recorder.clone());
        self
    }

    /// Answers each call and listing of the client from a recording, and sends nothing; see
    /// [`record`](crate::record). It comes with the feature `testing` of `a2t`.
    #[cfg(feature = "record")]
    pub fn replay(mut self, replay: &crate::record::Replay) -> Self {
        self.record_mode = RecordMode::Replaying(replay.clone());
        self
    }

    /// Sets which failed calls are sent again; [`Client::with_retry`] does so for single tools.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.retry = retry;
        self
    }

    /// Sets the maximum number of requests that one call sends, at least 1.
    pub fn max_attempts(mut self, attempts: u32) -> Self {
        self.limits.attempts = attempts.max(1);
        self
    }

    /// Sets the wait before a retry: a random part of `base` doubled with each retry, up to `cap`.
    /// A longer `Retry-After` of the server is obeyed, as far as the total time allows.
    pub fn backoff(mut self, base: Duration, cap: Duration) -> Self {
        self.limits.backoff = Backoff { base, cap };
        self
    }

    /// Sets the number of tokens in the retry budget that all calls of the client share. A retry costs 14 tokens, or 5 if
    /// the server was busy, and they are returned if it succeeds. A call that needs no retry adds one token. With 0, there
    /// are no retries.
    pub fn retry_budget(mut self, tokens: u32) -> Self {
        self.limits.budget = tokens;
        self
    }

    /// Sends a header with every request, such as the API key that the vendor gave out. A name that
    /// is set twice is sent twice, except `Authorization`, `Host` and `User-Agent`, of which the last value
    /// counts. Headers that the client writes itself are refused by `build`: those of the message
    /// and the connection (`Content-Type`, `Accept`, `Content-Length`, …) and `Idempotency-Key`, which
    /// [`Sending::idempotency_key`](crate::Sending::idempotency_key) sets.
    pub fn header(mut self, name: impl AsRef<str>, value: impl AsRef<str>) -> Self {
        let name = name.as_ref();
        if AUTHORIZATION.as_str().eq_ignore_ascii_case(name) {
            self.tokens = None;
        }
        if let Err(fault) = headers::add(&mut self.headers, name, value.as_ref()) {
            self.fail(fault);
        }
        self
    }

    /// Sets the maximum time to connect.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.limits.connect = timeout;
        self
    }

    /// Sets the maximum time of one request and its reply.
    pub fn attempt_timeout(mut self, timeout: Duration) -> Self {
        self.limits.attempt = timeout;
        self
    }

    /// Sets the maximum total time of one call, or of a listing with all its pages.
    pub fn total_timeout(mut self, timeout: Duration) -> Self {
        self.limits.total = timeout;
        self
    }

    /// Sets the maximum size of a reply, in bytes.
    pub fn max_reply_bytes(mut self, bytes: usize) -> Self {
        self.limits.reply = bytes;
        self
    }

    /// Sends the token and the headers over `http` too, where they can be read in transit. Use this in networks that encrypt
    /// below HTTP. If it is not set, `build` fails for such a client. A proxy that could read them is refused in any case.
    pub fn headers_over_http(mut self) -> Self {
        self.headers_over_http = true;
        self
    }

    /// Builds the client.
    ///
    /// # Errors
    /// A URL that is not a host and a path over `http` or `https`, a header that HTTP does not
    /// allow or that is the client's own, an empty token, a header that would leave the machine over
    /// `http`, a proxy or a certificate that is not one, and a TLS configuration that the system does
    /// not offer.
    pub fn build(self) -> Result<Client> {
        let root = Root::parse(&self.url).map_err(|fault| Error::url(&self.url, fault.as_str()))?;
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let secret = self.secret(&root)?;
        let provider = a2t_http::provider();
        let random = Random::new(provider.secure_random);
        let mut headers = self.headers;
        let host = own_host(&headers, &root);
        headers.entry(USER_AGENT).or_insert(HeaderValue::from_static(Connections::USER_AGENT));
        let sender = self.connecting.connect(&root, provider, &self.limits, secret.as_ref())?;
        let bottom = Bottom { sender, headers: Arc::new(headers) };
        let transport = Transport {
            wire: Wire::new(bottom, host, self.layers),
            root: root.to_string(),
            addresses: Addresses::new(root),
            limits: self.limits,
            budget: Budget::new(self.limits.budget),
            random,
            tokens: self.tokens,
            trace: self.trace,
            record_mode: self.record_mode,
            #[cfg(feature = "blocking")]
            driver: std::sync::OnceLock::new(),
        };
        Ok(Client { transport: Arc::new(transport), retry: self.retry, total: self.limits.total })
    }

    /// Returns the name of a header that may be a secret. One that would leave the machine
    /// unencrypted is refused, unless the user allows it.
    fn secret(&self, root: &Root) -> Result<Option<HeaderName>> {
        let token = self.tokens.is_some().then_some(&AUTHORIZATION);
        match self.headers.keys().next().or(token) {
            Some(name) if !root.is_private() && !self.headers_over_http => {
                Err(Error::new(Kind::Unencrypted { name: name.as_str().to_owned() }))
            }
            name => Ok(name.cloned()),
        }
    }

    pub(crate) fn fail(&mut self, fault: Error) {
        self.fault.get_or_insert(fault);
    }
}

/// The `Host` of all requests, written once; that of the program, or of HTTP/2, is not ours to
/// write.
fn own_host(headers: &HeaderMap, root: &Root) -> Option<HeaderValue> {
    let is_left = headers.contains_key(HOST) || (cfg!(feature = "http2") && root.is_https());
    if is_left {
        return None;
    }
    HeaderValue::try_from(root.host()?).ok()
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("headers", &self.headers)
            .field("retry", &self.retry)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
