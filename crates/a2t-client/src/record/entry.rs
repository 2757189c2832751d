//! One call with its end, as a line of a recording and back.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::end::End;
use super::error::RecordingError;
use super::line::{Line, Members, Object};
use crate::fake::sent::show_call;

/// A request, as far as another one is the same.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// A call of a tool.
    Tool {
        /// The tool, by its name on the wire.
        tool: String,
        /// Its version, of A2T.
        version: Option<u32>,
        /// Arguments by name.
        arguments: Object,
    },
    /// A request that runs no tool: its path and query.
    Get(String),
}

impl Asked {
    /// Creates a call of a tool that has only a name.
    #[doc(hidden)]
    pub fn tool(tool: &str, arguments: &Value) -> Self {
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        Self::Tool { tool: tool.to_owned(), version: None, arguments }
    }

    /// Returns `true` for a call of this tool, with any arguments.
    pub(super) fn is_near(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Tool { tool, .. }, Self::Tool { tool: other, .. }) => tool == other,
            (Self::Get(_), Self::Get(_)) => true,
            _ => false,
        }
    }
}

/// Shows `lookup_weather@2(city: "Omaha")`, or `GET /tools`.
impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Get(path) => write!(f, "GET {}", a2t_core::error::inert(path)),
            Self::Tool { tool, version, arguments } => {
                let pairs = arguments.iter().map(|(name, value)| (&**name, value));
                match version {
                    Some(version) => show_call(f, &format!("{tool}@{version}"), pairs),
                    None => show_call(f, tool, pairs),
                }
            }
        }
    }
}

/// Shows a call with its server, as `weather: lookup_weather@2(city: "Omaha")`.
pub(super) fn shown(server: Option<&str>, asked: &Asked) -> String {
    match server {
        Some(server) => format!("{}: {asked}", a2t_core::error::inert(server)),
        None => asked.to_string(),
    }
}

/// A call and its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The server, of several that share a recording.
    pub server: Option<Arc<str>>,
    /// The call.
    pub asked: Asked,
    /// Its end.
    pub end: End,
    /// Number of attempts, from 1.
    pub attempts: u32,
    /// Whether the tool may have run although there is no reply.
    pub may_have_run: bool,
}

impl Entry {
    /// The call, as it is shown.
    pub(super) fn shown(&self) -> String {
        shown(self.server.as_deref(), &self.asked)
    }

    /// The line, without its end.
    pub(super) fn to_line(&self) -> String {
        let mut line = Line::default();
        if let Some(server) = &self.server {
            line.member("server", &**server);
        }
        match &self.asked {
            Asked::Get(path) => line.member("get", path),
            Asked::Tool { tool, version, arguments } => {
                line.member("tool", tool);
                if let Some(version) = version {
                    line.member("version", version);
                }
                line.member("arguments", arguments);
            }
        }
        self.end.write(&mut line);
        if self.attempts > 1 {
            line.member("attempts", &self.attempts);
        }
        if self.may_have_run {
            line.member("may_have_run", &true);
        }
        line.finish()
    }

    pub(super) fn parse(line: &str) -> Result<Self, RecordingError> {
        let mut members = Members::parse(line)?;
        let server = members.text("server")?.map(Into::into);
        let asked = match members.text("get")? {
            Some(path) => Asked::Get(path),
            None => Asked::Tool {
                tool: members.required("tool", Members::text)?,
                version: members.number("version")?,
                arguments: members.required("arguments", Members::object)?,
            },
        };
        let end = End::read(&mut members)?;
        let attempts = members.number("attempts")?.unwrap_or(1);
        let may_have_run = members.flag("may_have_run")?.unwrap_or(false);
        members.end()?;
        Ok(Self { server, asked, end, attempts, may_have_run })
    }
}
