//! Spans of a call and of its attempts, and their position in the trace that the program is in.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use a2t_core::ToolId;
use a2t_core::error::inert;
use a2t_core::signature::Deprecated;
use a2t_core::wire::route::Route;
use a2t_core::wire::trace::{SpanId, TraceContext};
use http::{HeaderMap, HeaderValue};
use tracing::field::{self, Empty};
use tracing::instrument::Instrumented;
use tracing::{Instrument, Span};

use crate::call::end::End;
use crate::call::named::Named;
use crate::transport::random::Random;

type Provider = Arc<dyn Fn() -> Option<TraceContext> + Send + Sync>;

/// Names of tools, with the id and version where only a version is deprecated.
type Deprecations = HashSet<(String, Option<(ToolId, u32)>)>;

/// Source of the trace contexts of this program.
#[derive(Clone, Default)]
pub(super) struct TraceSource {
    provider: Option<Provider>,
    /// Deprecated tools and versions that have been logged.
    logged: Arc<Mutex<Deprecations>>,
}

impl TraceSource {
    pub(super) fn new(provider: impl Fn() -> Option<TraceContext> + Send + Sync + 'static) -> Self {
        Self { provider: Some(Arc::new(provider)), logged: Arc::default() }
    }

    /// The position of what the program does now, which all attempts of a call share.
    fn now(&self) -> Option<TraceContext> {
        self.provider.as_ref().and_then(|provider| provider())
    }

    pub(super) fn deprecated(&self, tool: Named<'_>, remark: Option<&Deprecated>) {
        let Named { name, version } = tool;
        // A panic of another holder leaves the set complete.
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.insert((name.to_owned(), version)) {
            tracing::warn!(
                target: "a2t::client",
                since = remark.map(|remark| inert(&remark.since)),
                note = remark.map(|remark| inert(&remark.note)),
                "gen_ai.tool.name" = name,
                "a2t.tool.id" = version.map(|(id, _)| field::display(id)),
                "a2t.tool.version" = version.map(|(_, version)| version),
                "the {} is deprecated", if version.is_some() { "version of the tool" } else { "tool" }
            );
        }
    }

    pub(super) fn reading(&self) -> Call {
        Call::new(self.now(), |_| Span::current())
    }

    pub(super) fn call(&self, tool: Named<'_>, id: Option<&HeaderValue>) -> Call {
        let id = id.and_then(|id| id.to_str().ok());
        Call::new(self.now(), |context| of_call(tool, id, context))
    }
}

fn of_call(tool: Named<'_>, id: Option<&str>, context: Option<&TraceContext>) -> Span {
    tracing::info_span!(
        target: "a2t::client",
        "a2t.client.call",
        "otel.name" = format_args!("execute_tool {}", tool.name),
        "gen_ai.operation.name" = "execute_tool",
        "gen_ai.tool.name" = tool.name,
        "a2t.tool.id" = tool.version.map(|(id, _)| field::display(id)),
        "a2t.tool.version" = tool.version.map(|(_, version)| version),
        "a2t.call.id" = id,
        trace_id = context.map(|context| field::display(context.trace_id())),
        "a2t.attempts" = Empty,
        "a2t.outcome" = Empty,
        "a2t.duration" = Empty,
        "error.type" = Empty,
        "otel.status_code" = Empty,
    )
}

fn of_sending(tool: Named<'_>, context: Option<&TraceContext>) -> Span {
    tracing::info_span!(
        target: "a2t::client",
        "a2t.client.sending",
        "otel.name" = format_args!("send {}", tool.name),
        "gen_ai.tool.name" = tool.name,
        trace_id = context.map(|context| field::display(context.trace_id())),
        parent_span_id = context.map(|context| field::display(context.span_id())),
        "a2t.attempts" = Empty,
        "a2t.outcome" = Empty,
        "a2t.duration" = Empty,
        "error.type" = Empty,
        "otel.status_code" = Empty,
    )
}

/// The span of a call; that of the program around a request that runs no tool.
pub(super) struct Call {
    context: Option<TraceContext>,
    span: Span,
    attempts: AtomicU32,
}

