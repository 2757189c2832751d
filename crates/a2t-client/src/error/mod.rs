//! Error of a call without a reply, of every protocol: what happened, where, and what to do about it.

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use a2t_core::wire::problem::{self, Problem};
use a2t_core::{GeneratedFileError, ToolSignature, ValidationError, Violations};
use http::{HeaderMap, HeaderValue};

use crate::generated::declared;
#[cfg(feature = "schema")]
use crate::schema::state::State;
use crate::transport::retry::{Attempts, FailedAttempt, Outcome};
use crate::transport::token::error::TokenError;

mod heard;
mod kind;
mod next_step;
mod text;
mod typed;

pub use heard::Heard;
pub use kind::Kind;
pub use next_step::NextStep;
pub use text::not_recorded;

/// The result of a call.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Error of a call without a reply.
///
/// Its text explains what happened, where, and what to do. You can print it to a terminal safely,
/// even if the server is hostile. Programs `match` on [`Error::next_step`] (what to do; [`NextStep`] has the table of all
/// kinds) and on [`Error::kind`] (what happened). An error that the tool declares is one of an enum
/// of the generated client, which [`Error::typed`] reads. Any other refusal has the server's problem,
/// whose kind is [known](Problem::known) or the vendor's own:
///
/// ```
/// use a2t::client::{Error, Kind, ProblemKind};
///
/// #[derive(serde::Deserialize)]
/// struct OutOfStock {
///     left: u32,
/// }
///
/// fn words(error: &Error) -> String {
///     let Kind::Refused { problem, .. } = error.kind() else {
///         return error.to_string();
///     };
///     match problem.known() {
///         Some(ProblemKind::ToolConflict) => "another caller was faster".to_owned(),
///         None if problem.type_uri() == "https://shop.example/out-of-stock" => {
///             let left = problem.members::<OutOfStock>().map_or(0, |stock| stock.left);
///             format!("only {left} left")
///         }
///         _ => error.to_string(),
///     }
/// }
/// ```
pub struct Error {
    inner: Box<Inner>,
}

struct Inner {
    kind: Kind,
    /// Name and version of the tool, if the error is of a call. Tools of MCP and RAP have no version.
    tool: Option<(Box<str>, Option<u32>)>,
    /// Whether the tool may run twice.
    repeatable: bool,
    /// Whether the tool's signature lists the type of the problem.
    listed: bool,
    /// The method and the URL, once a request was sent; or the address of a server of MCP, or its command.
    location: Option<String>,
    attempts: u32,
    /// Whether the tool may have run in any of them.
    unknown: bool,
    /// Whether the connection was not up yet, so that the call was not sent.
    before: bool,
    key: Option<HeaderValue>,
    headers: Option<HeaderMap>,
    /// The beginning of a reply that breaks the signature.
    body: Option<Box<str>>,
    /// Output of a child process that sent no answer.
    heard: Heard,
    /// State of the approved tool, if it is known to have changed.
    #[cfg(feature = "schema")]
    drift: Option<State>,
}

/// Maximum number of bytes of a reply that an error keeps.
const BODY: usize = 32 << 10;
/// Maximum number of headers of a reply that an error keeps, and of the bytes of their names and values.
const HEADERS: (usize, usize) = (64, 16 << 10);

type Cause = Box<dyn StdError + Send + Sync>;

impl Error {
    #[doc(hidden)]
    pub fn new(kind: Kind) -> Self {
        let inner = Inner {
            kind,
            tool: None,
            repeatable: false,
            listed: false,
            location: None,
            attempts: 0,
            unknown: false,
            before: false,
            key: None,
            headers: None,
            body: None,
            heard: Heard::default(),
            #[cfg(feature = "schema")]
            drift: None,
        };
        Self { inner: Box::new(inner) }
    }

    #[doc(hidden)]
    pub fn setup(cause: impl Into<Cause>) -> Self {
        Self::new(Kind::Setup { cause: cause.into() })
    }

    pub(crate) fn url(text: &str, fault: &'static str) -> Self {
        let url = a2t_core::secret::url(text);
        Self::new(Kind::Url { url, fault })
    }

