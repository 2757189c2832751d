//! Error of a call or a listing: what happened, where, and what to do about it.

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use a2t_client::parts::{Failure, Outcome};
use a2t_core::Violations;
use serde_json::Value;

use crate::client::drift::State;
use crate::client::reply::Reply;

mod end;
mod heard;
mod next_step;
mod text;
mod wire;

pub(crate) use heard::Heard;

/// The result of a call or a listing.
pub type Result<T, E = Error> = std::result::Result<T, E>;

type Cause = Box<dyn StdError + Send + Sync>;

/// Error of a call or a listing.
///
/// Its text says what happened, where, and what to do; it is safe for a terminal whatever the
/// server sent. Programs `match` on [`Error::next_step`] (what to do) and [`Error::kind`]
/// (what happened).
pub struct Error {
    inner: Box<Inner>,
}

struct Inner {
    kind: Kind,
    tool: Option<Box<str>>,
    /// The address of the server, or its command.
    place: Option<Box<str>>,
    attempts: u32,
    /// Whether the tool may have run in any of them.
    unknown: bool,
    /// Whether the connection was not up yet.
    before: bool,
    /// What a child process that gave no answer wrote instead.
    heard: Heard,
    /// State of the approved tool, where it is known not to be as it was.
    drift: Option<State>,
}

/// Kind of a failure.
#[derive(Debug)]
#[non_exhaustive]
pub enum Kind {
    /// The client cannot be set up: a URL, a header or a system that will not do.
    Setup {
        /// The cause.
        cause: Cause,
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
    /// The connection broke while the request was sent or the answer read.
    Interrupted {
        /// The cause.
        cause: Cause,
    },
    /// There was no complete answer in time.
    Timeout {
        /// The time that was waited.
        after: Duration,
    },
    /// The server sent more bytes than are read.
    TooLarge {
        /// The most bytes that are read.
        limit: usize,
    },
    /// The server answered with a redirect, which is not followed.
    Redirected {
        /// The status, from 300 to 399.
        status: u16,
        /// The address that it leads to, without user, password and the values of its query.
        location: Option<String>,
    },
    /// The server answered with a status from 400 and without a message of MCP.
    Status {
        /// The status.
        status: u16,
        /// The beginning of what it said.
        said: String,
        /// The wait that it asks for.
        retry_after: Option<Duration>,
        /// Its `WWW-Authenticate`, which says who gives out tokens (RFC 9728).
        challenge: Option<String>,
    },
    /// The command did not start.
    Start {
        /// The cause.
        cause: Cause,
    },
    /// The child process ended, or closed its output.
    Ended {
        /// Its exit status, if it had one in time.
        status: Option<String>,
        /// The end of what it said on standard error.
        said: String,
        /// The last lines that it wrote on standard output and that are no message of MCP.
        printed: String,
    },
    /// The child process ended so often that it is not started again for a while.
    Restarts {
        /// The most starts.
        most: usize,
        /// The time that they are counted in.
        within: Duration,
        /// The end of what it said on standard error.
        said: String,
        /// The last lines that it wrote on standard output and that are no message of MCP.
        printed: String,
    },
    /// The server speaks no revision of MCP that this client does, or not over this transport.
    Handshake {
        /// What is missing or wrong, and what was expected.
        fault: String,
    },
    /// Reply that is not a message of the protocol.
    Protocol {
        /// The difference.
        fault: String,
    },
    /// A tool that the server lists breaks the rules, so that nobody can say what it is.
    Malformed {
        /// All violations.
        violations: Violations,
    },
    /// The pages of a list do not come to an end.
    Endless {
        /// The reason, such as a cursor that came back.
        fault: String,
    },
    /// The server refused the request with an error of JSON-RPC.
    Refused {
        /// Its number, such as -32602.
        code: i64,
        /// Its message.
        message: String,
        /// Its data.
        data: Option<Value>,
    },
    /// The arguments break the approved schema; nothing was sent.
    Invalid {
        /// All violations, up to a bound.
        violations: Violations,
    },
    /// The approved schema of the tool is not one that can be checked.
    Schema {
        /// The reason.
        fault: String,
    },
    /// The tool ran and failed: its result has `isError`.
    Tool {
        /// Its result.
        reply: Box<Reply>,
    },
    /// The structured result breaks the approved output schema, or is absent although there is one.
    Output {
        /// All violations, up to a bound.
        violations: Violations,
        /// The result.
        reply: Box<Reply>,
    },
    /// The tool asks the user something before it goes on (`resultType: input_required`), which
    /// this client does not offer.
    InputRequired {
        /// The names of its questions.
        questions: Vec<String>,
    },
    /// The tool runs on as a task (`resultType: task`), which this client did not ask for.
    Task {
        /// The id of the task.
        id: Option<String>,
    },
    /// The server gave up the task that the call became: somebody cancelled it, or it was forgotten.
    Abandoned {
        /// Words of the server.
        fault: String,
    },
    /// The client replays a recording that does not have the call, or no more of it; nothing was
    /// sent.
    NotRecorded {
        /// The call, such as `get_current_time(timezone: "Europe/Vienna")`.
        call: String,
        /// Calls of the same tool that the recording has, at most 8.
        recorded: Vec<String>,
        /// The command that records anew, if the recording has one.
        command: Option<String>,
    },
    /// The tool is not as it was approved, and the policy is to refuse; nothing was sent.
    Changed {
        /// Its state.
        state: State,
    },
}

impl Error {
    pub(crate) fn new(kind: Kind) -> Self {
        let inner = Inner {
            kind,
            tool: None,
            place: None,
            attempts: 0,
            unknown: false,
            before: false,
            heard: Heard::default(),
            drift: None,
        };
        Self { inner: Box::new(inner) }
    }

