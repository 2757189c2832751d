//! A call in a fake's record, and the assertions about records.

// An assertion of a test fails by a panic.
#![expect(clippy::panic)]

use std::fmt;

use a2t_schema::Tool;
use serde_json::Value;

use crate::fake::show_call;
use crate::schema::typed::Map;

/// A call that a [`Fake`](super::Fake) took; it prints as `get_sum(a: 1, b: 2)`.
#[derive(Clone, PartialEq)]
pub struct Sent {
    tool: &'static Tool,
    arguments: Map,
}

impl Sent {
    pub(crate) fn new(tool: &'static Tool, arguments: Map) -> Self {
        Self { tool, arguments }
    }

    pub(super) fn approved(&self) -> &'static Tool {
        self.tool
    }

    /// The tool's name on the wire.
    pub fn tool(&self) -> &'static str {
        &self.tool.name
    }

    /// The arguments, by their names on the wire.
    pub fn arguments(&self) -> &Map {
        &self.arguments
    }

    /// The argument with this name on the wire, if the call has it.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.arguments.get(name)
    }
}

impl fmt::Display for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arguments = self.arguments.iter().map(|(name, value)| (&**name, value));
        show_call(f, self.tool(), arguments)
    }
}

impl fmt::Debug for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[track_caller]
pub(super) fn assert_any(record: &[Sent], call: Option<&Sent>) {
    let call = written(call);
    if !record.contains(call) {
        panic!("this call was not sent: {call}\nwhat was sent: {}", Record(record));
    }
}

#[track_caller]
pub(super) fn assert_none(record: &[Sent], call: Option<&Sent>) {
    let call = written(call);
    if record.contains(call) {
        panic!("this call was sent: {call}\nwhat was sent: {}", Record(record));
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
        self.0.iter().try_for_each(|sent| write!(f, "\n  {sent}"))
    }
}