    pub(crate) fn concluded(&mut self, key: Option<&HeaderValue>, attempts: &Attempts<'_>) {
        self.inner.attempts = attempts.made();
        self.inner.unknown = attempts.is_unknown();
        self.inner.key = key.cloned();
    }

    /// Adds the key of the call, of which at least one request was sent.
    pub(crate) fn keyed(mut self, key: Option<&HeaderValue>) -> Self {
        self.inner.attempts = self.inner.attempts.max(1);
        self.inner.key = key.cloned();
        self
    }

    /// Sets the number of attempts, and whether the tool may have run in any of them.
    #[doc(hidden)]
    pub fn repeated(mut self, attempts: u32, unknown: bool) -> Self {
        (self.inner.attempts, self.inner.unknown) = (attempts, unknown);
        self
    }

    /// Adds the tool that was called or asked for.
    pub(crate) fn with_tool(mut self, signature: &ToolSignature) -> Self {
        let tool = || (signature.name.as_ref().into(), Some(signature.version));
        self.inner.tool.get_or_insert_with(tool);
        self.inner.repeatable = signature.hints.is_repeatable();
        let listed = |problem| declared::is_listed(signature, problem);
        self.inner.listed = self.problem().is_some_and(listed);
        self
    }

    /// Adds the tool that was called, of a protocol without versions.
    #[doc(hidden)]
    pub fn of_tool(mut self, name: &str, repeatable: bool) -> Self {
        self.inner.tool.get_or_insert_with(|| (name.into(), None));
        self.inner.repeatable = repeatable;
        self
    }

    /// Adds that the tool had begun to run.
    #[doc(hidden)]
    pub fn after_run(mut self) -> Self {
        self.inner.unknown = true;
        self
    }

    /// Adds that the call had not been sent: there was no connection yet.
    #[doc(hidden)]
    pub fn before(mut self) -> Self {
        self.inner.before = true;
        self
    }

    /// Adds the output of a child process that sent no answer.
    #[doc(hidden)]
    pub fn heard(mut self, heard: Heard) -> Self {
        self.inner.heard = heard;
        self
    }

    /// Returns the same failure of another kind.
    #[doc(hidden)]
    pub fn became(mut self, kind: Kind) -> Self {
        self.inner.kind = kind;
        self
    }

    /// Adds the state of a tool that has changed since it was approved.
    #[cfg(feature = "schema")]
    #[doc(hidden)]
    pub fn drifted(mut self, state: State) -> Self {
        self.inner.drift.get_or_insert(state);
        self
    }

    /// Adds the reply, of a tool that ran.
    pub(crate) fn replied(mut self, body: &[u8]) -> Self {
        self.inner.body = Some(String::from_utf8_lossy(body.get(..BODY).unwrap_or(body)).into());
        self
    }

    #[doc(hidden)]
    pub fn at(mut self, location: impl FnOnce() -> String) -> Self {
        self.inner.location.get_or_insert_with(location);
        self
    }

    /// Adds the headers of the reply, within bounds.
    #[doc(hidden)]
    pub fn answered(mut self, headers: &HeaderMap) -> Self {
        let mut left = HEADERS.1;
        let short = headers.iter().take(HEADERS.0).take_while(|(name, value)| {
            let size = name.as_str().len().saturating_add(value.len());
            let fits = size <= left;
            left = left.saturating_sub(size);
            fits
        });
        let mut kept = HeaderMap::new();
        for (name, value) in short {
            kept.append(name, value.clone());
        }
        self.inner.headers = Some(kept);
        self
    }

    /// Returns the kind of the failure.
    pub fn kind(&self) -> &Kind {
        &self.inner.kind
    }

    /// Returns the tool that was called, by its name on the wire.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/codegen/golden/weather.rs"));
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// use a2t::client::fake::Failure;
    ///
    /// let weather = weather::Fake::new();
    /// weather.fail::<weather::reply::LookupWeatherByCity>(Failure::refused(422, "no such city"));
    /// let error = weather.lookup_weather_by_city("Atlantis").send().await.unwrap_err();
    /// assert_eq!((error.tool(), error.version()), (Some("lookup_weather_by_city"), Some(2)));
    /// # }
    /// ```
    pub fn tool(&self) -> Option<&str> {
        self.inner.tool.as_ref().map(|(name, _)| &**name)
    }

