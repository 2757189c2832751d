//! Telemetry of calls: reported by the program that makes them, and by the one that sends them,
//! which may be another.

use a2t_client::parts::{Call, End, Ending, Limits, Pace, Trace};
use a2t_core::wire::trace::TraceContext;
use a2t_store::Secret;
use a2t_store::schedule::Reply;
use a2t_webhook::egress::Error;
use serde_json::{Map, Value};

use crate::client::{CallError, ResultError};
use crate::message::{Callback, ToolResult};

/// Ends of a call that a worker stores with its answer: values of the label `outcome`.
const STORED: [&str; 7] =
    ["refused", "unavailable", "redirected", "timeout", "connect", "not_sent", "cancelled"];

/// Spans and metrics of a runtime's calls.
pub(crate) struct Telemetry {
    trace: Trace,
    pub(crate) pace: Pace,
}

impl Telemetry {
    pub(crate) fn new(trace: Trace) -> Self {
        Self { trace, pace: Pace::new(Limits::DEFAULT) }
    }

    /// A call that begins; `id` is the one that the runtime made for it.
    pub(crate) fn call(&self, tool: &str, id: Option<&str>) -> Call {
        let id = id.and_then(|id| http::HeaderValue::try_from(id).ok());
        self.trace.call(tool, id.as_ref())
    }

    /// A call that began before, and is awaited again.
    pub(crate) fn awaited(&self, tool: &str, trace_context: Option<TraceContext>) -> Awaited {
        Awaited(Some(self.trace.awaited(tool, trace_context)))
    }

    /// The sending of a stored call.
    pub(crate) fn sending(&self, tool: &str, trace_context: Option<TraceContext>) -> Call {
        self.trace.sending(tool, trace_context)
    }
}

/// A call that a program waits for; the first end counts.
#[derive(Default)]
pub(crate) struct Awaited(Option<Call>);

impl From<Call> for Awaited {
    fn from(call: Call) -> Self {
        Self(Some(call))
    }
}

impl Awaited {
    /// Records the answer, which stands like this in the store.
    pub(crate) fn answered(&mut self, stored: &Secret, result: &ToolResult) {
        if let Some(call) = self.0.take() {
            let (end, attempts) = end(stored, result);
            call.attempted(attempts);
            call.refused(&end);
        }
    }

    pub(crate) fn failed(&mut self, error: &ResultError) {
        let error = match error {
            ResultError::Store(_) => "store",
            ResultError::Forgotten => "forgotten",
        };
        self.end("interrupted", error);
    }

    fn end(&mut self, outcome: &'static str, error: &'static str) {
        if let Some(call) = self.0.take() {
            call.refused(&End { error: Some(error), ..End::failed(outcome) });
        }
    }
}

/// The call goes on in the store.
impl Drop for Awaited {
    fn drop(&mut self) {
        self.end("cancelled", "unawaited");
    }
}

/// The text of an answer for the store, with the end and the number of attempts in addition to what
/// RAP defines, for the program that waits for it. A tool's answer has no such end: only this
/// library writes one.
pub(crate) fn stored(result: ToolResult, end: Option<&'static str>, attempts: u32) -> String {
    let text = Callback::from(result).to_text();
    let Ok(mut members) = serde_json::from_str::<Map<String, Value>>(&text) else { return text };
    if let Some(end) = end {
        members.insert("outcome".to_owned(), end.into());
    }
    if attempts > 0 {
        members.insert("attempts".to_owned(), attempts.into());
    }
    Value::Object(members).to_string()
}

/// Number of attempts in a stored answer.
pub(crate) fn attempts(members: &Map<String, Value>) -> Option<u32> {
    members.get("attempts")?.as_u64()?.try_into().ok()
}

