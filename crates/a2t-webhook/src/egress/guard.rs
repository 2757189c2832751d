//! The one way out: a URL is checked, its name looked up and vetted, and the vetted address
//! dialled.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use a2t_http::{Body, Connections, Proxies, Settings, Trust};
use http::header::{
    ACCEPT, AUTHORIZATION, CONTENT_TYPE, COOKIE, HeaderMap, HeaderName, HeaderValue, USER_AGENT,
};
use http::{Method, Request, Response, StatusCode};
use tokio::time::{Instant, timeout};

use crate::egress::lookup::{LookupError, Vetting};
use crate::egress::{Error, Lookup, Policy, PolicyError, Reason, SetupError, System, Target};

/// Sends requests where its policy lets them go. Clones share their connections.
///
/// ```
/// use a2t_webhook::egress::{Guard, HeaderMap, Policy};
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
/// let guard = Guard::new(Policy::default())?;
/// let sent = guard.post("http://169.254.169.254/latest/meta-data", HeaderMap::new(), "{}").await;
/// assert_eq!(
///     sent.unwrap_err().to_string(),
///     "http://169.254.169.254: is not https; `Policy::allow_http` allows http",
/// );
/// # Ok::<_, Box<dyn std::error::Error>>(()) })?;
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Guard {
    policy: Arc<Policy>,
    lookup: Arc<dyn Lookup>,
    connections: Connections,
}

/// A reply whose body is not read yet; drop it if you do not want to read it.
pub struct Reply {
    origin: String,
    max_reply_bytes: usize,
    response: Response<Body>,
    began: Instant,
    timeout: Duration,
}

/// Time for which a connection is kept for the next request to the same host.
const IDLE: Duration = Duration::from_secs(90);

impl Guard {
    /// Creates a guard that asks the system for addresses.
    ///
    /// # Errors
    /// The system offers no certificates to trust.
    pub fn new(policy: Policy) -> Result<Self, SetupError> {
        Self::with_lookup(policy, System)
    }

    /// Creates a guard that asks a resolver of your own, whose answers it vets.
    ///
    /// # Errors
    /// The system offers no certificates to trust.
    pub fn with_lookup(policy: Policy, lookup: impl Lookup) -> Result<Self, SetupError> {
        let (policy, lookup) = (Arc::new(policy), Arc::new(lookup) as Arc<dyn Lookup>);
        let vetting = Arc::new(Vetting { policy: policy.clone(), lookup: lookup.clone() });
        let settings = Settings {
            connect: policy.connect_timeout,
            idle: IDLE,
            proxies: policy.proxies.then(Proxies::from_env),
            trust: Trust::default(),
        };
        let connections = Connections::resolving(vetting, a2t_http::provider(), settings);
        let connections = connections.map_err(|error| SetupError(error.to_string()))?;
        Ok(Self { policy, lookup, connections })
    }

    /// Returns the policy of this guard.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Checks a URL and every address of its host, and sends nothing: for programs that accept a
    /// URL now and use it later, when it is checked again. A name that a proxy is asked for is not
    /// looked up ([`Policy::proxy_from_env`]).
    ///
    /// # Errors
    /// [`Error::Refused`]; [`Error::Unreachable`] if the name is not found.
    pub async fn check(&self, url: &str) -> Result<Target, Error> {
        let target = self.policy.check(url)?;
        if let Some(name) = target.name().filter(|_| !self.has_proxy(&target)) {
            let (policy, lookup) = (self.policy.clone(), self.lookup.clone());
            let found = Vetting::addresses(policy, lookup, name.to_owned()).await;
            found.map_err(|error| failed(target.origin(), error))?;
        }
        Ok(target)
    }

    /// Posts `body` as JSON (`Content-Type: application/json`, unless `headers` has another one).
    /// Credentials (`Authorization`, `Cookie`, and values that are marked as sensitive) are not
    /// sent to an `http` address through a proxy.
    ///
    /// # Errors
    /// Each [`Error`] but [`Error::TooLarge`]; every status is a reply, redirects included.
    pub async fn post(
        &self,
        url: &str,
        mut headers: HeaderMap,
        body: impl Into<Vec<u8>>,
    ) -> Result<Reply, Error> {
        let json = HeaderValue::from_static("application/json");
        headers.entry(CONTENT_TYPE).or_insert(json);
        self.send(Method::POST, url, headers, body.into()).await
    }

