//! Calls that are not sent, and toolsets that are not loaded.

use std::fmt;

use a2t_client::parts::not_recorded;
use a2t_core::error::{escaped, inert};
use a2t_core::{ValidationError, Violations};
use a2t_store::StoreError;
use a2t_webhook::egress::SetupError;

/// A call that was not accepted: nothing was sent, and nothing is pending.
#[derive(Debug)]
#[non_exhaustive]
pub enum CallError {
    /// No loaded toolset has a tool of this name (CB-46).
    UnknownTool(String),
    /// The thread has no subscription of this id that goes on (CB-110).
    UnknownSubscription {
        /// The thread.
        thread: String,
        /// The id of the call.
        id: String,
    },
    /// Two loaded toolsets have a tool of this name, so neither is called (CB-93).
    Clash {
        /// The name.
        tool: String,
        /// The toolsets.
        toolsets: Vec<String>,
    },
    /// The arguments do not obey the schema of the tool (CB-47).
    Arguments {
        /// The tool.
        tool: String,
        /// Everything that is wrong.
        violations: Violations,
    },
    /// The schema of the tool cannot be used to validate arguments.
    UnsupportedSchema(String),
    /// The host does not consent; in its words (CB-159).
    Refused(String),
    /// The thread or the id is empty, too long, or has control characters.
    InvalidName(String),
    /// Another call of this thread has this id.
    Conflict,
    /// As many calls wait as may.
    Full,
    /// The call could not be stored (CB-62).
    Store(StoreError),
    /// The runtime replays a recording that does not have the call, or no more of it.
    NotRecorded {
        /// The call, such as `report_year(year: 2014)`.
        call: String,
        /// Calls of the same tool that the recording has, at most 8.
        recorded: Vec<String>,
        /// The command that records again, if the recording has one.
        command: Option<String>,
    },
    /// The system has no random bits for a callback URL, or that URL is too long.
    Callback,
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownTool(tool) => {
                write!(f, "no loaded toolset has a tool `{}`", inert(tool))
            }
            Self::UnknownSubscription { thread, id } => write!(
                f,
                "thread `{}` has no subscription `{}` that is still open, so nothing was \
                 cancelled: expected the id of a call whose result confirmed a subscription and \
                 whose last event has not come; `Runtime::cancel` gives up any other call",
                inert(thread),
                inert(id)
            ),
            Self::Clash { tool, toolsets } => {
                let (tool, toolsets) = (inert(tool), inert(&toolsets.join(", ")));
                write!(f, "`{tool}` is not called: the toolsets {toolsets} have it")
            }
            Self::Arguments { tool, violations } => {
                write!(f, "`{}` was not called: {violations}", inert(tool))
            }
            Self::UnsupportedSchema(words) => f.write_str(words),
            Self::Refused(words) => write!(f, "the call was refused: {}", escaped(words)),
            Self::InvalidName(words) => f.write_str(words),
            Self::Conflict => {
                f.write_str("another call of this thread has this id: give each call its own")
            }
            Self::Full => f.write_str("as many calls wait as may: try again later"),
            Self::Store(error) => write!(f, "the call could not be stored: {error}"),
            Self::NotRecorded { call, recorded, command } => {
                not_recorded(f, call, recorded, command.as_deref())
            }
            Self::Callback => f.write_str("no callback URL could be made for the call"),
        }
    }
}

impl std::error::Error for CallError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Store(error) => Some(error),
            _ => None,
        }
    }
}

impl From<StoreError> for CallError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// A toolset that was not loaded: none of its tools is there (CB-98).
#[derive(Debug)]
#[non_exhaustive]
pub enum LoadError {
    /// The base URL is not an absolute http or https URL without query and fragment.
    InvalidUrl,
    /// Connections cannot be set up.
    Setup(SetupError),
    /// The server was not reached, or its address may not be dialled.
    Unreachable(a2t_webhook::egress::Error),
    /// The server answered with another status than 200.
    Status {
        /// Scheme, host and port of the server.
        origin: String,
        /// The status.
        status: u16,
    },
    /// The manifest sends calls to another origin, which the headers were not given for.
    OtherOrigin {
        /// Scheme, host and port of the server.
        origin: String,
        /// Scheme, host and port of the manifest's `endpoint`.
        endpoint: String,
    },
    /// The manifest breaks rules (CB-97).
    Manifest {
        /// Scheme, host and port of the server.
        origin: String,
        /// Everything that is wrong.
        invalid: ValidationError,
    },
    /// The runtime replays a recording that does not have the manifest, or no more of it.
    NotRecorded {
        /// The request.
        call: String,
        /// Requests that the recording has, at most 8.
        recorded: Vec<String>,
        /// The command that records again, if the recording has one.
        command: Option<String>,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidUrl => f.write_str(
                "the base URL of a toolset is an absolute http or https URL without query and \
                 fragment, such as https://tools.example",
            ),
            Self::Setup(error) => error.fmt(f),
            Self::Unreachable(error) => error.fmt(f),
            Self::NotRecorded { call, recorded, command } => {
                not_recorded(f, call, recorded, command.as_deref())
            }
            Self::Status { origin, status } => {
                write!(f, "{origin}: expected the manifest of a toolset, got status {status}")
            }
            Self::OtherOrigin { origin, endpoint } => write!(
                f,
                "{origin}: its manifest sends calls to {endpoint}, which would get the headers that \
                 were given for {origin}; if it may have them, call \
                 `Headers::allow_origin(\"{endpoint}\")` on those of `load_with`"
            ),
            Self::Manifest { origin, invalid } => {
                write!(
                    f,
                    "{origin}: its manifest breaks rules, so none of its tools is there: {invalid}"
                )
            }
        }
    }
}

impl std::error::Error for LoadError {}