fn end(stored: &Secret, result: &ToolResult) -> (End, u32) {
    let members: Map<String, Value> = serde_json::from_slice(stored.expose()).unwrap_or_default();
    let attempts = attempts(&members).unwrap_or_default();
    let outcome = members.get("outcome").and_then(Value::as_str);
    let end = match STORED.into_iter().find(|known| Some(*known) == outcome) {
        Some(outcome) => End::failed(outcome),
        None if result.is_error => End { error: Some("tool_error"), ..End::failed("refused") },
        None => End { outcome: "ok", error: None, status: None },
    };
    (end, attempts)
}

impl Ending for CallError {
    const STATUS: Option<u16> = None;

    fn end(&self) -> End {
        let (outcome, error) = match self {
            Self::Arguments { .. } | Self::InvalidName(_) => ("invalid", "invalid"),
            Self::Conflict => ("invalid", "conflict"),
            Self::UnknownTool(_) | Self::UnknownSubscription { .. } => ("not_sent", "unknown"),
            Self::Clash { .. } => ("not_sent", "clash"),
            Self::Refused(_) => ("not_sent", "no_consent"),
            Self::Full => ("not_sent", "full"),
            Self::Store(_) => ("not_sent", "store"),
            Self::UnsupportedSchema(_) | Self::NotRecorded { .. } | Self::Callback => {
                ("other", "other")
            }
        };
        End { error: Some(error), ..End::failed(outcome) }
    }
}

/// An invocation that was posted: the reply, or why there is none.
pub(crate) struct Posted {
    pub(crate) reply: Reply,
    pub(crate) error: Option<Error>,
    /// The server's message of a refusal, inert and shortened.
    pub(crate) words: Option<String>,
}

impl Posted {
    /// An error for every status except the one that the specification names (CB-6).
    pub(crate) fn checked(self) -> Result<Box<Self>, Box<Self>> {
        let is_named = self.reply == Reply::Status(200, None);
        if is_named { Ok(Box::new(self)) } else { Err(Box::new(self)) }
    }

    /// Word for operators; `ok` if it was acknowledged.
    pub(crate) fn word(&self) -> &'static str {
        match (self.reply, &self.error) {
            (Reply::Status(200..=299, _), _) => "ok",
            (Reply::Status(300..=399, _), _) => "redirected",
            (Reply::Status(..=199 | 429 | 500.., _), _) => "unavailable",
            (Reply::Status(..), _) => "refused",
            (Reply::Forbidden, _) => "not_sent",
            (Reply::None, Some(Error::TimedOut { .. })) => "timeout",
            (Reply::None, _) => "connect",
        }
    }
}

impl Ending for Box<Posted> {
    const STATUS: Option<u16> = Some(200);

    fn end(&self) -> End {
        let status = match self.reply {
            Reply::Status(status, _) => Some(status),
            _ => None,
        };
        match self.word() {
            "ok" => End { outcome: "ok", error: None, status },
            word => End { status, ..End::failed(word) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result() -> ToolResult {
        let address = "https://agent.example/".parse().unwrap();
        ToolResult::error(&crate::message::ReturnAddress::new(address, "thread", "1"), "late")
    }

    fn read(stored: &str) -> (&'static str, Option<&'static str>, u32) {
        let (end, attempts) = end(&Secret::from(stored.to_owned()), &result());
        (end.outcome, end.error, attempts)
    }

    #[test]
    fn an_end_is_read_as_it_was_stored_and_stays_an_answer_of_rap() {
        for outcome in STORED {
            let text = stored(result(), Some(outcome), 3);
            assert_eq!(read(&text), (outcome, Some(outcome), 3));
            let kept = Callback::parse(text.as_bytes(), crate::message::Reading::Strict).unwrap();
            assert_eq!(kept, Callback::from(result()));
        }
        assert_eq!(read(&stored(result(), None, 0)), ("refused", Some("tool_error"), 0));
    }

    #[test]
    fn unknown_words_are_reported_to_no_client() {
        let text = r#"{"outcome":"s3cret","attempts":"s3cret"}"#;
        assert_eq!(read(text), ("refused", Some("tool_error"), 0));
        assert_eq!(read("not JSON"), ("refused", Some("tool_error"), 0));
    }
}
