//! Error of a call without a reply: what happened, where, and what to do about it.

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use a2t_core::wire::problem::{self, Problem};
use a2t_core::{Damaged, Invalid, ToolSignature, Violations};
use http::HeaderValue;

use super::retry::{Attempts, Failure, Outcome};

mod text;

pub use text::chain;

/// The result of a call.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Error of a call without a reply.
///
/// Its text says what happened, where, and what to do; it is safe for a terminal whatever the
/// server sent. [`Error::kind`] is for programs.
pub struct Error {
    inner: Box<Inner>,
}

struct Inner {
    kind: Kind,
    /// Name and version of the tool, if the error is of a call.
    tool: Option<(Box<str>, u32)>,
    /// True if the tool may run twice.
    repeatable: bool,
    /// The method and the URL, once a request was sent.
    place: Option<String>,
    attempts: u32,
    /// True if the tool may have run in any of them.
    unknown: bool,
    key: Option<HeaderValue>,
}

type Cause = Box<dyn StdError + Send + Sync>;

/// Kind of a failure.
#[derive(Debug)]
#[non_exhaustive]
pub enum Kind {
    /// The root of the API is not a URL that can be called.
    Url {
        /// The URL, without a password.
        url: String,
        /// The reason.
        fault: &'static str,
    },
    /// A header that HTTP does not allow was configured.
    Header {
        /// Its name. The value may be a secret.
        name: String,
    },
    /// A header would leave the machine over `http`, where anybody on the way can read it.
    Unencrypted {
        /// Its name. The value may be a secret.
        name: String,
    },
    /// The client cannot be set up on this system.
    Setup {
        /// The cause.
        cause: Cause,
    },
    /// The program's own idempotency key is not one that a header carries unchanged; nothing was
    /// sent.
    IdempotencyKey {
        /// The key.
        key: String,
    },
    /// The arguments break the signature; nothing was sent.
    Invalid {
        /// The tool that was to be called.
        tool: String,
        /// All violations.
        violations: Violations,
    },
    /// The generated client does not carry a valid signature: its file was edited.
    Generated {
        /// The violations of the signature.
        invalid: Invalid,
    },
    /// The server refused the request: a status from 400 to 499.
    Refused {
        /// The server's problem, with each violation that it found.
        problem: Box<Problem>,
        /// The wait that the server asks for, with status 429.
        retry_after: Option<Duration>,
    },
    /// The server failed, for a time: a status from 500.
    Unavailable {
        /// The server's problem.
        problem: Box<Problem>,
        /// The wait that the server asks for.
        retry_after: Option<Duration>,
    },
    /// The server answered with a redirect, which is not followed.
    Redirected {
        /// The status, from 300 to 399.
        status: u16,
        /// The address that it leads to.
        location: Option<String>,
    },
    /// There was no complete reply in time.
    Timeout {
        /// The time that was waited.
        after: Duration,
    },
    /// There is no connection to the server; nothing was sent.
    Connect {
        /// The cause.
        cause: Cause,
    },
    /// Middleware or a source of tokens failed before anything was sent.
    NotSent {
        /// The cause.
        cause: Cause,
    },
    /// The connection broke while the request was sent or the reply read.
    Interrupted {
        /// The cause.
        cause: Cause,
    },
    /// The reply has more bytes than are read.
    TooLarge {
        /// The most bytes that are read.
        limit: usize,
    },
    /// The reply is not what the protocol or the signature says.
    Malformed {
        /// All violations.
        invalid: Invalid,
    },
    /// The pages of a list do not come to an end.
    Endless {
        /// The reason, such as a cursor that came back.
        fault: String,
    },
    /// A call was to be waited for on a thread that a tokio runtime has in hand; nothing was sent.
    InsideRuntime,
    /// The server left out an output that the program requires.
    Absent {
        /// The output, by name.
        output: String,
    },
}

impl Error {
    pub(super) fn new(kind: Kind) -> Self {
        let inner = Inner {
            kind,
            tool: None,
            repeatable: false,
            place: None,
            attempts: 0,
            unknown: false,
            key: None,
        };
        Self { inner: Box::new(inner) }
    }

    pub(super) fn setup(cause: impl Into<Cause>) -> Self {
        Self::new(Kind::Setup { cause: cause.into() })
    }

    pub(super) fn url(text: &str, fault: &'static str) -> Self {
        let url = without_password(text);
        Self::new(Kind::Url { url, fault })
    }

    pub(super) fn concluded(&mut self, key: Option<&HeaderValue>, attempts: &Attempts<'_>) {
        self.inner.attempts = attempts.made();
        self.inner.unknown = attempts.is_unknown();
        self.inner.key = key.cloned();
    }

    /// Adds the key of the call, of which at least one request was sent.
    pub(super) fn keyed(mut self, key: Option<&HeaderValue>) -> Self {
        self.inner.attempts = self.inner.attempts.max(1);
        self.inner.key = key.cloned();
        self
    }

    /// Adds the tool that was called or asked for.
    pub(super) fn of(mut self, signature: &ToolSignature) -> Self {
        let tool = || (signature.name.as_ref().into(), signature.version);
        self.inner.tool.get_or_insert_with(tool);
        self.inner.repeatable = signature.hints.is_repeatable();
        self
    }

    pub(super) fn after_run(mut self) -> Self {
        self.inner.unknown = true;
        self
    }

    pub(super) fn at(mut self, place: impl FnOnce() -> String) -> Self {
        self.inner.place.get_or_insert_with(place);
        self
    }

