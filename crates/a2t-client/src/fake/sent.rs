//! A call in a fake's record.

use std::fmt;
use std::sync::Arc;

use a2t_core::ToolSignature;
use a2t_core::error::inert;
use serde_json::Value;

use crate::call::called::CalledTool;

/// A call that a [`Fake`](super::Fake) took; it prints as `lookup_weather(city: "Omaha", days: 3)`.
pub struct Sent<K: CalledTool = ToolSignature> {
    pub(crate) tool: &'static K,
    pub(crate) arguments: K::Arguments,
    /// The key that the program set, or in a record that of the fake.
    pub(crate) key: Option<Arc<str>>,
}

impl<K: CalledTool> Sent<K> {
    /// Returns the tool's name on the wire.
    pub fn tool(&self) -> &'static str {
        self.tool.named().name
    }

    /// Returns the arguments, by their names on the wire.
    pub fn arguments(&self) -> &K::Arguments {
        &self.arguments
    }

    /// Returns the `Idempotency-Key` of the call: the program's own, or `fake-1` for the first call that
    /// has none, `fake-2` for the second one and so on, as a client has a fresh one for each.
    pub fn idempotency_key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Returns the argument with this name on the wire, if the call has it.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let mut arguments = K::pairs(&self.arguments);
        arguments.find_map(|(found, value)| (found == name).then_some(value))
    }

    /// Returns whether this call, which was sent, is the one that a test expects: the same tool and
    /// arguments, and the same key where one is expected.
    pub(super) fn is(&self, expected: &Self) -> bool {
        self == expected && (expected.key.is_none() || self.key == expected.key)
    }

    /// Returns the call, with its version if the record has another version of the tool.
    pub(super) fn shown(&self, record: &[Self]) -> String {
        let Some((id, version)) = self.tool.named().version else { return self.to_string() };
        let mut others = record.iter().filter_map(|sent| sent.tool.named().version);
        if others.any(|(other, number)| other == id && number != version) {
            format!("version {version} of {self}")
        } else {
            self.to_string()
        }
    }
}

impl Sent {
    /// Returns the version that was called.
    pub fn version(&self) -> u32 {
        self.tool.version
    }
}

impl<K: CalledTool> Clone for Sent<K> {
    fn clone(&self) -> Self {
        Self { tool: self.tool, arguments: self.arguments.clone(), key: self.key.clone() }
    }
}

/// Compares tools and arguments, not keys.
impl<K: CalledTool> PartialEq for Sent<K> {
    fn eq(&self, other: &Self) -> bool {
        self.tool == other.tool && self.arguments == other.arguments
    }
}

impl<K: CalledTool> fmt::Display for Sent<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_call(f, self.tool(), K::pairs(&self.arguments))
    }
}

impl<K: CalledTool> fmt::Debug for Sent<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Shows a call as code would write it.
pub(crate) fn show_call<'a>(
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
