//! A call in a fake's record.

use std::fmt;

use a2t_schema::Tool;
use serde_json::Value;

use crate::fake::record::Kept;
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

impl Kept for Sent {}