impl Call {
    fn new(
        context: Option<TraceContext>,
        span: impl FnOnce(Option<&TraceContext>) -> Span,
    ) -> Self {
        Self { span: span(context.as_ref()), context, attempts: AtomicU32::new(0) }
    }

    pub(super) fn awaited(tool: Named<'_>, context: Option<TraceContext>) -> Self {
        Self::new(context, |context| of_call(tool, None, context))
    }

    pub(super) fn sending(tool: Named<'_>, context: Option<TraceContext>) -> Self {
        Self::new(context, |context| of_sending(tool, context))
    }

    pub(super) fn context(&self) -> Option<&TraceContext> {
        self.context.as_ref()
    }

    pub(super) fn attempted(&self, made: u32) {
        self.attempts.store(made, Ordering::Relaxed);
    }

    pub(super) fn end(&self, end: &End, took: Duration) {
        self.span
            .record("a2t.attempts", self.attempts.load(Ordering::Relaxed))
            .record("a2t.outcome", end.outcome)
            .record("a2t.duration", took.as_secs_f64());
        fail(&self.span, end);
    }

    pub(super) fn attempt(&self, route: Option<Route>, made: u32, random: Random) -> Attempt {
        self.attempted(made);
        let context = self.context.as_ref();
        let context = context.and_then(|context| Some((context, SpanId(random.number()?))));
        let (tool, version) = match route {
            Some(Route::Invoke(id) | Route::Tool(id) | Route::Versions(id)) => (Some(id), None),
            Some(Route::InvokeVersion(id, version) | Route::Version(id, version)) => {
                (Some(id), Some(version))
            }
            Some(Route::Tools) | None => (None, None),
        };
        let span = tracing::info_span!(
            target: "a2t::client",
            parent: &self.span,
            "a2t.client.attempt",
            otel.kind = "client",
            "http.request.method" = route.map(|route| route.method()),
            "http.request.resend_count" = made.checked_sub(1).filter(|resent| *resent > 0),
            "a2t.attempt" = made,
            "a2t.tool.id" = tool.map(field::display),
            "a2t.tool.version" = version,
            trace_id = context.map(|(context, _)| field::display(context.trace_id())),
            span_id = context.map(|(_, span)| field::display(span)),
            parent_span_id = context.map(|(context, _)| field::display(context.span_id())),
            "http.response.status_code" = Empty,
            "error.type" = Empty,
            "otel.status_code" = Empty,
        );
        let context = context.map(|(context, own)| context.with_span(own));
        let status = route.map(|_| 200);
        Attempt { context, span, made, status, begun: Instant::now() }
    }
}

/// The span of an attempt.
pub(super) struct Attempt {
    context: Option<TraceContext>,
    span: Span,
    made: u32,
    /// Status of a reply that is not an error: of A2T, whose replies are those of HTTP.
    status: Option<u16>,
    begun: Instant,
}

impl Attempt {
    pub(super) fn sign(&self, headers: &mut HeaderMap) {
        let Some(context) = &self.context else {
            return;
        };
        if let Ok(parent) = HeaderValue::try_from(context.traceparent()) {
            headers.insert("traceparent", parent);
        }
        if !context.tracestate().is_empty()
            && let Ok(state) = HeaderValue::try_from(context.tracestate())
        {
            headers.insert("tracestate", state);
        }
    }

    pub(super) fn within<F>(&self, attempt: F) -> Instrumented<F> {
        attempt.instrument(self.span.clone())
    }

    pub(super) fn end(&self, end: &End) {
        let status = end.status.or(self.status.filter(|_| end.error.is_none()));
        self.span.record("http.response.status_code", status);
        fail(&self.span, end);
        tracing::debug!(
            target: "a2t::client",
            parent: &self.span,
            outcome = end.outcome,
            "a2t.attempt" = self.made,
            "http.response.status_code" = status,
            "error.type" = end.error,
            duration = format_args!("{:.1?}", self.begun.elapsed()),
            "an attempt ended"
        );
    }
}

fn fail(span: &Span, end: &End) {
    if let Some(error) = end.error {
        span.record("error.type", error).record("otel.status_code", "ERROR");
    }
}
