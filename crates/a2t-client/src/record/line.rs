//! Members of a line: written in an order that people read, and read strictly.

use a2t_core::error::{inert, nearest};
use a2t_core::json;
use serde::Serialize;
use serde_json::{Map, Value};

use super::error::RecordingError;

/// Values by name.
pub type Object = Map<String, Value>;

/// An object that is written member by member.
#[derive(Default)]
pub(super) struct Line(String);

impl Line {
    pub(super) fn member(&mut self, name: &str, value: &(impl Serialize + ?Sized)) {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        self.0.push_str(&text(name));
        self.0.push(':');
        self.0.push_str(&text(value));
    }

    pub(super) fn finish(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

fn text(value: &(impl Serialize + ?Sized)) -> String {
    // Writing values to memory has no way to fail.
    serde_json::to_string(value).unwrap_or_default()
}

/// Members of a line that are not taken yet.
pub(super) struct Members(Object);

/// Every member that a line may have.
const KNOWN: [&str; 15] = [
    "server",
    "tool",
    "version",
    "arguments",
    "get",
    "outputs",
    "result",
    "page",
    "text",
    "problem",
    "retry_after",
    "refused",
    "failure",
    "attempts",
    "may_have_run",
];

type Taken<T> = Result<Option<T>, RecordingError>;

impl Members {
    pub(super) fn parse(line: &str) -> Result<Self, RecordingError> {
        match json::parse(line.as_bytes()) {
            Ok(Value::Object(members)) => Ok(Self(members)),
            Ok(other) => {
                let got = json::kind(&other);
                Err(RecordingError::new(format!("expected an object, got {got}")))
            }
            Err(error) => Err(RecordingError::new(error.to_string())),
        }
    }

    pub(super) fn new(members: Object) -> Self {
        Self(members)
    }

    pub(super) fn take(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name)
    }

    pub(super) fn text(&mut self, name: &str) -> Taken<String> {
        self.typed(name, "a string", |value| match value {
            Value::String(text) => Ok(text),
            other => Err(other),
        })
    }

    pub(super) fn object(&mut self, name: &str) -> Taken<Object> {
        self.typed(name, "an object", |value| match value {
            Value::Object(object) => Ok(object),
            other => Err(other),
        })
    }

    pub(super) fn flag(&mut self, name: &str) -> Taken<bool> {
        self.typed(name, "`true` or `false`", |value| value.as_bool().ok_or(value))
    }

    pub(super) fn number<N: TryFrom<u64>>(&mut self, name: &str) -> Taken<N> {
        self.typed(name, "a whole number, not below 0", |value| {
            let number = value.as_u64().and_then(|number| N::try_from(number).ok());
            number.ok_or(value)
        })
    }

    pub(super) fn required<T>(
        &mut self,
        name: &str,
        take: impl FnOnce(&mut Self, &str) -> Taken<T>,
    ) -> Result<T, RecordingError> {
        let taken = take(self, name)?;
        taken.ok_or_else(|| RecordingError::new(format!("the member `{name}` is missing")))
    }

    fn typed<T>(
        &mut self,
        name: &str,
        expected: &str,
        read: impl FnOnce(Value) -> Result<T, Value>,
    ) -> Taken<T> {
        let read = self.0.remove(name).map(read).transpose();
        read.map_err(|other| {
            let got = json::shown(&other);
            RecordingError::new(format!("`{name}`: expected {expected}, got {got}"))
        })
    }

    /// Refuses members that were not taken.
    pub(super) fn end(self) -> Result<(), RecordingError> {
        let Some(name) = self.0.keys().next() else {
            return Ok(());
        };
        let meant = match nearest(name, KNOWN) {
            Some(meant) if meant != name => format!("; did you mean `{meant}`?"),
            _ => String::new(),
        };
        let name = inert(name);
        Err(RecordingError::new(format!("`{name}` is not a member that is allowed here{meant}")))
    }
}