    pub(crate) fn setup(cause: impl Into<Cause>) -> Self {
        Self::new(Kind::Setup { cause: cause.into() })
    }

    pub(crate) fn protocol(fault: impl Into<String>) -> Self {
        Self::new(Kind::Protocol { fault: fault.into() })
    }

    /// Adds that the request had not been sent: there was no connection yet.
    pub(crate) fn before(mut self) -> Self {
        self.inner.before = true;
        self
    }

    /// Adds the tool that was called.
    pub(crate) fn of(mut self, tool: &str) -> Self {
        self.inner.tool.get_or_insert_with(|| tool.into());
        self
    }

    /// Adds the server.
    pub(crate) fn at(mut self, place: &str) -> Self {
        self.inner.place.get_or_insert_with(|| place.into());
        self
    }

    /// A handshake that failed because of this.
    pub(crate) fn handshake(fault: &str) -> Self {
        let fault = format!("{fault}; expected a server of MCP, revision 2024-11-05 or later");
        Self::new(Kind::Handshake { fault })
    }

    /// Adds what a child process wrote that gave no answer.
    pub(crate) fn heard(mut self, heard: Heard) -> Self {
        self.inner.heard = heard;
        self
    }

    pub(crate) fn concluded(mut self, attempts: u32, unknown: bool) -> Self {
        (self.inner.attempts, self.inner.unknown) = (attempts, unknown);
        self
    }

    /// The same failure of another kind.
    pub(crate) fn became(mut self, kind: Kind) -> Self {
        self.inner.kind = kind;
        self
    }

    /// Adds that the tool had begun to run.
    pub(crate) fn begun(mut self) -> Self {
        self.inner.unknown = true;
        self
    }

    pub(crate) fn drifted(mut self, state: State) -> Self {
        self.inner.drift.get_or_insert(state);
        self
    }

    /// Kind of the failure.
    pub fn kind(&self) -> &Kind {
        &self.inner.kind
    }

    /// Violations of the arguments, found before anything was sent.
    pub fn violations(&self) -> Option<&Violations> {
        match self.kind() {
            Kind::Invalid { violations } => Some(violations),
            _ => None,
        }
    }

    /// The tool that was called, by its name on the wire.
    pub fn tool(&self) -> Option<&str> {
        self.inner.tool.as_deref()
    }

    /// Number of requests that were sent; 0 for a call that was refused before the wire.
    pub fn attempts(&self) -> u32 {
        self.inner.attempts
    }

    /// Returns whether the tool may have run although there is no result, in any of the attempts.
    pub fn is_outcome_unknown(&self) -> bool {
        self.inner.unknown
    }

    /// State of the tool at its server, where it was found to be another one than the approved.
    pub fn drift(&self) -> Option<&State> {
        match self.kind() {
            Kind::Changed { state } => Some(state),
            _ => self.inner.drift.as_ref(),
        }
    }

    /// Returns whether the same call may succeed later: the server was busy, failing or out of reach. A
    /// call that was lost on the way may have had its effect; see [`Error::is_outcome_unknown`].
    pub fn is_retryable(&self) -> bool {
        self.failure().outcome != Outcome::Final
    }

    /// This failure as the retries see it.
    pub(crate) fn failure(&self) -> Failure {
        let (mut throttled, mut wait) = (false, None);
        let outcome = match self.kind() {
            Kind::Connect { .. } | Kind::NotSent { .. } => Outcome::NotRun,
            Kind::Timeout { after } if after.is_zero() => Outcome::NotRun,
            // A process that does not get so far will not get farther.
            Kind::Ended { .. } if self.inner.before => Outcome::Final,
            Kind::Timeout { .. } | Kind::Interrupted { .. } | Kind::Ended { .. } => {
                Outcome::Unknown
            }
            Kind::Status { status, retry_after, .. } => {
                (throttled, wait) = (*status == 429, *retry_after);
                match status {
                    408 | 429 => Outcome::NotRun,
                    500.. => Outcome::Unknown,
                    _ => Outcome::Final,
                }
            }
            _ => Outcome::Final,
        };
        let outcome = match outcome {
            Outcome::Unknown if self.inner.before => Outcome::NotRun,
            outcome => outcome,
        };
        Failure { outcome, throttled, retry_after: wait }
    }

    /// Returns whether the tool may have run in the attempt that failed like this.
    pub(crate) fn may_have_run(&self) -> bool {
        match self.kind() {
            Kind::TooLarge { .. } | Kind::Protocol { .. } => !self.inner.before,
            // JSON-RPC 2.0, section 5.1: an internal error, where servers end whose tools throw.
            Kind::Task { .. } | Kind::Refused { code: -32603, .. } => true,
            _ => self.failure().outcome == Outcome::Unknown,
        }
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
            | Kind::Interrupted { cause }
            | Kind::Start { cause } => Some(&**cause),
            _ => None,
        }
    }
}