    /// Gets what is at a URL.
    ///
    /// # Errors
    /// Each [`Error`] but [`Error::TooLarge`]; every status is a reply, redirects included.
    pub async fn get(&self, url: &str, headers: HeaderMap) -> Result<Reply, Error> {
        self.send(Method::GET, url, headers, Vec::new()).await
    }

    async fn send(
        &self,
        method: Method,
        url: &str,
        mut headers: HeaderMap,
        body: Vec<u8>,
    ) -> Result<Reply, Error> {
        let target = self.policy.check(url)?;
        let origin = target.origin();
        if let Some(proxy) = self.reader(&target).filter(|_| has_credentials(&headers)) {
            return Err(PolicyError::new(origin, Reason::ReadByProxy(proxy)).into());
        }
        let own = HeaderValue::from_static(Connections::USER_AGENT);
        headers.entry(USER_AGENT).or_insert(own);
        headers.entry(ACCEPT).or_insert(HeaderValue::from_static("*/*"));
        let mut request = Request::new(Body::from(body));
        *request.method_mut() = method;
        *request.uri_mut() =
            target.uri().ok_or_else(|| PolicyError::new(target.origin(), Reason::NotAUrl))?;
        *request.headers_mut() = headers;
        let Policy { timeout: total, max_reply_bytes, .. } = *self.policy;
        let began = Instant::now();
        match timeout(total, self.connections.send(request)).await {
            Ok(Ok(response)) => {
                Ok(Reply { origin, max_reply_bytes, response, began, timeout: total })
            }
            Ok(Err(error)) => Err(self.by_proxy(&target, Error::new(origin, &*error))),
            Err(_) => Err(Error::TimedOut { origin }),
        }
    }

    /// Names the proxy in the error, because people look for the fault at the target.
    fn by_proxy(&self, target: &Target, error: Error) -> Error {
        match (error, self.connections.proxies()) {
            (Error::Unreachable { origin, reason }, Some(proxies)) => {
                let reason = proxies.with_proxy_context(target.as_str(), reason);
                Error::Unreachable { origin, reason }
            }
            (error, _) => error,
        }
    }

    /// The proxy that could read a request to a target.
    fn reader(&self, target: &Target) -> Option<String> {
        self.connections.proxies()?.reader(target.as_str())
    }

    /// Returns whether requests to a target go through a proxy.
    fn has_proxy(&self, target: &Target) -> bool {
        self.connections.proxies().is_some_and(|proxies| proxies.take(target.as_str()))
    }
}

/// Returns whether headers have credentials: those that HTTP knows, and those that are marked as
/// [sensitive](HeaderValue::set_sensitive).
fn has_credentials(headers: &HeaderMap) -> bool {
    let is_known = |name: &HeaderName| matches!(*name, AUTHORIZATION | COOKIE);
    headers.iter().any(|(name, value)| value.is_sensitive() || is_known(name))
}

impl Reply {
    /// Returns the status of the reply.
    pub fn status(&self) -> StatusCode {
        self.response.status()
    }

    /// Returns the headers of the reply.
    pub fn headers(&self) -> &HeaderMap {
        self.response.headers()
    }

    /// Returns the wait that the reply asks for (`Retry-After`).
    pub fn retry_after(&self) -> Option<Duration> {
        a2t_http::retry_after(self.headers())
    }

    /// Returns the body of the reply, within the time that the whole request has.
    ///
    /// # Errors
    /// [`Error::TooLarge`], [`Error::TimedOut`]; [`Error::Unreachable`] if the connection breaks.
    pub async fn body(self) -> Result<Vec<u8>, Error> {
        let Self { origin, max_reply_bytes: max, response, began, timeout: total } = self;
        let left = total.saturating_sub(began.elapsed());
        match timeout(left, a2t_http::read(response.into_body(), max)).await {
            Ok(Ok(Some(body))) => Ok(body),
            Ok(Ok(None)) => Err(Error::TooLarge { origin, max }),
            Ok(Err(error)) => Err(Error::new(origin, &*error)),
            Err(_) => Err(Error::TimedOut { origin }),
        }
    }
}

fn failed(origin: String, error: LookupError) -> Error {
    match error {
        LookupError::Refused(refusal) => PolicyError::new(origin, refusal.reason).into(),
        LookupError::Failed(error) => Error::Unreachable { origin, reason: error.to_string() },
    }
}

/// Shows the policy, and nothing of connections.
impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guard").field("policy", &self.policy).finish_non_exhaustive()
    }
}

/// Shows origin and status, since headers may hold secrets.
impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Reply({} from {})", self.status(), self.origin)
    }
}
