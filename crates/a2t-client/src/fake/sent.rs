//! A call in a fake's record.

use std::fmt;

use a2t_core::ToolSignature;
use a2t_core::error::inert;
use a2t_core::invocation::Arguments;
use http::HeaderValue;
use serde_json::Value;

use super::record::Kept;

/// A call that a [`Fake`](super::Fake) took; it prints as `lookup_weather(city: "Omaha", days: 3)`.
#[derive(Clone)]
pub struct Sent {
    pub(crate) signature: &'static ToolSignature,
    pub(crate) arguments: Arguments,
    /// The program's own key; in a record, else the fake's.
    pub(crate) key: Option<HeaderValue>,
}

impl Sent {
    /// The tool's name on the wire.
    pub fn tool(&self) -> &'static str {
        &self.signature.name
    }

    /// The version that was called.
    pub fn version(&self) -> u32 {
        self.signature.version
    }

    /// The arguments, by their names on the wire.
    pub fn arguments(&self) -> &Arguments {
        &self.arguments
    }

    /// The `Idempotency-Key` of the call: the program's own, or `fake-1` for the first call that
    /// has none, `fake-2` for the second one and so on, as a client has a fresh one for each.
    pub fn idempotency_key(&self) -> Option<&str> {
        self.key.as_ref()?.to_str().ok()
    }

    /// The argument with this name on the wire, if the call has it.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let mut arguments = self.arguments.iter();
        arguments.find_map(|(found, value)| (found == name).then_some(value))
    }
}

/// Compares tools and arguments, not keys.
impl PartialEq for Sent {
    fn eq(&self, other: &Self) -> bool {
        self.signature == other.signature && self.arguments == other.arguments
    }
}

impl fmt::Display for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_call(f, self.tool(), self.arguments.iter())
    }
}

/// Shows a call as it is written.
pub fn show_call<'a>(
    f: &mut fmt::Formatter<'_>,
    tool: &str,
    arguments: impl Iterator<Item = (&'a str, &'a Value)>,
) -> fmt::Result {
    write!(f, "{}(", inert(tool))?;
    for (index, (name, value)) in arguments.enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        write!(f, "{separator}{}: {value}", inert(name))?;
    }
    f.write_str(")")
}

impl fmt::Debug for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Kept for Sent {
    /// Returns whether this is the expected call: the same tool and arguments, and the same key where one
    /// is expected.
    fn is(&self, expected: &Self) -> bool {
        self == expected && (expected.key.is_none() || self.key == expected.key)
    }

    fn shares_answers(&self, other: &Self) -> bool {
        self == other && self.key == other.key
    }

    /// Returns the call, with its version where the record has another one of the tool.
    fn shown(&self, record: &[Self]) -> String {
        let own = self.signature;
        let is_other = |sent: &Self| {
            sent.signature.tool_id == own.tool_id && sent.signature.version != own.version
        };
        if record.iter().any(is_other) {
            format!("version {} of {self}", own.version)
        } else {
            self.to_string()
        }
    }
}
