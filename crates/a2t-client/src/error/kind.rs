//! Kinds of failures, each with its details.

use std::time::Duration;

use a2t_core::wire::problem::{self, Problem};
use a2t_core::{ValidationError, Violations};
use serde_json::Value;

use super::Cause;
#[cfg(feature = "schema")]
use crate::schema::reply::Reply;
#[cfg(feature = "schema")]
use crate::schema::state::State;

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
    /// A header would leave the machine over `http`, where it can be read in transit.
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
    /// The generated client has no valid signature, because its file was edited.
    Generated {
        /// The violations of the signature.
        invalid: ValidationError,
    },
    /// The server refused the request: a status from 400 to 499.
    Refused {
        /// The server's problem, with each violation that it found.
        problem: Box<Problem>,
        /// The wait that the server asks for, with status 429.
        retry_after: Option<Duration>,
    },
    /// The server failed, perhaps temporarily: a status of 500 or above.
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
        /// The address that it leads to, without user, password and the values of its query.
        location: Option<String>,
    },
    /// There was no complete reply in time.
    Timeout {
        /// The time that was waited.
        after: Duration,
    },
    /// There is no connection to the server, so nothing was sent. Or an HTTP/2 server reported that
    /// it did not process the request (RFC 9113, section 8.7).
    Connect {
        /// The cause.
        cause: Cause,
    },
    /// The [source of tokens](crate::TokenSource) failed; nothing was sent.
    Token {
        /// The cause, with that of the source among its own.
        cause: Cause,
    },
    /// Middleware failed before anything was sent.
    NotSent {
        /// The cause.
        cause: Cause,
    },
    /// The connection broke while the request was sent or the reply read.
    Interrupted {
        /// The cause.
        cause: Cause,
    },
    /// The reply is too large.
    TooLarge {
        /// The maximum size, in bytes.
        limit: usize,
    },
    /// The reply does not match the protocol or the signature, or a server of MCP lists tools that break the rules.
    Malformed {
        /// All violations.
        invalid: ValidationError,
    },
    /// The pages of a list do not come to an end.
    Endless {
        /// The reason, such as a cursor that came back.
        fault: String,
    },
    /// A blocking call was made in async code on tokio; nothing was sent.
    InsideRuntime,
    /// The client replays a recording that has no such call, or no further one; nothing was
    /// sent.
    NotRecorded {
        /// The call, such as `lookup_weather@1(city: "Omaha")`.
        call: String,
        /// Calls of the same tool that the recording has, at most 8.
        recorded: Vec<String>,
        /// The command that records again, if the recording has one.
        command: Option<String>,
    },
    /// The server left out an output that the program requires.
    Absent {
        /// The output, by name.
        output: String,
    },
    /// The server of MCP refused the request with an error of JSON-RPC.
    Rpc {
        /// Its number, such as -32602.
        code: i64,
        /// Its message.
        message: String,
        /// Its data.
        data: Option<Value>,
    },
    /// The command of a server of MCP did not start.
    Start {
        /// The cause.
        cause: Cause,
    },
    /// The child process of a server of MCP ended, or closed its output.
    Ended {
        /// Its exit status, if it had one in time.
        status: Option<String>,
        /// The end of its standard error.
        stderr: String,
        /// The last lines that it wrote on standard output that are not messages of MCP.
        stdout: String,
    },
    /// The child process ended so often that it is not restarted for a while.
    Restarts {
        /// The maximum number of starts.
        most: usize,
        /// The time in which they are counted.
        within: Duration,
        /// The end of its standard error.
        stderr: String,
        /// The last lines that it wrote on standard output and that are no message of MCP.
        stdout: String,
    },
    /// The server supports no revision of MCP that this client supports, or not over this transport.
    Handshake {
        /// What is missing or wrong, and what was expected.
        fault: String,
    },
    /// The reply is not a message of MCP.
    Protocol {
        /// The difference.
        fault: String,
    },
    /// The approved JSON Schema of the tool is not one that can be checked.
    Schema {
        /// The reason.
        fault: String,
    },
    /// The tool asks the user something before it goes on (MCP, `resultType: input_required`), which this client does
    /// not offer.
    InputRequired {
        /// The names of its questions.
        questions: Vec<String>,
    },
    /// The tool continues as a task (MCP, `resultType: task`), although this client did not ask for one.
    Task {
        /// The id of the task.
        id: Option<String>,
    },
    /// The server gave up the task of the call: it was cancelled or has expired.
    Abandoned {
        /// The message of the server.
        fault: String,
    },
    /// The tool of MCP or RAP ran and failed: its result has `isError`.
    #[cfg(feature = "schema")]
    Tool {
        /// Its result.
        reply: Box<Reply>,
    },
    /// The structured result breaks the approved output schema, or is absent although there is one.
    #[cfg(feature = "schema")]
    Output {
        /// All violations, up to a bound.
        violations: Violations,
        /// The result.
        reply: Box<Reply>,
    },
    /// The tool has changed since it was approved, and the policy is to refuse; nothing was sent.
    #[cfg(feature = "schema")]
    Changed {
        /// Its state.
        state: State,
    },
}

impl Kind {
    /// Returns whether the tool may have run in the attempt that failed like this.
    pub(crate) fn may_have_run(&self) -> bool {
        match self {
            Self::Unavailable { .. } => !self.is_throttled(),
            // With a timeout of zero, nothing was sent.
            Self::Timeout { after } => !after.is_zero(),
            // Servers whose tools throw answer with an internal error of JSON-RPC (section 5.1).
            Self::Rpc { code, .. } => *code == -32603,
            Self::Interrupted { .. }
            | Self::TooLarge { .. }
            | Self::Malformed { .. }
            | Self::Protocol { .. }
            | Self::Ended { .. }
            | Self::Task { .. } => true,
            _ => false,
        }
    }

    pub(super) fn is_throttled(&self) -> bool {
        match self {
            Self::Refused { problem, .. } => problem.status == 429,
            Self::Unavailable { problem, .. } => problem.known() == Some(problem::Kind::Overloaded),
            _ => false,
        }
    }
}
