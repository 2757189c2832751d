//! The span of a call, and its position in a distributed trace.

use std::num::{NonZeroU64, NonZeroU128};
use std::time::Duration;

use http::HeaderMap;
use tracing::field::{self, Empty};
use tracing::span::Entered;
use tracing::{Level, Span};

use super::random::random;
use super::{CallSpan, Outcome, Protocol, RequestId, SpanId, TraceContext, TraceId};
use crate::SignatureRef;

/// Returns the position in the distributed trace of the call that this thread works on: inside a tool,
/// and while the protocols prepare and end its call.
///
/// [`Builder::trace_context`](https://docs.rs/a2t/latest/a2t/client/struct.Builder.html) of a client
/// takes it, so that calls of other vendors' tools are part of the trace of the call that makes them.
///
/// ```
/// assert_eq!(a2t_tool::telemetry::current(), None); // no call here
/// ```
pub fn current() -> Option<TraceContext> {
    CallSpan::current(|spans| spans.trace_context.clone())
}

/// Returns whether a subscriber may record spans and events.
pub fn is_watched() -> bool {
    tracing::enabled!(target: "a2t::call", Level::INFO)
        || tracing::enabled!(target: "a2t::access", Level::INFO)
}

/// Returns the position in a trace that a request has, if its header is valid (W3C Trace Context).
pub fn sent(headers: &HeaderMap) -> Option<TraceContext> {
    let mut parents = headers.get_all("traceparent").iter();
    let (Some(parent), None) = (parents.next(), parents.next()) else {
        return None;
    };
    let states = headers.get_all("tracestate").iter().map(|value| value.to_str());
    // A state that is not text is left out, the parent counts without it.
    let states: Vec<_> = states.collect::<Result<_, _>>().unwrap_or_default();
    TraceContext::parse(parent.to_str().ok()?, &states.join(","))
}

pub(super) struct Spans {
    span: Span,
    trace_context: TraceContext,
    tool: SignatureRef,
}

impl Spans {
    /// The span, if a subscriber wants it.
    pub(super) fn start(
        protocol: Protocol,
        signature: &SignatureRef,
        attempt: Option<u32>,
        headers: &HeaderMap,
    ) -> Option<Self> {
        if !tracing::enabled!(target: "a2t::call", Level::INFO) {
            return None;
        }
        let parent = sent(headers);
        let own = SpanId(fresh_u64());
        let trace_context = match &parent {
            Some(parent) => parent.with_span(own),
            // It is not decided yet whether to record the new trace.
            None => TraceContext::new(TraceId(fresh_u128()), own, false),
        };
        let request_id = RequestId::sent(headers);
        let span = tracing::info_span!(
            target: "a2t::call",
            "a2t.call",
            "otel.name" = format_args!("execute_tool {}", signature.name),
            "gen_ai.operation.name" = "execute_tool",
            "gen_ai.tool.name" = &*signature.name,
            "a2t.tool.id" = %signature.tool_id,
            "a2t.tool.version" = signature.version,
            "a2t.protocol" = protocol.as_str(),
            "a2t.request.id" = request_id.as_ref().map(field::display),
            "a2t.attempt" = attempt,
            trace_id = %trace_context.trace_id(),
            span_id = %own,
            parent_span_id = parent.as_ref().map(|parent| field::display(parent.span_id())),
            "a2t.outcome" = Empty,
            "error.type" = Empty,
            "otel.status_code" = Empty,
        );
        Some(Self { span, trace_context, tool: signature.clone() })
    }

    pub(super) fn trace_context(&self) -> &TraceContext {
        &self.trace_context
    }

    pub(super) fn enter(&self) -> Entered<'_> {
        self.span.enter()
    }

    pub(super) fn end(&self, outcome: Outcome, took: Duration) {
        self.span.record("a2t.outcome", outcome.as_str());
        if let Some(error) = outcome.error() {
            self.span.record("error.type", error);
        }
        if outcome.is_fault() {
            self.span.record("otel.status_code", "ERROR");
        }
        tracing::info!(
            target: "a2t::call",
            parent: &self.span,
            outcome = outcome.as_str(),
            "gen_ai.tool.name" = &*self.tool.name,
            "error.type" = outcome.error(),
            duration = format_args!("{took:.1?}"),
            "a call ended"
        );
    }
}

fn fresh_u64() -> NonZeroU64 {
    NonZeroU64::new(random()).unwrap_or(NonZeroU64::MIN)
}

fn fresh_u128() -> NonZeroU128 {
    let number = (u128::from(random()) << 64) | u128::from(random());
    NonZeroU128::new(number).unwrap_or(NonZeroU128::MIN)
}
