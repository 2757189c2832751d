//! Settings of a client before it is made; every number has a default.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use a2t_http::Root;
use reqwest::header::{AUTHORIZATION, HOST, HeaderMap, HeaderName, HeaderValue};
use tower_layer::Layer;
use tower_service::Service;

use super::Client;
use super::address::Addresses;
use super::error::{Error, Kind, Result};
use super::limits::{Backoff, IDLE, Limits};
use super::middleware::{BoxError, Inner, Request, Response, Wire, Wrap, wrap};
use super::random::Random;
use super::record::Tape;
use super::retry::{Budget, Retry};
use super::seen::Trace;
use super::token::Tokens;
use super::transport::Transport;

/// Configures a [`Client`]; [the table of defaults](super#defaults) has the values of all else.
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
    proxy_from_env: bool,
    headers_over_http: bool,
    retry: Retry,
    limits: Limits,
    trace: Trace,
    tape: Tape,
}

impl Builder {
    pub(super) fn new(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            headers: HeaderMap::new(),
            fault: None,
            tokens: None,
            layers: Vec::new(),
            proxy_from_env: false,
            headers_over_http: false,
            retry: Retry::default(),
            limits: Limits::DEFAULT,
            trace: Trace::default(),
            tape: Tape::default(),
        }
    }

    /// Sends `Authorization: Bearer {token}` with every request. It never shows in `Debug` output.
    pub fn bearer_token(self, token: impl AsRef<str>) -> Self {
        let value = format!("Bearer {}", token.as_ref());
        self.add(AUTHORIZATION.as_str(), &value)
    }

    /// Sends a bearer token that `source` makes anew for each attempt: for tokens that expire. A
    /// source that fails ends the call with [`Kind::NotSent`]. It runs within the time of the
    /// attempt, and should keep a token for as long as it is good.
    ///
    /// ```
    /// # use a2t::client::Client;
    /// let client = Client::builder("https://api.weather.example")
    ///     .bearer_token_from(|| async { Ok(std::fs::read_to_string("/run/secrets/token")?) })
    ///     .build()?;
    /// # Ok::<_, a2t::client::Error>(())
    /// ```
    pub fn bearer_token_from<F, T>(mut self, source: F) -> Self
    where
        F: Fn() -> T + Send + Sync + 'static,
        T: Future<Output = Result<String, BoxError>> + Send + 'static,
    {
        self.tokens = Some(Tokens::new(source));
        self
    }

    /// Puts a [tower layer](super::middleware) around every attempt; the first one added is the
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

    /// Asks this, at each call, for its place in a distributed trace, and tells the server by
    /// `traceparent` and `tracestate` (W3C Trace Context): each attempt has the trace of the place
    /// and a span of its own. Without it, and where it answers `None`, the headers are not sent.
    ///
    /// In a tool, that is the place of the tool's own call (`a2t::seen::current`, with the feature
    /// `tracing` of a server); with OpenTelemetry, that of its current span, from the ids in
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
        place: impl Fn() -> Option<a2t_core::wire::trace::TraceContext> + Send + Sync + 'static,
    ) -> Self {
        self.trace = Trace::of(place);
        self
    }

    /// Keeps each call and listing of the client with its end, for
    /// [`Recorder::save`](super::record::Recorder::save) to write them to a file. No header is kept.
    #[cfg(feature = "record")]
    pub fn record(mut self, recorder: &super::record::Recorder) -> Self {
        self.tape = Tape::Recording(recorder.clone());
        self
    }

    /// Answers each call and listing of the client from a recording, and sends nothing; see
    /// [`record`](super::record).
    #[cfg(feature = "record")]
    pub fn replay(mut self, replay: &super::record::Replay) -> Self {
        self.tape = Tape::Replaying(replay.clone());
        self
    }

    /// Sets which failed calls are sent again; [`Client::with_retry`] does so for single tools.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.retry = retry;
        self
    }

    /// Sets the most requests that one call sends, from 1.
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.limits.attempts = attempts.max(1);
        self
    }

    /// Sets the wait before a retry: a random part of `base` doubled with each retry, up to `cap`.
    /// A server that says `Retry-After` is obeyed beyond that, as far as the total time allows.
    pub fn backoff(mut self, base: Duration, cap: Duration) -> Self {
        self.limits.backoff = Backoff { base, cap };
        self
    }

    /// Sets the tokens that the retries of the client share: each costs 14, or 5 where the server
    /// was busy, which come back if it succeeds; a call that needs none earns one. 0 for no
    /// retries.
    pub fn retry_budget(mut self, tokens: u32) -> Self {
        self.limits.budget = tokens;
        self
    }

    /// Sends a header with every request, such as the API key that the vendor gave out.
    pub fn header(self, name: impl AsRef<str>, value: impl AsRef<str>) -> Self {
        self.add(name.as_ref(), value.as_ref())
    }

    /// Sets the longest wait for a connection.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.limits.connect = timeout;
        self
    }

    /// Sets the longest that one request and its reply may take.
    pub fn attempt_timeout(mut self, timeout: Duration) -> Self {
        self.limits.attempt = timeout;
        self
    }

    /// Sets the longest that one call, or a listing with all its pages, may take in all.
    pub fn total_timeout(mut self, timeout: Duration) -> Self {
        self.limits.total = timeout;
        self
    }

    /// Sets the most bytes of one reply that are read.
    pub fn reply_limit(mut self, bytes: usize) -> Self {
        self.limits.reply = bytes;
        self
    }

    /// Uses the proxies that `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` name.
    pub fn proxy_from_env(mut self) -> Self {
        self.proxy_from_env = true;
        self
    }

    /// Sends the token and the headers over `http` too, where anybody on the way can read them;
    /// for networks that encrypt below HTTP. Without it, `build` refuses.
    pub fn headers_over_http(mut self) -> Self {
        self.headers_over_http = true;
        self
    }

    /// Makes the client.
    ///
    /// # Errors
    /// A URL that is not a host and a path over `http` or `https`, a header that HTTP does not
    /// allow, a header that would leave the machine over `http`, and a TLS configuration that the
    /// system does not offer.
    pub fn build(self) -> Result<Client> {
        let root = Root::parse(&self.url).map_err(|fault| Error::url(&self.url, fault.as_str()))?;
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        self.encrypted(&root)?;
        let provider = a2t_http::provider();
        let random = Random::new(provider.secure_random);
        let own_host = self.headers.contains_key(HOST);
        let host = if own_host { None } else { root.host() };
        let host = host.and_then(|host| HeaderValue::try_from(host).ok());
        let mut http = a2t_http::builder(&root, provider)
            .map_err(Error::setup)?
            .default_headers(self.headers)
            .connect_timeout(self.limits.connect)
            .pool_idle_timeout(IDLE);
        if !self.proxy_from_env {
            http = http.no_proxy();
        }
        let http = http.build().map_err(Error::setup)?;
        let transport = Transport {
            wire: Wire::new(http, host, self.layers),
            root: root.to_string(),
            addresses: Addresses::new(root),
            limits: self.limits,
            budget: Budget::new(self.limits.budget),
            random,
            tokens: self.tokens,
            trace: self.trace,
            tape: self.tape,
            #[cfg(feature = "blocking")]
            driver: std::sync::OnceLock::new(),
        };
        Ok(Client { transport: Arc::new(transport), retry: self.retry, total: self.limits.total })
    }

    /// Refuses a header that would leave the machine unencrypted, unless the user allows it.
    fn encrypted(&self, root: &Root) -> Result<()> {
        let token = self.tokens.is_some().then_some(&AUTHORIZATION);
        match self.headers.keys().next().or(token) {
            Some(name) if !root.is_private() && !self.headers_over_http => {
                Err(Error::new(Kind::Unencrypted { name: name.as_str().to_owned() }))
            }
            _ => Ok(()),
        }
    }

    fn add(mut self, name: &str, value: &str) -> Self {
        let header = HeaderName::try_from(name).ok().zip(HeaderValue::try_from(value).ok());
        match header {
            Some((name, mut value)) => {
                value.set_sensitive(true);
                self.headers.append(name, value);
            }
            None => {
                let fault = || Error::new(Kind::Header { name: name.to_owned() });
                self.fault.get_or_insert_with(fault);
            }
        }
        self
    }
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
