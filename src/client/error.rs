//! Why a call has no reply: what, where, and what to do about it.

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use a2t_core::error::inert;
use a2t_core::wire::problem::Problem;
use a2t_core::{Invalid, Violations};

/// The result of a call.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a call has no reply.
///
/// Its text says what happened, where, and what to do; it is safe for a terminal whatever the
/// server sent. [`Error::kind`] is for programs.
pub struct Error {
    inner: Box<Inner>,
}

struct Inner {
    kind: Kind,
    /// The method and the URL, once a request was sent.
    place: Option<String>,
}

type Cause = Box<dyn StdError + Send + Sync>;

/// What went wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum Kind {
    /// The root of the API is not a URL that can be called.
    Url {
        /// What was given, without a password.
        url: String,
        /// What is wrong with it.
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
        /// What failed.
        cause: Cause,
    },
    /// The arguments break the signature; nothing was sent.
    Invalid {
        /// The tool that was to be called.
        tool: String,
        /// Everything that is wrong.
        violations: Violations,
    },
    /// The generated client does not carry a valid signature: its file was edited.
    Generated {
        /// What is wrong with the signature.
        invalid: Invalid,
    },
    /// The server refused the request: a status from 400 to 499.
    Refused {
        /// What the server said, with each violation that it found.
        problem: Box<Problem>,
        /// How long the server asks to wait, for status 429.
        retry_after: Option<Duration>,
    },
    /// The server failed, for a time: a status from 500.
    Unavailable {
        /// What the server said.
        problem: Box<Problem>,
        /// How long the server asks to wait.
        retry_after: Option<Duration>,
    },
    /// The server answered with a redirect, which is not followed.
    Redirected {
        /// The status, from 300 to 399.
        status: u16,
        /// Where to.
        location: Option<String>,
    },
    /// There was no complete reply in time.
    Timeout {
        /// How long was waited.
        after: Duration,
    },
    /// There is no connection to the server; nothing was sent.
    Connect {
        /// What failed.
        cause: Cause,
    },
    /// The connection broke while the request was sent or the reply read.
    Interrupted {
        /// What failed.
        cause: Cause,
    },
    /// The reply has more bytes than are read.
    TooLarge {
        /// The most bytes that are read.
        limit: usize,
    },
    /// The reply is not what the protocol or the signature says.
    Malformed {
        /// Everything that is wrong.
        invalid: Invalid,
    },
    /// The pages of a list do not come to an end.
    Endless {
        /// What the list does.
        fault: String,
    },
    /// The server left out an output that the program requires.
    Absent {
        /// The output, by name.
        output: String,
    },
}

impl Error {
    pub(super) fn new(kind: Kind) -> Self {
        Self {
            inner: Box::new(Inner { kind, place: None }),
        }
    }

    pub(super) fn setup(cause: impl Into<Cause>) -> Self {
        Self::new(Kind::Setup {
            cause: cause.into(),
        })
    }

    /// The same error with the request that it happened to.
    pub(super) fn at(mut self, place: impl FnOnce() -> String) -> Self {
        self.inner.place.get_or_insert_with(place);
        self
    }

