//! A call as the store keeps it: what is posted, where, and until when its answer counts.
//!
//! A payload is a JSON object:
//!
//! | member | value |
//! | --- | --- |
//! | `base` | base URL of the toolset's server |
//! | `tool` | name of the tool |
//! | `endpoint` | URL that the invocation is posted to |
//! | `invocation` | the invocation, as text |
//! | `proof` | proof of the token in its callback URL |
//! | `deadline` | milliseconds since 1970 |
//! | `once` | `true` if it is posted once, and again only if the program dies before the outcome is stored |
//! | `traceparent`, `tracestate` | trace context of the program that made the call, if it has one (W3C Trace Context) |
//!
//! Members that a reader does not know it passes over, and each that was added later may be absent, so
//! that programs of different versions share a store.

use a2t_core::wire::trace::TraceContext;
use a2t_store::{Call, Key, Secret, Time};
use serde_json::{Value, json};

use crate::message::ReturnAddress;

/// A URL that nothing is sent to.
pub(crate) const NOWHERE: &str = "https://runtime.invalid/";

/// Returns the address of an answer that the runtime itself gives, which is sent nowhere.
pub(crate) fn own_address(key: &Key) -> Option<ReturnAddress> {
    Some(ReturnAddress::new(NOWHERE.parse().ok()?, key.group(), key.id()))
}

/// A call on its way. It has arguments and a callback URL, so it is stored as a secret and never
/// shown.
pub(crate) struct Payload {
    /// Base URL of the toolset's server, by which its headers are known.
    pub(crate) base: String,
    pub(crate) tool: String,
    pub(crate) endpoint: String,
    /// The invocation, ready to be posted.
    pub(crate) invocation: String,
    /// Proof of the token in its callback URL.
    pub(crate) proof: String,
    pub(crate) deadline: Time,
    /// There is one attempt to post it.
    pub(crate) is_once: bool,
    /// Trace context of the caller.
    pub(crate) trace_context: Option<TraceContext>,
}

impl Payload {
    pub(crate) fn to_secret(&self) -> Secret {
        let mut value = json!({
            "base": self.base, "tool": self.tool, "endpoint": self.endpoint,
            "invocation": self.invocation, "proof": self.proof,
            "deadline": self.deadline.millis(),
        });
        let traced = self.trace_context.iter().flat_map(|context| {
            let state = context.tracestate().to_owned();
            [("traceparent", context.traceparent()), ("tracestate", state)]
        });
        if let Value::Object(members) = &mut value {
            members.extend(traced.map(|(name, text)| (name.to_owned(), text.into())));
            members.extend(self.is_once.then(|| ("once".to_owned(), true.into())));
        }
        Secret::from(value.to_string())
    }

    /// The payload; `None` of a later version of this library.
    pub(crate) fn read(secret: &Secret) -> Option<Self> {
        let value: Value = serde_json::from_slice(secret.expose()).ok()?;
        let text = |name: &str| Some(value.get(name)?.as_str()?.to_owned());
        let deadline = value.get("deadline")?.as_u64()?;
        let trace_context = text("traceparent").and_then(|parent| {
            TraceContext::parse(&parent, &text("tracestate").unwrap_or_default())
        });
        Some(Self {
            base: text("base")?,
            tool: text("tool")?,
            endpoint: text("endpoint")?,
            invocation: text("invocation")?,
            proof: text("proof")?,
            deadline: Time::from_millis(deadline),
            is_once: value.get("once").and_then(Value::as_bool).unwrap_or_default(),
            trace_context,
        })
    }
}

/// Progress of a call, for the next worker.
#[derive(Clone, Copy, Default)]
pub(crate) struct Progress {
    /// The tool has acknowledged the invocation.
    pub(crate) is_sent: bool,
    /// Number of signals that were dealt with.
    pub(crate) seen: usize,
    /// Number of attempts to send it.
    pub(crate) attempts: u32,
}

impl Progress {
    pub(crate) fn read(checkpoint: Option<&Secret>) -> Self {
        let read = checkpoint.and_then(|secret| {
            let value: Value = serde_json::from_slice(secret.expose()).ok()?;
            let seen = usize::try_from(value.get("seen")?.as_u64()?).ok()?;
            // Earlier versions of this library did not count them.
            let attempts = value.get("attempts").and_then(Value::as_u64).unwrap_or_default();
            let attempts = u32::try_from(attempts).unwrap_or(u32::MAX);
            Some(Self { is_sent: value.get("sent")?.as_bool()?, seen, attempts })
        });
        read.unwrap_or_default()
    }

    /// The progress of a call all of whose signals were dealt with.
    pub(crate) fn after(self, call: &Call) -> Self {
        Self { is_sent: true, seen: call.signals.len(), ..self }
    }

    pub(crate) fn to_secret(self) -> Secret {
        let Self { is_sent, seen, attempts } = self;
        Secret::from(json!({ "sent": is_sent, "seen": seen, "attempts": attempts }).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    const OLDER: &str = r#"{"base":"b","tool":"t","endpoint":"e","invocation":"i","proof":"p",
        "deadline":7}"#;

    fn read(text: &str) -> Option<Payload> {
        Payload::read(&Secret::from(text.to_owned()))
    }

    #[test]
    fn the_trace_context_of_a_call_is_read_as_it_was_written() {
        let trace_context = TraceContext::parse(PARENT, "vendor=opaque");
        let payload = Payload { trace_context: trace_context.clone(), ..read(OLDER).unwrap() };
        let again = Payload::read(&payload.to_secret()).unwrap();
        assert_eq!((again.trace_context, again.tool.as_str()), (trace_context, "t"));
    }

    #[test]
    fn payloads_of_other_versions_are_read_without_a_trace_context_that_is_not_one() {
        let without = read(OLDER).unwrap();
        assert!(
            without.trace_context.is_none()
                && !format!("{:?}", without.to_secret()).contains("trace")
        );
        for (parent, later) in [("\"00-0-0-01\"", "7"), ("7", "{}"), ("null", "[]")] {
            let text = OLDER.replace('}', &format!(r#","traceparent":{parent},"later":{later}}}"#));
            assert!(read(&text).unwrap().trace_context.is_none(), "{text}");
        }
    }

    #[test]
    fn a_call_of_one_attempt_is_read_as_it_was_written() {
        let once = Payload { is_once: true, ..read(OLDER).unwrap() };
        assert!(!read(OLDER).unwrap().is_once && Payload::read(&once.to_secret()).unwrap().is_once);
    }

    #[test]
    fn progress_of_an_older_version_has_no_attempts() {
        let older = Secret::from(r#"{"sent":true,"seen":2}"#.to_owned());
        let read = Progress::read(Some(&older));
        assert_eq!((read.is_sent, read.seen, read.attempts), (true, 2, 0));
        let written = Progress { attempts: 3, ..read }.to_secret();
        assert_eq!(Progress::read(Some(&written)).attempts, 3);
    }
}