    /// Returns the version of the tool that was called, as [`tool`](Self::tool) shows. Tools of MCP and RAP have none.
    pub fn version(&self) -> Option<u32> {
        self.inner.tool.as_ref().and_then(|(_, version)| *version)
    }

    /// Returns the violations of a server's document that breaks the protocol, or else the error.
    pub(crate) fn into_invalid(self) -> Result<ValidationError, Self> {
        match self.inner.kind {
            Kind::Malformed { invalid } => Ok(invalid),
            _ => Err(self),
        }
    }

    /// Returns the server's problem (RFC 9457), if it refused the call or failed. Over MCP, a tool that failed has
    /// one if its server is built with a2t.
    pub fn problem(&self) -> Option<&Problem> {
        match self.kind() {
            Kind::Refused { problem, .. } | Kind::Unavailable { problem, .. } => Some(problem),
            #[cfg(feature = "schema")]
            Kind::Tool { reply } => reply.problem.as_deref(),
            _ => None,
        }
    }

    /// Returns the id under which the server's operator finds the request: that of its problem, or else of its header
    /// `X-Request-Id`. It has 1 to 128 visible ASCII characters.
    ///
    /// ```
    /// # use std::io::{Read, Write};
    /// # use a2t::client::{Client, Result};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<()> {
    /// # let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    /// # let url = format!("http://{}", listener.local_addr().unwrap());
    /// # std::thread::spawn(move || {
    /// #     let (mut stream, _) = listener.accept().unwrap();
    /// #     let _ = stream.read(&mut [0; 4096]);
    /// #     let head = "HTTP/1.1 403 Forbidden\r\nx-request-id: 7f3a\r\nserver: shop\r\n";
    /// #     stream.write_all(format!("{head}content-length: 0\r\n\r\n").as_bytes()).unwrap();
    /// # });
    /// let client = Client::new(url)?;
    /// // A server that answers 403, with `x-request-id: 7f3a` and `server: shop`.
    /// let error = client.tools().await.unwrap_err();
    /// assert_eq!((error.status(), error.request_id()), (Some(403), Some("7f3a")));
    /// assert_eq!(error.headers().unwrap()["server"], "shop");
    /// # Ok(())
    /// # }
    /// ```
    pub fn request_id(&self) -> Option<&str> {
        let id = self.problem().and_then(Problem::request_id);
        id.or_else(|| {
            let header = self.headers()?.get("x-request-id")?;
            problem::is_request_id(header.as_bytes()).then(|| header.to_str().ok())?
        })
    }

    /// Returns the headers of the reply, if its status was not a success or its media type was not that of
    /// JSON; those beyond the first 64, or beyond 16 KiB, are left out. The server chose them, and
    /// they may have secrets: the text of the error shows only the address of a redirect. For an example, see
    /// [`request_id`](Self::request_id).
    pub fn headers(&self) -> Option<&HeaderMap> {
        self.inner.headers.as_ref()
    }

    /// Returns the first 32 KiB of a reply that breaks the signature, of a tool that ran. The text of the
    /// error does not have them, as outputs may be secret.
    pub fn body(&self) -> Option<&str> {
        self.inner.body.as_deref()
    }

    /// Returns the HTTP status of the reply, if there was one that was not a success.
    pub fn status(&self) -> Option<u16> {
        match self.kind() {
            Kind::Refused { problem, .. } | Kind::Unavailable { problem, .. } => {
                Some(problem.status)
            }
            Kind::Redirected { status, .. } => Some(*status),
            _ => None,
        }
    }

    /// Returns the violations of the arguments, found by the client before it sent them, or by the server.
    pub fn violations(&self) -> Option<&Violations> {
        match self.kind() {
            Kind::Invalid { violations, .. } => Some(violations),
            Kind::Refused { problem, .. } => Some(&problem.violations),
            _ => None,
        }
    }

    /// Returns the wait that the server asks for before the next attempt.
    pub fn retry_after(&self) -> Option<Duration> {
        match self.kind() {
            Kind::Refused { retry_after, .. } | Kind::Unavailable { retry_after, .. } => {
                *retry_after
            }
            _ => None,
        }
    }