    /// What went wrong.
    pub fn kind(&self) -> &Kind {
        &self.inner.kind
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

    /// What is wrong with the arguments, told by the client before the wire or by the server.
    pub fn violations(&self) -> Option<&Violations> {
        match self.kind() {
            Kind::Invalid { violations, .. } => Some(violations),
            Kind::Refused { problem, .. } => Some(&problem.violations),
            _ => None,
        }
    }

    /// How long the server asks to wait before the next attempt.
    pub fn retry_after(&self) -> Option<Duration> {
        match self.kind() {
            Kind::Refused { retry_after, .. } | Kind::Unavailable { retry_after, .. } => {
                *retry_after
            }
            _ => None,
        }
    }

    /// Whether the same call may succeed later: the server was busy, failing or out of reach
    /// (A2T-63). A call that was lost on the way may have had its effect; see
    /// [`Error::is_outcome_unknown`].
    pub fn is_retryable(&self) -> bool {
        match self.kind() {
            Kind::Refused { problem, .. } => problem.status == 429,
            Kind::Unavailable { .. }
            | Kind::Timeout { .. }
            | Kind::Connect { .. }
            | Kind::Interrupted { .. } => true,
            _ => false,
        }
    }

    /// Whether the tool may have run although there is no reply.
    pub fn is_outcome_unknown(&self) -> bool {
        matches!(
            self.kind(),
            Kind::Timeout { .. }
                | Kind::Interrupted { .. }
                | Kind::Unavailable { .. }
                | Kind::TooLarge { .. }
                | Kind::Malformed { .. }
        )
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.inner.place {
            write!(f, "{}: ", inert(place))?;
        }
        self.kind().fmt(f)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url { url, fault } => {
                let url = inert(url);
                write!(
                    f,
                    "`{url}`: {fault}; expected a URL such as https://api.weather.example"
                )
            }
            Self::Header { name } => {
                let name = inert(name);
                write!(
                    f,
                    "the header `{name}` has a name or a value that HTTP does not allow"
                )
            }
            Self::Unencrypted { name } => {
                let name = inert(name);
                write!(
                    f,
                    "the header `{name}` would travel unencrypted; use the https address of the API, \
                     or say `headers_over_http()` where the network below is encrypted"
                )
            }
            Self::Setup { cause } => write!(f, "cannot set up the client: {}", Chain(&**cause)),
            Self::Invalid { tool, violations } => {
                write!(f, "`{}` was not called:\n{violations}", inert(tool))
            }
            Self::Generated { invalid } => {
                write!(
                    f,
                    "the generated client is damaged, generate it again: {invalid}"
                )
            }
            Self::Refused { problem, .. } => refused(f, problem),
            Self::Unavailable { problem, .. } => {
                write!(f, "the server failed, try again later: {problem}")
            }
            Self::Redirected { status, location } => redirected(f, *status, location.as_deref()),
            Self::Timeout { after } => {
                write!(
                    f,
                    "no complete reply within {after:?}; the tool may have run"
                )
            }
            Self::Connect { cause } => write!(f, "no connection: {}", Chain(&**cause)),
            Self::Interrupted { cause } => {
                write!(
                    f,
                    "the connection broke, the tool may have run: {}",
                    Chain(&**cause)
                )
            }
            Self::TooLarge { limit } => {
                write!(
                    f,
                    "the reply has more than {limit} bytes; raise `reply_limit` to read it"
                )
            }
            Self::Malformed { invalid } => {
                write!(
                    f,
                    "the reply is not what the protocol says; tell the vendor:\n{invalid}"
                )
            }
            Self::Endless { fault } => write!(f, "the list was not read to its end: {fault}"),
            Self::Absent { output } => {
                write!(f, "the server left out the output `{}`", inert(output))
            }
        }
    }
}

fn refused(f: &mut fmt::Formatter<'_>, problem: &Problem) -> fmt::Result {
    let remedy = match problem.status {
        401 | 403 => "; check the credentials of the client",
        404 | 410 => "; check the URL of the API, or fetch the catalog anew",
        429 => "; wait before the next call",
        _ => "",
    };
    write!(f, "the server refused the call: {problem}{remedy}")?;
    if !problem.violations.is_empty() {
        write!(f, "\n{}", problem.violations)?;
    }
    Ok(())
}

fn redirected(f: &mut fmt::Formatter<'_>, status: u16, location: Option<&str>) -> fmt::Result {
    write!(f, "the server answered with redirect {status}")?;
    if let Some(location) = location {
        write!(f, " to `{}`", inert(location))?;
    }
    f.write_str(", which is not followed; give the client the final URL")
}

/// An error with everything that caused it, on one line.
struct Chain<'a>(&'a (dyn StdError + 'static));

impl fmt::Display for Chain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = inert(&self.0.to_string());
        f.write_str(&told)?;
        let mut next = self.0.source();
        while let Some(cause) = next {
            let text = inert(&cause.to_string());
            if !told.contains(&text) {
                write!(f, ": {text}")?;
            }
            told = text;
            next = cause.source();
        }
        Ok(())
    }
}

/// The text of [`Display`](fmt::Display), as it reads well where `main` returns the error.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self.kind() {
            Kind::Setup { cause } | Kind::Connect { cause } | Kind::Interrupted { cause } => {
                Some(&**cause)
            }
            Kind::Invalid { violations, .. } => Some(violations),
            Kind::Generated { invalid } | Kind::Malformed { invalid } => Some(invalid),
            _ => None,
        }
    }
}
