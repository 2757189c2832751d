//! A call in a fake's record, and the assertions about records.

// An assertion of a test fails by a panic.
#![expect(clippy::panic)]

use std::fmt;

use a2t_core::ToolSignature;
use a2t_core::error::inert;
use a2t_core::invocation::Arguments;
use http::HeaderValue;
use serde_json::Value;

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

    /// Returns whether this is the expected call: the same tool and arguments, and the same key where one
    /// is expected.
    pub(super) fn is(&self, expected: &Self) -> bool {
        self == expected && (expected.key.is_none() || self.key == expected.key)
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

#[track_caller]
pub(super) fn assert_any(record: &[Sent], call: Option<&Sent>) {
    let call = written(call);
    if !record.iter().any(|sent| sent.is(call)) {
        panic!("this call was not sent: {}\nwhat was sent: {}", Told(call, record), Record(record));
    }
}

#[track_caller]
pub(super) fn assert_none(record: &[Sent], call: Option<&Sent>) {
    let call = written(call);
    if record.iter().any(|sent| sent.is(call)) {
        panic!("this call was sent: {}\nwhat was sent: {}", Told(call, record), Record(record));
    }
}

#[track_caller]
pub(super) fn assert_times(record: &[Sent], times: usize) {
    if record.len() != times {
        let calls = if times == 1 { "call" } else { "calls" };
        panic!("{times} {calls} expected, {} sent: {}", record.len(), Record(record));
    }
}

#[track_caller]
fn written(call: Option<&Sent>) -> &Sent {
    match call {
        Some(call) => call,
        None => panic!("a call that was awaited says no more what it was; write it again"),
    }
}

struct Record<'a>(&'a [Sent]);

impl fmt::Display for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("nothing");
        }
        self.0.iter().try_for_each(|sent| write!(f, "\n  {}", Told(sent, self.0)))
    }
}

/// A call, with its version where the record has another one of the tool.
struct Told<'a>(&'a Sent, &'a [Sent]);

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(call, record) = self;
        let own = call.signature;
        let is_other = |sent: &Sent| {
            sent.signature.tool_id == own.tool_id && sent.signature.version != own.version
        };
        match record.iter().any(is_other) {
            true => write!(f, "version {} of {call}", own.version),
            false => fmt::Display::fmt(call, f),
        }
    }
}