    /// Kind of the failure, with its cause.
    #[doc(hidden)]
    pub fn into_kind(self) -> Kind {
        self.inner.kind
    }

    /// Kind of the failure.
    pub fn kind(&self) -> &Kind {
        &self.inner.kind
    }

    /// The tool that was called, by its name on the wire.
    pub fn tool(&self) -> Option<&str> {
        self.inner.tool.as_ref().map(|(name, _)| &**name)
    }

    /// The version of the tool that was called.
    pub fn version(&self) -> Option<u32> {
        self.inner.tool.as_ref().map(|(_, version)| *version)
    }

    /// The violations of a server's document that breaks the protocol; else the error.
    pub(super) fn into_invalid(self) -> Result<Invalid, Self> {
        match self.inner.kind {
            Kind::Malformed { invalid } => Ok(invalid),
            _ => Err(self),
        }
    }

    /// The HTTP status of the reply, if there was one that was not a success.
    pub fn status(&self) -> Option<u16> {
        match self.kind() {
            Kind::Refused { problem, .. } | Kind::Unavailable { problem, .. } => {
                Some(problem.status)
            }
            Kind::Redirected { status, .. } => Some(*status),
            _ => None,
        }
    }

    /// Violations of the arguments, found by the client before the wire or by the server.
    pub fn violations(&self) -> Option<&Violations> {
        match self.kind() {
            Kind::Invalid { violations, .. } => Some(violations),
            Kind::Refused { problem, .. } => Some(&problem.violations),
            _ => None,
        }
    }

    /// The wait that the server asks for before the next attempt.
    pub fn retry_after(&self) -> Option<Duration> {
        match self.kind() {
            Kind::Refused { retry_after, .. } | Kind::Unavailable { retry_after, .. } => {
                *retry_after
            }
            _ => None,
        }
    }

    /// True if the same call may succeed later: the server was busy, failing or out of reach
    /// (A2T-63). A call that was lost on the way may have had its effect; see
    /// [`Error::is_outcome_unknown`].
    pub fn is_retryable(&self) -> bool {
        match self.kind() {
            Kind::NotSent { .. } => true,
            _ => self.failure(false).outcome != Outcome::Final,
        }
    }

    /// True if the tool may have run although there is no reply, in any of the attempts.
    pub fn is_outcome_unknown(&self) -> bool {
        self.inner.unknown
    }

    /// True if calling the tool again does no harm, even if it did run: its approved signature says
    /// that it only reads or is idempotent (reading AMB-41).
    pub fn is_repeatable(&self) -> bool {
        self.inner.repeatable
    }

    /// Number of requests that were sent; 0 for a call that was refused before the wire.
    pub fn attempts(&self) -> u32 {
        self.inner.attempts
    }

    /// The `Idempotency-Key` of the call: a server that honours it does not run the tool again when
    /// the same call comes with the same key.
    pub fn idempotency_key(&self) -> Option<&str> {
        self.inner.key.as_ref()?.to_str().ok()
    }

    /// This failure as the retries see it; `unknown` if the tool may have run before this attempt.
    pub(super) fn failure(&self, unknown: bool) -> Failure {
        let kind = self.kind();
        let outcome = match kind {
            Kind::Connect { .. } => Outcome::NotRun,
            Kind::Timeout { .. } if !kind.may_have_run() => Outcome::NotRun,
            Kind::Timeout { .. } | Kind::Interrupted { .. } => Outcome::Unknown,
            Kind::Unavailable { .. } if kind.may_have_run() => Outcome::Unknown,
            Kind::Unavailable { .. } => Outcome::NotRun,
            Kind::Refused { problem, .. } => match problem.status {
                408 | 429 => Outcome::NotRun,
                // By its key the server knows the call, which still runs. A tool's own conflict
                // stays.
                409 if unknown && problem.kind != problem::Kind::ToolConflict.slug() => {
                    Outcome::Unknown
                }
                _ => Outcome::Final,
            },
            _ => Outcome::Final,
        };
        Failure { outcome, throttled: kind.is_throttled(), retry_after: self.retry_after() }
    }
}

impl Kind {
    /// True if the tool may have run in the attempt that failed like this.
    pub(super) fn may_have_run(&self) -> bool {
        match self {
            Self::Unavailable { .. } => !self.is_throttled(),
            // A timeout of zero begins nothing.
            Self::Timeout { after } => !after.is_zero(),
            Self::Interrupted { .. } | Self::TooLarge { .. } | Self::Malformed { .. } => true,
            _ => false,
        }
    }

    fn is_throttled(&self) -> bool {
        match self {
            Self::Refused { problem, .. } => problem.status == 429,
            Self::Unavailable { problem, .. } => problem.kind == problem::Kind::Overloaded.slug(),
            _ => false,
        }
    }
}

/// Cuts off all before an `@`, which may hold a secret.
fn without_password(text: &str) -> String {
    match (text.find("://"), text.rfind('@')) {
        (scheme, Some(at)) => {
            let scheme = scheme.and_then(|end| text.get(..end + 3)).unwrap_or_default();
            format!("{scheme}...{}", text.get(at..).unwrap_or_default())
        }
        (_, None) => text.to_owned(),
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
            | Kind::Interrupted { cause } => Some(&**cause),
            Kind::Invalid { violations, .. } => Some(violations),
            Kind::Generated { invalid } | Kind::Malformed { invalid } => Some(invalid),
            _ => None,
        }
    }
}

impl From<Damaged> for Error {
    fn from(Damaged(invalid): Damaged) -> Self {
        Self::new(Kind::Generated { invalid })
    }
}
