//! End of a call: a reply, a problem, or a failure on the way.

use std::time::Duration;

use serde_json::Value;

use super::error::RecordingError;
use super::line::{Line, Members, Object};

/// End of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// Outputs by name.
    Outputs(Object),
    /// The result of a tool of MCP.
    Result(Object),
    /// Reply to a request that runs no tool.
    Page(Value),
    /// Any other reply, whole.
    Text(String),
    /// Problem details.
    Problem {
        /// The document.
        problem: Object,
        /// Wait that the server asks for, in seconds.
        retry_after: Option<u64>,
    },
    /// An error of JSON-RPC.
    Refused(Object),
    /// A failure on the way, and its number: a time in milliseconds, a size, or a status.
    Failure(FailureKind, u64),
}

/// Declares the failures: a name on the line, and its number's.
macro_rules! failures {
    ($($(#[$meta:meta])* $variant:ident = $name:literal, $number:expr;)*) => {
        /// Failure on the way.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum FailureKind { $($(#[$meta])* $variant,)* }

        impl FailureKind {
            const ALL: &'static [Self] = &[$(Self::$variant,)*];

            fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Name of its number.
            fn number(self) -> Option<&'static str> {
                match self { $(Self::$variant => $number,)* }
            }
        }
    };
}

failures! {
    /// No connection.
    Connect = "connect", None;
    /// Nothing was sent.
    NotSent = "not_sent", None;
    /// The connection broke.
    Interrupted = "interrupted", None;
    /// No complete reply in time.
    Timeout = "timeout", Some("after_ms");
    /// A reply beyond the limit.
    TooLarge = "too_large", Some("limit");
    /// A redirect.
    Redirected = "redirected", Some("status");
    /// A reply of another media type than JSON.
    Malformed = "malformed", None;
    /// A status without a message of MCP.
    Status = "status", Some("status");
    /// A child process that ended.
    Ended = "ended", None;
    /// A task that its server gave up.
    Abandoned = "abandoned", None;
    /// A message that is not one of MCP.
    Protocol = "protocol", None;
}

impl End {
    /// Creates a timeout after this time.
    pub fn timeout(after: Duration) -> Self {
        Self::Failure(FailureKind::Timeout, u64::try_from(after.as_millis()).unwrap_or(u64::MAX))
    }

    pub(super) fn write(&self, line: &mut Line) {
        match self {
            Self::Outputs(outputs) => line.member("outputs", outputs),
            Self::Result(result) => line.member("result", result),
            Self::Page(page) => line.member("page", page),
            Self::Text(text) => line.member("text", text),
            Self::Problem { problem, retry_after } => {
                line.member("problem", problem);
                if let Some(seconds) = retry_after {
                    line.member("retry_after", seconds);
                }
            }
            Self::Refused(error) => line.member("refused", error),
            Self::Failure(way, number) => {
                let mut failure = Object::new();
                failure.insert("kind".to_owned(), way.name().into());
                if let Some(name) = way.number() {
                    failure.insert(name.to_owned(), (*number).into());
                }
                line.member("failure", &failure);
            }
        }
    }

    /// Takes the one end of a call.
    pub(super) fn read(members: &mut Members) -> Result<Self, RecordingError> {
        let mut ends = Vec::new();
        ends.extend(members.object("outputs")?.map(Self::Outputs));
        ends.extend(members.object("result")?.map(Self::Result));
        ends.extend(members.take("page").map(Self::Page));
        ends.extend(members.text("text")?.map(Self::Text));
        if let Some(problem) = members.object("problem")? {
            let retry_after = members.number("retry_after")?;
            ends.push(Self::Problem { problem, retry_after });
        }
        ends.extend(members.object("refused")?.map(Self::Refused));
        if let Some(failure) = members.object("failure")? {
            ends.push(Self::failure(failure)?);
        }
        match (ends.pop(), ends.is_empty()) {
            (Some(end), true) => Ok(end),
            _ => Err(RecordingError::new(
                "expected one of `outputs`, `result`, `page`, `text`, `problem`, `refused` and \
                 `failure`",
            )),
        }
    }

    fn failure(failure: Object) -> Result<Self, RecordingError> {
        let mut members = Members::new(failure);
        let name = members.required("kind", Members::text)?;
        let Some(way) = FailureKind::ALL.iter().find(|way| way.name() == name) else {
            let known = FailureKind::ALL.iter().map(|way| format!("`{}`", way.name()));
            let known = known.collect::<Vec<_>>().join(", ");
            let got = a2t_core::error::inert(&name);
            let fault = format!("`kind`: expected one of {known}, got `{got}`");
            return Err(RecordingError::new(fault));
        };
        let number = match way.number() {
            Some(name) => members.required(name, Members::number)?,
            None => 0,
        };
        members.end()?;
        Ok(Self::Failure(*way, number))
    }
}