    /// Returns whether the same call may succeed later: the server was busy, failed or could not be reached
    /// (A2T-63). A call whose reply was lost may have had its effect; see
    /// [`Error::is_outcome_unknown`].
    pub fn is_retryable(&self) -> bool {
        match self.kind() {
            Kind::NotSent { .. } => true,
            Kind::Token { cause } => !TokenError::is_cause_of(&**cause),
            _ => self.failure(false).outcome != Outcome::Final,
        }
    }

    /// Returns whether the tool may have run although there is no reply, in any of the attempts.
    pub fn is_outcome_unknown(&self) -> bool {
        self.inner.unknown
    }

    /// Returns whether calling the tool again does no harm, even if it did run: its approved signature says
    /// that it only reads or is idempotent (spec note AMB-41).
    pub fn is_repeatable(&self) -> bool {
        self.inner.repeatable
    }

    /// Returns the state of the tool at its server, if it was found to differ from the approved one.
    #[cfg(feature = "schema")]
    pub fn drift(&self) -> Option<&State> {
        match self.kind() {
            Kind::Changed { state } => Some(state),
            _ => self.inner.drift.as_ref(),
        }
    }

    /// Returns the number of attempts, including those without a connection or a token. It is 0 if the client refused the
    /// arguments.
    pub fn attempts(&self) -> u32 {
        self.inner.attempts
    }

    /// Returns the `Idempotency-Key` of the call. A server that honours it does not run the tool again if
    /// the same call arrives with the same key.
    pub fn idempotency_key(&self) -> Option<&str> {
        self.inner.key.as_ref()?.to_str().ok()
    }

    /// Returns whether the tool may have run in the attempt that failed like this.
    #[doc(hidden)]
    pub fn may_have_run(&self) -> bool {
        !self.inner.before && self.kind().may_have_run()
    }

    /// Returns this failure as the retries see it; `unknown` if the tool may have run before this attempt.
    #[doc(hidden)]
    pub fn failure(&self, unknown: bool) -> FailedAttempt {
        let kind = self.kind();
        let outcome = match kind {
            Kind::Connect { .. } => Outcome::NotRun,
            Kind::Timeout { .. } if !kind.may_have_run() => Outcome::NotRun,
            // A process that ended before the handshake will do so again.
            Kind::Ended { .. } if self.inner.before => Outcome::Final,
            Kind::Timeout { .. } | Kind::Interrupted { .. } | Kind::Ended { .. } => {
                Outcome::Unknown
            }
            Kind::Unavailable { .. } if kind.may_have_run() => Outcome::Unknown,
            Kind::Unavailable { .. } => Outcome::NotRun,
            Kind::Refused { problem, .. } => match problem.status {
                408 | 429 => Outcome::NotRun,
                // The server knows the call by its key, and it is still running. A conflict that the tool reports
                // is final, whether it has the protocol's problem type or one of the signature.
                409 if unknown
                    && !self.inner.listed
                    && problem.known() != Some(problem::Kind::ToolConflict) =>
                {
                    Outcome::Unknown
                }
                _ => Outcome::Final,
            },
            _ => Outcome::Final,
        };
        let outcome = match outcome {
            Outcome::Unknown if self.inner.before => Outcome::NotRun,
            outcome => outcome,
        };
        FailedAttempt { outcome, throttled: kind.is_throttled(), retry_after: self.retry_after() }
    }
}

/// The text of [`Display`](fmt::Display), because `main` prints this when it returns the error.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self.kind() {
            Kind::Setup { cause }
            | Kind::Connect { cause }
            | Kind::NotSent { cause }
            | Kind::Token { cause }
            | Kind::Start { cause }
            | Kind::Interrupted { cause } => Some(&**cause),
            Kind::Invalid { violations, .. } => Some(violations),
            Kind::Generated { invalid } | Kind::Malformed { invalid } => Some(invalid),
            _ => None,
        }
    }
}

impl From<GeneratedFileError> for Error {
    fn from(GeneratedFileError(invalid): GeneratedFileError) -> Self {
        Self::new(Kind::Generated { invalid })
    }
}
