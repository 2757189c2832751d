//! One change: the rule, the location, what was there and what is there now.

use std::fmt;

use a2t_core::error::inert;
use a2t_core::json::kind;
use a2t_core::rule::SchemaChange;
use serde_json::Value;

/// One change of a tool or of its server; it prints as one line, safe for a terminal.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Change {
    /// The rule that speaks of it.
    pub rule: SchemaChange,
    /// Name of the tool in the later snapshot, or in the earlier where it is gone; `None` for what
    /// concerns the server.
    pub tool: Option<String>,
    /// JSON pointer from the tool as it is listed, or from the snapshot.
    pub pointer: String,
    /// Whether the pointer is one of the earlier document.
    pub gone: bool,
    /// Value in the earlier document; `null` for nothing.
    pub old: Value,
    /// Value in the later document; `null` for nothing.
    pub new: Value,
}

/// Characters of a value that a line shows.
const SHOWN_MAX: usize = 120;

impl Change {
    pub(super) fn new(rule: SchemaChange, pointer: impl Into<String>) -> Self {
        Self {
            rule,
            tool: None,
            pointer: pointer.into(),
            gone: false,
            old: Value::Null,
            new: Value::Null,
        }
    }

    pub(super) fn from(mut self, old: impl Into<Value>) -> Self {
        self.old = old.into();
        self
    }

    pub(super) fn to(mut self, new: impl Into<Value>) -> Self {
        self.new = new.into();
        self
    }

    pub(super) fn gone(mut self) -> Self {
        self.gone = true;
        self
    }

    /// Returns the location as people read it: `inputs[filter][from].maximum`, `outputs[total]`,
    /// `description`.
    pub fn path(&self) -> String {
        let segments: Vec<_> = self.pointer.split('/').skip(1).collect();
        let mut path = String::new();
        let mut rest = segments.as_slice();
        while let [first, tail @ ..] = rest {
            rest = match (*first, tail) {
                ("inputSchema", _) if path.is_empty() => {
                    path.push_str("inputs");
                    tail
                }
                ("outputSchema", _) if path.is_empty() => {
                    path.push_str("outputs");
                    tail
                }
                ("_meta", ["dev.a2t~1errors", index, tail @ ..]) if path.is_empty() => {
                    path.push_str(&format!("errors[{}]", inert(index)));
                    tail
                }
                ("properties", [name, tail @ ..]) => {
                    let name = name.replace("~1", "/").replace("~0", "~");
                    path.push_str(&format!("[{}]", inert(&name)));
                    tail
                }
                (segment, _) => {
                    let dot = if path.is_empty() { "" } else { "." };
                    path.push_str(&format!("{dot}{}", inert(segment)));
                    tail
                }
            };
        }
        path
    }

    /// Returns both values as text, `9, now 6`; empty where the rule is enough.
    pub fn values(&self) -> String {
        match (&self.old, &self.new) {
            (Value::Null, Value::Null) => String::new(),
            (old, Value::Null) => format!("no longer {}", shown(old)),
            (Value::Null, new) => format!("now {}", shown(new)),
            (old, new) => format!("{}, now {}", shown(old), shown(new)),
        }
    }
}

fn shown(value: &Value) -> String {
    let text = inert(&value.to_string());
    if text.chars().count() <= SHOWN_MAX {
        return text;
    }
    match value {
        Value::String(_) => {
            let text: String = text.chars().take(SHOWN_MAX).collect();
            format!("{text}...")
        }
        Value::Array(items) => format!("{} values", items.len()),
        other => kind(other).to_owned(),
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(tool) = &self.tool {
            write!(f, "`{}` ", inert(tool))?;
        }
        let (path, values) = (self.path(), self.values());
        write!(f, "{path}{}", if path.is_empty() { "" } else { ": " })?;
        f.write_str(self.rule.slug())?;
        if !values.is_empty() {
            write!(f, ": {values}")?;
        }
        write!(f, " [{}]", self.rule.id())
    }
}
